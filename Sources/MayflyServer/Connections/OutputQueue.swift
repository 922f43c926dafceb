internal import Foundation
internal import MayflyLinux
internal import MayflyRPC
internal import Synchronization

/// Writes lines to a client in a thread of its own, so that nobody waits for a client that does not read.
///
/// What waits to be written is bounded. Where a client lets it grow beyond that, all of it is dropped, a last line says why, and the
/// connection ends.
final class OutputQueue: Sendable {
    private struct State {
        var lines: [String] = []
        var bytes = 0
        /// No line is taken any more, and the thread ends when all are written.
        var isClosed = false
        var isOver = false
    }

    private let descriptor: Int32
    private let condition = NSCondition()
    private let state = Mutex(State())
    /// Called once, when the client cannot be written to, or does not read.
    private let failed: @Sendable (_ reason: String) -> Void

    init(to descriptor: Int32, failed: @escaping @Sendable (_ reason: String) -> Void) {
        self.descriptor = descriptor
        self.failed = failed
        Thread.detachNewThread { self.run() }
    }

    /// Adds a line, without its end.
    func write(_ line: String, overflow: @autoclosure () -> String) {
        let isTooMuch = state.withLock { state in
            guard !state.isClosed else { return false }
            state.lines.append(line)
            state.bytes += line.utf8.count + 1
            guard state.bytes > ConnectionLimits.unreadBytes else { return false }
            state.lines = [overflow()]
            state.isClosed = true
            return true
        }
        signal()
        if isTooMuch { failed("more than \(ConnectionLimits.unreadBytes) bytes waited for the client to read them") }
    }

    /// Writes what waits, and ends. False if that takes longer than the limit.
    func close(within limit: Duration) -> Bool {
        state.withLock { $0.isClosed = true }
        signal()
        let end = Date(timeIntervalSinceNow: Double(limit.components.seconds))
        condition.lock()
        defer { condition.unlock() }
        while !state.withLock({ $0.isOver }) {
            guard condition.wait(until: end) else { return state.withLock { $0.isOver } }
        }
        return true
    }

    private func signal() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    private func run() {
        while let lines = next() {
            let text = lines.joined(separator: "\n") + "\n"
            guard DescriptorWriting.writeAll(text.utf8, to: descriptor) == 0 else {
                state.withLock { ($0.isClosed, $0.lines) = (true, []) }
                failed("the client has closed its end")
                break
            }
        }
        state.withLock { $0.isOver = true }
        signal()
    }

    /// The lines that wait; nil at the end.
    private func next() -> [String]? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            let lines = state.withLock { state -> [String]? in
                if state.lines.isEmpty { return state.isClosed ? [] : nil }
                defer { (state.lines, state.bytes) = ([], 0) }
                return state.lines
            }
            if let lines { return lines.isEmpty ? nil : lines }
            condition.wait()
        }
    }
}
