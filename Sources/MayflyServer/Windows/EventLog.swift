internal import MayflyModel
internal import MayflyRPC
internal import Synchronization

/// The numbered events of one window, of which the newest are kept.
final class EventLog: Sendable {
    /// What a reader gets.
    struct Batch: Sendable {
        /// The events, each written as JSON with its number.
        var events: [String] = []
        /// The number to read on after.
        var next: Int
        /// The events that are not kept any more and were not read.
        var gap: ClosedRange<Int>?
        /// Whether no event will follow.
        var isEnd = false
    }

    private enum Waiter {
        /// It is about to wait.
        case expected
        case waiting(CheckedContinuation<Void, Never>)
        /// It is not to wait any more.
        case woken
    }

    private struct State {
        var events: ArraySlice<String> = []
        /// The number of the first of `events`.
        var first = 1
        var bytes = 0
        var isClosed = false
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0

        var last: Int { first + events.count - 1 }

        /// Wakes one, and gives what is to be resumed.
        mutating func wake(_ number: Int) -> CheckedContinuation<Void, Never>? {
            switch waiters[number] {
            case .waiting(let continuation):
                waiters[number] = nil
                return continuation
            case .expected: waiters[number] = .woken
            case .woken, nil: break
            }
            return nil
        }

        mutating func wakeAll() -> [CheckedContinuation<Void, Never>] { waiters.keys.compactMap { wake($0) } }
    }

    /// How many bytes of JSON a reader gets at once: an answer is one line.
    static let mostReadBytes = ConnectionLimits.line * 3 / 4

    private let mostEvents: Int
    private let mostBytes: Int
    private let state = Mutex(State())

    init(mostEvents: Int = ConnectionLimits.events, mostBytes: Int = ConnectionLimits.eventBytes) {
        (self.mostEvents, self.mostBytes) = (mostEvents, mostBytes)
    }

    /// The number of the newest event; 0 before the first.
    var last: Int { state.withLock { $0.last } }

    /// Adds an event, of which the closure writes the JSON for a number.
    func append(_ write: (Int) -> String) {
        let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard !state.isClosed else { return [] }
            let line = write(state.last + 1)
            state.events.append(line)
            state.bytes += line.utf8.count
            while state.events.count > mostEvents || state.bytes > mostBytes, state.events.count > 1 {
                state.bytes -= state.events.removeFirst().utf8.count
                state.first += 1
            }
            return state.wakeAll()
        }
        for waiter in woken { waiter.resume() }
    }

    /// Readers that wait get what there is.
    func endWaits() {
        for reader in state.withLock({ $0.wakeAll() }) { reader.resume() }
    }

    /// No event follows: readers that wait get what there is.
    func close() {
        let woken = state.withLock { state in
            state.isClosed = true
            return state.wakeAll()
        }
        for waiter in woken { waiter.resume() }
    }

    /// The events after a number, at most `most`; waits for the first of them for a limited time.
    func next(after number: Int, most: Int, within limit: Duration) async -> Batch {
        if let batch = ready(after: number, most: most) { return batch }
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            state.waiters[state.lastWaiter] = .expected
            return state.lastWaiter
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            wake(waiter)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0, as: waiter, after: number) }
        } onCancel: {
            wake(waiter)
        }
        timer.cancel()
        return ready(after: number, most: most) ?? Batch(next: number)
    }

    private func wait(_ continuation: CheckedContinuation<Void, Never>, as waiter: Int, after number: Int) {
        let isOver = state.withLock { state in
            if case .expected? = state.waiters[waiter], state.last <= number, !state.isClosed {
                state.waiters[waiter] = .waiting(continuation)
                return false
            }
            state.waiters[waiter] = nil
            return true
        }
        if isOver { continuation.resume() }
    }

    private func wake(_ waiter: Int) { state.withLock { $0.wake(waiter) }?.resume() }

    private func ready(after number: Int, most: Int) -> Batch? {
        state.withLock { state in
            guard state.last > number else {
                return state.isClosed ? Batch(next: number, isEnd: true) : nil
            }
            guard number + 1 >= state.first else {
                return Batch(next: state.first - 1, gap: (number + 1)...(state.first - 1))
            }
            var batch = Batch(next: number)
            var room = Self.mostReadBytes
            for event in state.events.dropFirst(number + 1 - state.first).prefix(most) {
                room -= event.utf8.count
                guard room >= 0 || batch.events.isEmpty else { break }
                batch.events.append(event)
                batch.next += 1
            }
            batch.isEnd = state.isClosed && batch.next == state.last
            return batch
        }
    }
}
