internal import Glibc
internal import MayflyLinux

/// The kernel's measurement of how long processes wait for memory (pressure stall information, in the kernel's
/// documentation `accounting/psi`).
///
/// The kernel sends a notification if it allows that to this process; otherwise the file is read once a second.
package struct PressureFile: MemoryPressure {
    private let path: String
    private let triggers: [String]
    private let interval: Duration
    /// How long processes may wait in one second before the machine counts as short of memory.
    private static let stall = Duration.milliseconds(150)

    /// Older kernels allow ordinary users only windows that are multiples of two seconds, so there is a second trigger.
    package init(
        path: String = "/proc/pressure/memory",
        triggers: [String] = ["some 150000 1000000", "some 300000 2000000"],
        interval: Duration = .seconds(1)
    ) {
        self.path = path
        self.triggers = triggers
        self.interval = interval
    }

    /// Nil if the file cannot be read.
    package func watch(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch? {
        for trigger in triggers {
            if let watch = trigger.withCString({ arm($0, on: loop, isShort) }) { return watch }
        }
        return poll(on: loop, isShort)
    }

    private func arm(
        _ trigger: UnsafePointer<CChar>,
        on loop: EventLoop,
        _ isShort: @escaping () -> Void
    ) -> MemoryPressureWatch? {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard write(descriptor, trigger, strlen(trigger) + 1) > 0,
            let token = loop.watchPriority(descriptor, handler: isShort)
        else {
            close(descriptor)
            return nil
        }
        return MemoryPressureWatch(hasCost: false) {
            loop.unwatch(descriptor, token)
            close(descriptor)
        }
    }

    private func poll(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch? {
        guard let first = stalled() else { return nil }
        let poll = Poll(total: first)
        schedule(poll, on: loop, isShort)
        return MemoryPressureWatch(hasCost: true) {
            if let next = poll.next { loop.cancel(next) }
            poll.next = nil
        }
    }

    /// The state of the repeated reading; used on the loop only.
    private final class Poll {
        var total: Duration
        var next: EventLoop.Token?

        init(total: Duration) { self.total = total }
    }

    private func schedule(_ poll: Poll, on loop: EventLoop, _ isShort: @escaping () -> Void) {
        poll.next = loop.schedule(after: interval) {
            let total = stalled() ?? poll.total
            let isTooMuch = total - poll.total >= Self.stall
            poll.total = total
            // Schedule the next reading before calling the closure, which may stop the watch.
            schedule(poll, on: loop, isShort)
            if isTooMuch { isShort() }
        }
    }

    /// How long at least one process has waited for memory since the machine was started.
    private func stalled() -> Duration? {
        guard let line = KernelFile.line("some ", of: path), let mark = line.firstRange(of: "total=") else {
            return nil
        }
        return Int64(line[mark.upperBound...]).map { .microseconds($0) }
    }
}
