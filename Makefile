# The commands of the project: `make run` starts the demo, `make test` checks everything.

CONFIG ?= release
BIN = .build/$(CONFIG)
CFLAGS ?= -O2 -g
CXXFLAGS ?= -O2 -g
WARNINGS = -Wall -Wextra -Werror -pedantic
SWIFT_FILES = Package.swift Sources Tests Plugins Examples
C_FILES = $(shell find Sources Tests Plugins Examples -name "*.[ch]" -o -name "*.[ch]pp")
ARGS ?=
PREFIX ?= /usr/local
DESTDIR ?=

CONFORMANCE = .build/conformance
KILLS ?= 300
FUZZ = .build-fuzz
READERS ?= frames rows manifest pack view json library picture requests words web store record
SECONDS ?= 300
LAUNCHES ?= 100000
SANITIZERS ?= thread address

.PHONY: run web author install build test conformance durability host-deaths protocol-kills store-kills page-figures shortage soak fuzz sanitize bench lint plugins picture setup format \
	clean help

help:
	@echo "make run          install missing packages, build, and play the demo"
	@echo "make web          install missing packages, build, and show the people of the demo as a page in the browser"
	@echo "make store        make a store of the sample extensions, serve it on this machine, and play the demo from it"
	@echo "make author       build mayfly with the tools for authors of extensions in $(BIN)"
	@echo "make install      install everything below PREFIX ($(PREFIX)); DESTDIR stands before it, for packagers"
	@echo "make test         check the style, build, run all tests, and compare the results with Documentation/specification"
	@echo "make conformance  run all tests and print which statements of the specification they prove"
	@echo "make bench        measure launches, round trips, ends and memory, and costs that must not grow with a conversation"
	@echo "make durability   kill the host KILLS times ($(KILLS)) in a long run, and check that nothing is lost"
	@echo "make host-deaths  kill the host KILLS times (default 1000) in all phases of its workers, and check for leftovers"
	@echo "make protocol-kills  kill the host or its client KILLS times (default 300) while it serves the host protocol"
	@echo "make store-kills  kill 'mayfly store' KILLS times (default 300) while it installs and updates"
	@echo "make shortage     make this machine short of memory for a moment, and check which workers are ended"
	@echo "make soak         launch healthy and faulty extensions, LAUNCHES ($(LAUNCHES)) times or for MINUTES, and look for leaks"
	@echo "make fuzz         give random bytes to the READERS of untrusted bytes, for SECONDS ($(SECONDS)) each"
	@echo "make sanitize     run the tests under SANITIZERS ($(SANITIZERS)); FILTER selects tests"
	@echo "make tests        build the tests, the programs that they need and the sample extensions, without running a test"
	@echo "make build        build the mayfly command in $(BIN)"
	@echo "make plugins      build and pack the sample extensions, so that 'mayfly list' shows them"
	@echo "make example      add a host function to a copy of the sources, and compile it"
	@echo "make dependent    build and test the package in Examples/swift with Mayfly as a dependency by the version of a git address"
	@echo "make picture      draw Documentation/images/transcript.svg again, the picture in README.md"
	@echo "make protocol     write the description of the host protocol again, in Documentation/protocol"
	@echo "make interface    compare the C interface of OLD, a folder or git revision, with that of NEW or of this checkout"
	@echo "make pin          write the golden file of the C interface again, after it has grown"
	@echo "make reference    write the reference of the C interface again, Documentation/abi.md"
	@echo "make documentation  build the documentation of the Swift libraries, as archives in .build/documentation"
	@echo "make lint         check the style of all Swift, C and C++ files"
	@echo "make format       format all these files"
	@echo "make clean        remove the build folder"

run: plugins
	$(BIN)/mayfly list
	$(BIN)/mayfly demo $(ARGS)

# The page in the browser, with the people of the demo on two devices beside each other.
web: setup
	MAYFLY_BUILD=web swift build -c $(CONFIG)
	@$(MAKE) --no-print-directory pack CONFIG=$(CONFIG)
	$(BIN)/mayfly serve --demo $(ARGS)

# The tools for authors of extensions: mayfly new, pack, validate, test and preview.
author: setup
	MAYFLY_BUILD=author swift build -c $(CONFIG)
	@$(MAKE) --no-print-directory pack CONFIG=$(CONFIG)

# What authors and people need without a checkout.
install: setup
	MAYFLY_BUILD=install swift build -c $(CONFIG)
	@$(MAKE) --no-print-directory installed CONFIG=$(CONFIG)

setup:
	@.ci/setup

# The programs for users, without those for measurements and tests.
build: setup
	MAYFLY_BUILD=run swift build -c $(CONFIG)

# The packages are fetched while the style is checked: one waits for the network, the other for the processor.
test:
	@mkdir -p .build
	@swift package resolve >.build/resolve.log 2>&1 & $(MAKE) --no-print-directory lint; status=$$?; wait; exit $$status
	@.ci/setup tests
	@$(MAKE) --no-print-directory tests
	@.ci/tests

