# The front door: `make run` shows the product, `make test` proves it.

CONFIG ?= release
BIN = .build/$(CONFIG)
CFLAGS ?= -O2 -g
CXXFLAGS ?= -O2 -g
WARNINGS = -Wall -Wextra -Werror -pedantic
SWIFT_FILES = Package.swift Sources Tests Plugins
C_FILES = $(shell find Sources Tests Plugins -name "*.[ch]" -o -name "*.[ch]pp")
ARGS ?=

CONFORMANCE = .build/conformance
KILLS ?= 300
FUZZ = .build-fuzz
READERS ?= frames rows manifest pack view json library picture
SECONDS ?= 300
LAUNCHES ?= 100000
SANITIZERS ?= thread address

.PHONY: run build test conformance durability host-deaths shortage soak fuzz sanitize bench lint plugins picture setup format \
	clean help

help:
	@echo "make run      install what is missing, build, and play the demo"
	@echo "make test     lint, build and run every test, and compare what they prove with Documentation/specification"
	@echo "make conformance   run every test and print which statement of the model each one proves"
	@echo "make bench    measure launches, round trips, ends and memory, and what must not grow with a conversation"
	@echo "make durability    kill the host KILLS times ($(KILLS)) in a long run and look for anything lost"
	@echo "make host-deaths   kill the host KILLS times (1000 unless set) in every phase of its workers, and look for what stays"
	@echo "make shortage   make this machine short of memory for a moment, and look which workers are ended"
	@echo "make soak     launch healthy and faulty extensions at random, LAUNCHES ($(LAUNCHES)) of them or for MINUTES, and look for growth"
	@echo "make fuzz     give the readers of untrusted bytes (READERS) random ones, SECONDS ($(SECONDS)) each"
	@echo "make sanitize run the tests under the sanitizers SANITIZERS ($(SANITIZERS)); FILTER chooses tests"
	@echo "make build    build the mayfly command in $(BIN)"
	@echo "make plugins  pack the sample extensions, so that 'mayfly list' shows them"
	@echo "make example  add a host function to a copy of the sources, and compile it"
	@echo "make picture  draw Documentation/images/transcript.svg, the picture of README.md, again"
	@echo "make lint     check the style of all Swift, C and C++ files"
	@echo "make format   bring all of them into that style"
	@echo "make clean    remove what was built"

run: plugins
	$(BIN)/mayfly list
	$(BIN)/mayfly demo $(ARGS)

setup:
	@.ci/setup

# What a person runs, without the programs that measure and test.
build: setup
	MAYFLY_BUILD=run swift build -c $(CONFIG)

test: lint
	@.ci/setup tests
	@$(MAKE) --no-print-directory tests
	@.ci/tests

# Every test again, with its claims recorded; then the whole matrix, of which `make test` prints the sums. Status 1 if it is not
# as the specification says.
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

# The same test as in `make test`, with more kills and one second for what is left to end.
host-deaths: setup tests
	MAYFLY_HOST_DEATHS=$(if $(filter file,$(origin KILLS)),1000,$(KILLS)) $(if $(SEED),MAYFLY_SEED=$(SEED)) \
		swift test --skip-build --filter HostDeathCampaignTests

# A process waits for memory in a control group of its own, which only the superuser can make.
shortage: setup
	swift build --build-tests
	MAYFLY_SHORTAGE=1 swift test --skip-build --filter RealShortageTests

# The corpus of Tests/Faults/Plugins is packed beside the command, where `mayfly soak` finds it. It prints its seed; SEED repeats
# a run.
soak: measures
	@$(MAKE) --no-print-directory pack faults CONFIG=$(CONFIG)
	$(BIN)/mayfly soak $(if $(MINUTES),--minutes $(MINUTES),--launches $(LAUNCHES)) $(if $(SEED),--seed $(SEED)) $(ARGS)

.PHONY: faults
faults: $(BIN)/faults

$(BIN)/faults: $(BIN)/pack-faults $(wildcard Tests/Faults/Plugins/*)
	@rm -rf $@
	$(BIN)/pack-faults Plugins/Tally/icon.png $@

# libFuzzer on each reader. What it learns is kept in $(FUZZ)/corpus, what ends a reader in $(FUZZ)/found: such a file goes to
# Tests/Fuzzing/Cases with the fix. The short run of `make test` is FuzzReplayTests.
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

# The host, the tool and the tests are sanitized. The workers are not: a sanitizer maps terabytes and makes system calls that
# their sandbox is there to refuse. They come from the ordinary build, with the packed samples.
sanitize: setup tests
	@for kind in $(SANITIZERS); do \
		scratch=.build-$$kind; \
		swift build --build-tests --sanitize=$$kind -Xswiftc -use-ld=lld --scratch-path $$scratch || exit 1; \
		cp .build/debug/mayfly-*worker .build/debug/bench-floor .build/debug/libBench*.so .build/debug/libSwiftFace.so .build/debug/libMayfly*.so \
			$$scratch/debug/ || exit 1; \
		rm -rf $$scratch/debug/plugins && cp -r .build/debug/plugins $$scratch/debug/ || exit 1; \
		swift test --skip-build --sanitize=$$kind -Xswiftc -use-ld=lld --scratch-path $$scratch \
			$(if $(FILTER),--filter '$(FILTER)') || exit 1; \
	done

lint:
	@.ci/setup lint
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	@clang-format --dry-run -Werror $(C_FILES)

# Adds a host function to a copy of the sources: see Documentation/adding-a-host-function.md.
.PHONY: example
example: setup
	@Tests/Example/build

format:
	swift format --in-place --recursive $(SWIFT_FILES)
	@clang-format -i $(C_FILES)

plugins: build
	@$(MAKE) --no-print-directory pack CONFIG=$(CONFIG)

# Everything, with the programs of `make bench` and `make soak`.
.PHONY: measures
measures: setup
	swift build -c $(CONFIG)
	@$(MAKE) --no-print-directory floor CONFIG=$(CONFIG)

# The tests and the programs that they start; they lie beside the debug build's worker and plugins. Without debug information, and
# with two runs of the compiler for each module (one for each core of a small machine), they are built in five sixths of the time.
TESTS_BUILD = --explicit-target-dependency-import-check error -debug-info-format none -Xswiftc -driver-batch-count -Xswiftc 2
.PHONY: tests
tests:
	swift build --build-tests $(TESTS_BUILD)
	@$(MAKE) --no-print-directory pack floor CONFIG=debug

# The picture of README.md: the conversation of the demo, with a text, a count and a sticker on a bubble added to it.
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
