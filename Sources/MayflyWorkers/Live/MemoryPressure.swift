/// Reports when the machine is short of memory.
package protocol MemoryPressure: Sendable {
    /// Calls the closure each time the machine is short of memory, until the watch is stopped. Nil if this machine does
    /// not report it. Everything runs on the event loop.
    func watch(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch?
}

/// A watch that can be stopped.
package struct MemoryPressureWatch {
    /// Whether it takes processor time even while there is enough memory.
    let hasCost: Bool
    /// Ends the watch.
    let stop: () -> Void

    /// `stop` is called on the event loop.
    package init(hasCost: Bool, stop: @escaping () -> Void) {
        self.hasCost = hasCost
        self.stop = stop
    }
}
