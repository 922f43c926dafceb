# What `make install` puts below PREFIX: the programs in a folder of their own with a link to `mayfly` in bin, the C interface with its
# version script for pkg-config, and the Swift interface as a package.

PROGRAMS = mayfly mayfly-web mayfly-store mayfly-author mayfly-fetch mayfly-portal mayfly-worker mayfly-static-worker mayfly-media-worker
ROOT = $(DESTDIR)$(PREFIX)

.PHONY: installed
installed:
	install -d $(ROOT)/bin $(ROOT)/libexec/mayfly $(ROOT)/include/mayfly $(ROOT)/include/mayfly/ext $(ROOT)/lib/pkgconfig \
		$(ROOT)/share/mayfly/swift/Sources/CMayfly/include
	install -m 755 $(addprefix $(BIN)/,$(PROGRAMS)) $(wildcard $(BIN)/libMayfly*.so) $(ROOT)/libexec/mayfly/
	ln -sf ../libexec/mayfly/mayfly $(ROOT)/bin/mayfly
	install -m 644 $(wildcard Sources/CMayfly/include/mayfly/*.h) $(ROOT)/include/mayfly/
	install -m 644 $(wildcard Sources/CMayfly/include/mayfly/ext/*.h) $(ROOT)/include/mayfly/ext/
	install -m 644 Sources/CMayfly/extension.map $(ROOT)/share/mayfly/
	sed 's|@PREFIX@|$(PREFIX)|' Sources/CMayfly/mayfly.pc.in >$(ROOT)/lib/pkgconfig/mayfly.pc
	cp -r Sources/CMayfly/include Sources/CMayfly/*.c $(ROOT)/share/mayfly/swift/Sources/CMayfly/
	cp -r Sources/MayflyExtension $(ROOT)/share/mayfly/swift/Sources/
	install -m 644 Sources/MayflyExtension.package $(ROOT)/share/mayfly/swift/Package.swift