# Runs all tests, records which statements each claims to prove, and prints the whole matrix; `make test` prints only
# its sums. The exit status is 1 if the results differ from the specification.
conformance: setup tests
	@rm -rf $(CONFORMANCE) && mkdir -p $(CONFORMANCE)
	@echo "running every test; its output is in $(CONFORMANCE)/tests.log"
	@for part in --skip --filter; do \
		MAYFLY_CONFORMANCE=$(CURDIR)/$(CONFORMANCE)/claims swift test --skip-build $$part '^IntegrationTests[.]' \
			--event-stream-output-path $(CONFORMANCE)/events$$part --event-stream-version 6.3 \
			>>$(CONFORMANCE)/tests.log 2>&1 || echo "the test run ended with status $$?"; \
	done
	@.build/debug/conformance-report $(CONFORMANCE)/claims $(CONFORMANCE)/events--skip $(CONFORMANCE)/events--filter

bench: measures
	$(BIN)/mayfly bench $(ARGS)
	$(BIN)/benchmarks $(ARGS)

# The same test as in `make test`, with more kills. It prints its seed; SEED repeats a run.
durability: setup tests
	MAYFLY_KILLS=$(KILLS) $(if $(SEED),MAYFLY_SEED=$(SEED)) swift test --skip-build --filter KilledHostTests

# The same test as in `make test`, with more kills, and with one second for leftovers to end.
host-deaths: setup tests
	MAYFLY_HOST_DEATHS=$(if $(filter file,$(origin KILLS)),1000,$(KILLS)) $(if $(SEED),MAYFLY_SEED=$(SEED)) \
		swift test --skip-build --filter HostDeathCampaignTests

# The same test as in `make test`, with more kills of the program that serves the host protocol, or of its client.
protocol-kills: setup tests
	MAYFLY_PROTOCOL_KILLS=$(if $(filter file,$(origin KILLS)),300,$(KILLS)) $(if $(SEED),MAYFLY_SEED=$(SEED)) \
		swift test --skip-build --filter HostKillTests

# The same test as in `make test`, with more kills of the program that installs from a store.
store-kills: setup tests
	MAYFLY_STORE_KILLS=$(if $(filter file,$(origin KILLS)),300,$(KILLS)) $(if $(SEED),MAYFLY_SEED=$(SEED)) \
		swift test --skip-build --filter StoreKillTests

# What the page costs beside the host protocol, on a machine that does nothing else.
page-figures: setup tests
	MAYFLY_PAGE_FIGURES=1 swift test --skip-build --filter PageFigures

# A process waits for memory in its own control group, which only the superuser can make.
shortage: setup tests
	MAYFLY_SHORTAGE=1 swift test --skip-build --filter RealShortageTests

# The corpus of Tests/Faults/Plugins is packed in the folder of the command, where `mayfly soak` finds it. The command
# prints its seed; SEED repeats a run.
soak: measures
	@$(MAKE) --no-print-directory pack faults CONFIG=$(CONFIG)
	$(BIN)/mayfly soak $(if $(MINUTES),--minutes $(MINUTES),--launches $(LAUNCHES)) $(if $(SEED),--seed $(SEED)) $(ARGS)

.PHONY: faults
faults: $(BIN)/faults

