# Makes a store of the sample extensions with keys of its own, serves it on this machine alone, and plays the demo with extensions that
# are installed from it. The store is served until Ctrl-C; with ONCE=1 until the demo has ended. A test plays the same without a build:
# `make store-demo ONCE=1` with other places, and with any free port (0).

STORE = $(CURDIR)/.build/store
STORE_PORT ?= 8766
SAMPLES = IceCream BurgerPoll Postcard Tally Smileys

.PHONY: store store-demo store-files
store: plugins
	@$(MAKE) --no-print-directory store-demo CONFIG=$(CONFIG)

store-demo: store-files
	@mkfifo $(STORE)/server && \
	{ python3 -u -m http.server --bind 127.0.0.1 --directory $(STORE)/files $(STORE_PORT) \
		>$(STORE)/server 2>$(STORE)/server.log & } && \
	server=$$! && trap 'kill $$server' EXIT INT TERM && \
	read -r line <$(STORE)/server && port=$${line#*port } && port=$${port%% *} && \
	address=http://127.0.0.1:$$port; [ -n "$$port" ] || { cat $(STORE)/server.log >&2; exit 1; }; \
	fingerprint=$$(sha256sum $(STORE)/files/metadata/1.root.json | cut -c1-64); \
	$(BIN)/mayfly store add $$address --fingerprint $$fingerprint --home $(STORE)/home && \
	for name in icecream burgerpoll postcard tally smileys; do \
		$(BIN)/mayfly store install org.mayfly.$$name --yes --home $(STORE)/home || exit 1; \
	done && \
	$(BIN)/mayfly demo --home $(STORE)/home && \
	{ [ -n "$(ONCE)" ] || { \
		echo; echo "The store is at $$address until Ctrl-C. Add it with:"; \
		echo "  $(BIN)/mayfly store add $$address --fingerprint $$fingerprint"; wait $$server; }; }

# The files of the store, in $(STORE)/files, and its keys beside them. All of it is made anew.
store-files:
	@rm -rf $(STORE) && mkdir -p $(STORE)/keys
	@cd $(STORE)/keys && $(abspath $(BIN))/mayfly publish keys root-1 root-2 targets snapshot timestamp samples >/dev/null
	@cd $(STORE)/keys && publish="$(abspath $(BIN))/mayfly publish" && \
	keys="--key root-1.key --key root-2.key --key targets.key --key snapshot.key --key timestamp.key --key samples.key" && \
	$$publish init ../files --name "Mayfly samples" --root root-1.pub --root root-2.pub --targets targets.pub \
		--snapshot snapshot.pub --timestamp timestamp.pub $$keys >/dev/null && \
	$$publish publisher ../files --name mayfly --prefix org.mayfly. --public-key samples.pub $$keys >/dev/null && \
	for name in $(SAMPLES); do \
		$$publish add ../files $(abspath $(BUNDLES))/$$name.mayfly --level 3 --description $(CURDIR)/Plugins/$$name/Store/description.txt \
			--screenshot "$(CURDIR)/Plugins/$$name/Store/screenshot.png=$$(cat $(CURDIR)/Plugins/$$name/Store/screenshot.txt)" \
			$$keys >/dev/null || exit 1; \
	done && \
	$$publish promote ../files org.mayfly.icecream org.mayfly.burgerpoll $$keys >/dev/null
	@echo "made the store $(STORE)/files"
