/// Tells when the machine is short of memory.
package protocol MemoryPressure: Sendable {
    /// Calls the closure whenever it is, until the watch is stopped. Nil where this machine does not say. All of it on the
    /// event loop.
    func watch(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch?
}

/// What is to be undone when nobody needs to know any more.
package struct MemoryPressureWatch {
    /// Whether it does something even while there is memory enough.
    package let hasCost: Bool
    package let stop: () -> Void

    package init(hasCost: Bool, stop: @escaping () -> Void) {
        self.hasCost = hasCost
        self.stop = stop
    }
}
