package import CMayflyLinux

extension EventLoop {
    /// Reaps a child that has ended, or when it ends, and calls the closure. The caller closes the pidfd there, and does
    /// not watch it meanwhile. Call it on the loop.
    ///
    /// The kernel shows the end of a process to the debugger that traces it first. Until the debugger has seen it, the
    /// pidfd is readable and the process cannot be reaped, so it is tried at intervals.
    package func reap(_ pidfd: Int32, _ body: @escaping (mayfly_exit) -> Void) {
        var exit = mayfly_exit()
        if mayfly_reap(pidfd, &exit) != 0 { return body(exit) }
        _ = schedule(after: .milliseconds(100)) { self.reap(pidfd, body) }
    }
}
