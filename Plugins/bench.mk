# The C programs of `mayfly bench`, in the folder of the mayfly command: the floor that it compares the host with, and
# its extension in C. They are built with a plain compiler, so that they need only the C library.

.PHONY: floor
floor: $(BIN)/bench-floor $(BIN)/libBenchC.so $(BIN)/libBenchCalls.so

$(BIN)/bench-floor: $(wildcard Plugins/Bench/Floor/*.[ch]) Sources/CMayflyLinux/packets.c
	cc -std=c11 $(CFLAGS) $(WARNINGS) -ISources/CMayfly/include -ISources/CMayflyLinux/include -o $@ $(filter %.c, $^) -ldl

$(BIN)/libBenchCalls.so: Plugins/Bench/Calls/calls.c
	cc -std=c99 -D_POSIX_C_SOURCE=200809L $(CFLAGS) $(WARNINGS) $(PLUGIN_FLAGS) -o $@ $^

$(BIN)/libBenchC.so: Plugins/Bench/C/bench.c
	cc -std=c99 -D_POSIX_C_SOURCE=200809L $(CFLAGS) $(WARNINGS) $(PLUGIN_FLAGS) -o $@ $^
