# Packs each sample extension into a bundle in the folder of the mayfly command, which searches there for extensions.
# Those in C and C++ are built with a plain compiler and only the headers, as authors build theirs.

BUNDLES = $(BIN)/plugins
LIBRARIES = lib/linux-$(shell uname -m | sed 's/^arm64$$/aarch64/')
PLUGIN_FLAGS = -shared -fPIC -fvisibility=hidden -ISources/CMayfly/include \
	-Wl,--version-script=Sources/CMayfly/extension.map

.PHONY: pack
pack:
	@rm -rf $(BUNDLES)
	@for name in Tally BurgerPoll IceCream Postcard Smileys; do \
		mkdir -p $(BUNDLES)/$$name.mayfly && \
		cp Plugins/$$name/manifest.json Plugins/$$name/icon.png $(BUNDLES)/$$name.mayfly/ || exit 1; \
	done
	@mkdir -p $(addprefix $(BUNDLES)/, $(addsuffix .mayfly/$(LIBRARIES), Tally BurgerPoll IceCream Postcard))
	cc -std=c99 $(CFLAGS) $(WARNINGS) $(PLUGIN_FLAGS) -o $(BUNDLES)/Tally.mayfly/$(LIBRARIES)/tally.so Plugins/Tally/tally.c
	c++ -std=c++17 $(CXXFLAGS) $(WARNINGS) $(PLUGIN_FLAGS) \
		-o $(BUNDLES)/BurgerPoll.mayfly/$(LIBRARIES)/burgerpoll.so Plugins/BurgerPoll/*.cpp
	@for name in IceCream Postcard; do \
		cp $(BIN)/lib$$name.so $(BUNDLES)/$$name.mayfly/$(LIBRARIES)/ || exit 1; \
	done
	@cp -r Plugins/IceCream/Resources $(BUNDLES)/IceCream.mayfly/
	@cp -r Plugins/Smileys/Stickers.xcstickers $(BUNDLES)/Smileys.mayfly/
	@echo "packed into $(BUNDLES): $$(ls $(BUNDLES) | tr '\n' ' ')"
