# What `make install` puts below PREFIX: the programs in a folder of their own with a link to `mayfly` in bin, the C interface with its
# version script for pkg-config, and the Swift interface as a package. An older installation in the same place is replaced.

PROGRAMS = mayfly mayfly-web mayfly-store mayfly-author mayfly-fetch mayfly-portal mayfly-worker mayfly-static-worker \
	mayfly-media-worker
WARM_UPS = libMayflyWarmUpSwift.so libMayflyWarmUpFoundation.so
ROOT = $(DESTDIR)$(PREFIX)
SHARED = $(ROOT)/share/mayfly
SWIFT_PACKAGE = $(SHARED)/MayflyExtension

# A program that is missing is an error before anything is written.
.PHONY: installed
installed: $(addprefix $(BIN)/,$(PROGRAMS) $(WARM_UPS))
	@case "$(PREFIX)" in /*) ;; *) echo "mayfly: PREFIX must begin with '/', found '$(PREFIX)'" >&2; exit 1 ;; esac
	@rm -rf "$(ROOT)/include/mayfly" "$(SHARED)"
	@install -d "$(ROOT)/bin" "$(ROOT)/libexec/mayfly" "$(ROOT)/include/mayfly/ext" "$(ROOT)/lib/pkgconfig" \
		"$(SWIFT_PACKAGE)/Sources"
	install -m 755 $(addprefix $(BIN)/,$(PROGRAMS) $(WARM_UPS)) "$(ROOT)/libexec/mayfly/"
	ln -sfn ../libexec/mayfly/mayfly "$(ROOT)/bin/mayfly"
	@install -m 644 Sources/CMayfly/include/mayfly/*.h "$(ROOT)/include/mayfly/"
	@install -m 644 Sources/CMayfly/include/mayfly/ext/*.h "$(ROOT)/include/mayfly/ext/"
	install -m 644 Sources/CMayfly/mayfly.pc "$(ROOT)/lib/pkgconfig/"
	install -m 644 Sources/CMayfly/extension.map "$(SHARED)/"
	@install -m 644 Sources/CMayfly/Package.swift.in "$(SWIFT_PACKAGE)/Package.swift"
	@cp -R Sources/CMayfly Sources/MayflyExtension "$(SWIFT_PACKAGE)/Sources/"
	@cd "$(SWIFT_PACKAGE)/Sources/CMayfly" && rm -f extension.map mayfly.pc Package.swift.in
	@chmod -R u+rwX,go+rX,go-w "$(SHARED)"
	@echo "installed below $(PREFIX); for extensions: PKG_CONFIG_PATH=$(PREFIX)/lib/pkgconfig"