$(BIN)/faults: $(BIN)/pack-faults $(wildcard Tests/Faults/Plugins/*)
	@rm -rf $@
	$(BIN)/pack-faults Plugins/Tally/icon.png $@

# Runs libFuzzer on each reader. It keeps its corpus in $(FUZZ)/corpus, and inputs that crash a reader in $(FUZZ)/found:
# add such a file to Tests/Fuzzing/Cases with the fix. FuzzReplayTests is the short run in `make test`.
fuzz: setup
	MAYFLY_FUZZ=1 swift build -c release --product mayfly-fuzz --scratch-path $(FUZZ) \
		-Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
	@for reader in $(READERS); do \
		mkdir -p $(FUZZ)/corpus/$$reader $(FUZZ)/found Tests/Fuzzing/Cases/$$reader; \
		echo "--- $$reader, $(SECONDS) s"; \
		SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 $(FUZZ)/release/mayfly-fuzz $$reader \
			-max_total_time=$(SECONDS) -timeout=5 -max_len=16384 -print_final_stats=1 -verbosity=0 \
			-artifact_prefix=$(FUZZ)/found/$$reader- \
			$(FUZZ)/corpus/$$reader Tests/Fuzzing/Corpus/$$reader Tests/Fuzzing/Cases/$$reader || exit 1; \
	done

# The host, the command and the tests are sanitized. The workers are not, because a sanitizer maps terabytes of memory
# and makes system calls that the workers' sandbox refuses. They are copied from the ordinary build, with the packed
# samples. The reports are written to files: tests read what their programs print.
sanitize: setup tests
	@for kind in $(SANITIZERS); do \
		scratch=.build-$$kind; \
		swift build --build-tests --sanitize=$$kind -Xswiftc -use-ld=lld --scratch-path $$scratch || exit 1; \
		cp .build/debug/mayfly-*worker .build/debug/bench-floor .build/debug/libBench*.so .build/debug/libSwiftFace.so .build/debug/libMayfly*.so \
			$$scratch/debug/ || exit 1; \
		rm -rf $$scratch/debug/plugins && cp -r .build/debug/plugins $$scratch/debug/ || exit 1; \
		rm -f $$scratch/report.*; \
		ASAN_OPTIONS=log_path=$(CURDIR)/$$scratch/report TSAN_OPTIONS=log_path=$(CURDIR)/$$scratch/report \
			swift test --skip-build --sanitize=$$kind -Xswiftc -use-ld=lld --scratch-path $$scratch \
			$(if $(FILTER),--filter '$(FILTER)'); status=$$?; \
		for report in $$scratch/report.*; do [ ! -e $$report ] || { cat $$report; status=1; }; done; \
		[ $$status -eq 0 ] || exit 1; \
	done

lint:
	@.ci/setup lint
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	@clang-format --dry-run -Werror $(C_FILES)

# Adds a host function to a copy of the sources: see Documentation/adding-a-host-function.md.
.PHONY: example
example: setup
	@Tests/Example/build

# Builds the package in Examples/swift with Mayfly as a dependency by version.
.PHONY: dependent
dependent: setup tests
	@Tests/Dependent/build

format:
	swift format --in-place --recursive $(SWIFT_FILES)
	@clang-format -i $(C_FILES)

plugins: build
	@$(MAKE) --no-print-directory pack CONFIG=$(CONFIG)

# All programs, with those of `make bench` and `make soak`.
.PHONY: measures
measures: plugins
	swift build -c $(CONFIG)
	@$(MAKE) --no-print-directory floor CONFIG=$(CONFIG)

# The tests, and the programs that they start, in the folder of the debug build. Three options save a third of the processor time:
# no debug information, one run of the compiler for at most 60 files (and one for each core), and no index of the system's modules.
TESTS_BUILD = --explicit-target-dependency-import-check error -debug-info-format none \
	-Xswiftc -driver-batch-size-limit -Xswiftc 60 -Xswiftc -index-ignore-system-modules
.PHONY: protocol
protocol: build
	$(BIN)/mayfly host --schema | python3 -m json.tool --indent 1 >Documentation/protocol/openrpc.json

# The catalogues of MayflyHost and MayflyExtension with their doc comments, as `docc preview` and web servers show them.
.PHONY: documentation
documentation: setup
	swift build --target MayflyHost $(TESTS_BUILD)
	swift build --target MayflyExtension $(TESTS_BUILD)
	@.ci/documentation "$$(readlink -f .build/debug)" .build/documentation

# One line for each difference; it fails where the interface broke.
.PHONY: interface pin reference comparer
comparer:
	@swift build --product compare-interfaces $(TESTS_BUILD) >.build/compare-interfaces.log 2>&1 || { cat .build/compare-interfaces.log; exit 1; }

interface: comparer
	@.build/debug/compare-interfaces "$(OLD)" $(if $(NEW),"$(NEW)")

pin: comparer
	@.build/debug/compare-interfaces --pin

# From the headers, the table of the interface and the golden files.
reference: comparer
	@.build/debug/compare-interfaces --reference

.PHONY: tests
tests:
	swift build --build-tests $(TESTS_BUILD)
	@$(MAKE) --no-print-directory pack floor CONFIG=debug

# The picture in README.md: the conversation of the demo, with a text, a count and a sticker on a bubble added.
PICTURE = Documentation/images/transcript.svg
PICTURE_HOME = $(CURDIR)/.build/picture

picture: plugins
	@rm -rf $(PICTURE_HOME) && mkdir -p $(dir $(PICTURE))
	$(BIN)/mayfly demo --home $(PICTURE_HOME) >.build/picture.log
	printf 'stick 3 on 3 at 0.92,0.08 scale 0.6\ntype Delicious!\nsend\n' | $(BIN)/mayfly launch org.mayfly.smileys \
		--home $(PICTURE_HOME) --conversation Dessert --as alice --script - >>.build/picture.log
	printf 'tap plus\ntap plus\ntap plus\ntap stage\nsend\n' | $(BIN)/mayfly launch org.mayfly.tally \
		--home $(PICTURE_HOME) --conversation Dessert --as bob --script - >>.build/picture.log
	$(BIN)/mayfly transcript Dessert --as bob --home $(PICTURE_HOME) --svg $(PICTURE)

clean:
	rm -rf .build

include Plugins/pack.mk
include Plugins/bench.mk
include Plugins/store.mk
include Sources/install.mk
