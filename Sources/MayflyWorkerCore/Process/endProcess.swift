internal import Glibc

/// Ends the worker at once, without running destructors and exit handlers of the extension.
func endProcess(status: Int32 = 0) -> Never { _exit(status) }
