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

    private struct State {
        var events: RecentQueue<String>
        /// The number of the first of `events`.
        var first = 1
        var isClosed = false
        /// Whether readers may wait.
        var allowsWaits = true
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0

        var last: Int { first + events.count - 1 }

        /// Takes all readers, to be resumed.
        mutating func wakeAll() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    /// How many bytes of JSON a reader gets at once: an answer is one line.
    static let mostReadBytes = ConnectionLimits.line * 3 / 4

    private let state: Mutex<State>

    init(mostEvents: Int = ConnectionLimits.events, mostBytes: Int = ConnectionLimits.eventBytes) {
        state = Mutex(State(events: RecentQueue(mostElements: mostEvents, mostBytes: mostBytes)))
    }

    /// The number of the newest event; 0 before the first.
    var last: Int { state.withLock { $0.last } }

    /// How many bytes of JSON are kept.
    var bytes: Int { state.withLock { $0.events.bytes } }

    /// Adds an event, of which the closure writes the JSON for a number.
    func append(_ write: (Int) -> String) {
        let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard !state.isClosed else { return [] }
            let line = write(state.last + 1)
            state.first += state.events.append(line, bytes: line.utf8.count)
            return state.wakeAll()
        }
        for waiter in woken { waiter.resume() }
    }

    /// Readers that wait get what there is, and none waits from now on.
    func endWaits() {
        let woken = state.withLock { state in
            state.allowsWaits = false
            return state.wakeAll()
        }
        for waiter in woken { waiter.resume() }
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
        if limit > .zero { await wait(for: number + 1, within: limit) }
        return ready(after: number, most: most) ?? Batch(next: number)
    }

    private func wait(for number: Int, within limit: Duration) async {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let waits = state.withLock { state in
                    guard state.last < number, !state.isClosed, state.allowsWaits, !Task.isCancelled else {
                        return false
                    }
                    state.waiters[waiter] = continuation
                    return true
                }
                guard waits else { return continuation.resume() }
                timer = Task {
                    try? await Task.sleep(for: limit)
                    wake(waiter)
                }
            }
        } onCancel: {
            wake(waiter)
        }
    }

    private func wake(_ waiter: Int) { state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume() }

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
            while batch.events.count < most, let event = state.events[batch.next + 1 - state.first] {
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
