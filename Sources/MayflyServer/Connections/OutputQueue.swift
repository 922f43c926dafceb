internal import Foundation
internal import MayflyLinux
internal import MayflyRPC
internal import Synchronization

/// Writes lines to a client, so that nobody waits for a client that does not read: a short line at once where there is room for it, all
/// others in a thread of its own.
///
/// What waits to be written is bounded. Where a client lets it grow beyond that, all of it is dropped, a last line says why, and the
/// connection ends.
final class OutputQueue: Sendable {
    private struct State {
        var lines: [String] = []
        var bytes = 0
        /// Whether a line is being written: those that come meanwhile wait.
        var isWriting = false
        /// No line is taken any more, and the thread ends when all are written.
        var isClosed = false
    }

    private let descriptor: Int32
    /// Whether the descriptor is a terminal, which can wait though it has room.
    private let isTerminal: Bool
    /// The thread waits for it, and nobody else does.
    private let condition = NSCondition()
    /// Opens at the end of the thread.
    private let end = Gate()
    private let state = Mutex(State())
    /// Called once, when the client cannot be written to, or does not read.
    private let failed: @Sendable (_ reason: String) -> Void

    init(to descriptor: Int32, failed: @escaping @Sendable (_ reason: String) -> Void) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        self.failed = failed
        Thread.detachNewThread { self.run() }
    }

    /// Adds a line, without its end.
    func write(_ line: String, overflow: @autoclosure () -> String) {
        let step = state.withLock { state -> Step in
            guard !state.isClosed else { return .nothing }
            if state.lines.isEmpty, !state.isWriting, line.utf8.count < DescriptorWriting.room {
                state.isWriting = true
                return .write
            }
            state.lines.append(line)
            state.bytes += line.utf8.count + 1
            guard state.bytes > ConnectionLimits.unreadBytes else { return .leave }
            state.lines = [overflow()]
            state.isClosed = true
            return .end
        }
        switch step {
        case .nothing: break
        case .write: writeAtOnce(line)
        case .leave: signal()
        case .end:
            signal()
            failed("more than \(ConnectionLimits.unreadBytes) bytes waited for the client to read them")
        }
    }

    /// What is done with a line.
    private enum Step {
        case nothing
        /// It is short, and nothing waits before it.
        case write
        /// The thread writes it.
        case leave
        /// Too much waits.
        case end
    }

    /// Writes a short line, or leaves it to the thread where it would have to wait for the client.
    private func writeAtOnce(_ line: String) {
        let hasRoom = !isTerminal && DescriptorWriting.hasRoom(descriptor)
        if hasRoom { put(line) }
        let isMore = state.withLock { state in
            state.isWriting = false
            if !hasRoom {
                state.lines.insert(line, at: 0)
                state.bytes += line.utf8.count + 1
            }
            return !state.lines.isEmpty || state.isClosed
        }
        if isMore { signal() }
    }

    /// Writes lines. Where the client has closed its end, nothing more is written.
    private func put(_ lines: String) {
        guard DescriptorWriting.writeAll((lines + "\n").utf8, to: descriptor) != 0 else { return }
        state.withLock { ($0.isClosed, $0.lines) = (true, []) }
        failed("the client has closed its end")
    }

    /// Writes what waits, and ends. Returns when the thread has ended, or after the limit; without one, only then.
    func close(within limit: Duration? = nil) async {
        state.withLock { $0.isClosed = true }
        signal()
        await end.wait(within: limit)
    }

    private func signal() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    private func run() {
        while let lines = next() {
            put(lines.joined(separator: "\n"))
            state.withLock { $0.isWriting = false }
        }
        end.open()
    }

    /// The lines that wait, which are being written then; nil at the end.
    private func next() -> [String]? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            let lines = state.withLock { state -> [String]? in
                guard !state.isWriting else { return nil }
                if state.lines.isEmpty { return state.isClosed ? [] : nil }
                defer { (state.lines, state.bytes, state.isWriting) = ([], 0, true) }
                return state.lines
            }
            if let lines { return lines.isEmpty ? nil : lines }
            condition.wait()
        }
    }
}
