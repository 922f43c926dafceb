internal import Glibc

/// Ends the worker at once: no destructor and no exit handler of the extension gets to run.
func endProcess(status: Int32 = 0) -> Never { _exit(status) }
