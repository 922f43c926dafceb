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

    /// An event as it is kept: its kind, also where the line says `omitted`, and its JSON.
    private struct Event: Sendable {
        let kind: String
        let line: String
    }

    /// A reader that waits for the first event of its kinds; it is resumed with the number to read on after.
    private struct Waiter {
        let kinds: Set<String>?
        let continuation: CheckedContinuation<Int, Never>
    }

    private struct State {
        var events: RecentQueue<Event>
        /// The number of the first of `events`.
        var first = 1
        var isClosed = false
        /// Whether readers may wait.
        var allowsWaits = true
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0

        var last: Int { first + events.count - 1 }

        func event(_ number: Int) -> Event? { events[number - first] }

        /// The number of the first event of these kinds after a number; nil where there is none.
        func firstEvent(of kinds: Set<String>?, after number: Int) -> Int? {
            (max(number + 1, first)..<max(number + 1, last + 1, first)).first { EventLog.has(kinds, event($0)?.kind) }
        }

        /// Takes the readers that wait for an event of this kind, or all, to be resumed.
        mutating func take(for kind: String? = nil) -> [CheckedContinuation<Int, Never>] {
            let taken = waiters.filter { kind == nil || EventLog.has($0.value.kinds, kind) }
            for waiter in taken.keys { waiters[waiter] = nil }
            return taken.values.map(\.continuation)
        }
    }

    private static func has(_ kinds: Set<String>?, _ kind: String?) -> Bool {
        guard let kinds, let kind else { return true }
        return kinds.contains(kind)
    }

    /// How many bytes of JSON a reader gets at once: an answer is one line.
    static let mostReadBytes = ConnectionLimits.line * 3 / 4

    private let state: Mutex<State>

    init(mostEvents: Int = ConnectionLimits.events, mostBytes: Int = ConnectionLimits.eventBytes) {
        state = Mutex(State(events: RecentQueue(mostElements: mostEvents, mostBytes: mostBytes)))
    }

    /// The number of the newest event; 0 before the first.
    var last: Int { state.withLock { $0.last } }

    /// Whether a reader waits for something that has not happened.
    var isWaitedFor: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// How many bytes of JSON are kept.
    var bytes: Int { state.withLock { $0.events.bytes } }

    /// Adds an event of a kind, of which the closure writes the JSON for a number.
    func append(_ kind: String, _ write: (Int) -> String) {
        let (last, woken) = state.withLock { state -> (Int, [CheckedContinuation<Int, Never>]) in
            guard !state.isClosed else { return (state.last, []) }
            let line = write(state.last + 1)
            state.first += state.events.append(Event(kind: kind, line: line), bytes: line.utf8.count)
            return (state.last - 1, state.take(for: kind))
        }
        for waiter in woken { waiter.resume(returning: last) }
    }

    /// Readers that wait get what there is, and none waits from now on.
    func endWaits() { wakeAll { $0.allowsWaits = false } }

    /// No event follows: readers that wait get what there is.
    func close() { wakeAll { $0.isClosed = true } }

    private func wakeAll(_ change: (inout State) -> Void) {
        let (last, woken) = state.withLock { state in
            change(&state)
            return (state.last, state.take())
        }
        for waiter in woken { waiter.resume(returning: last) }
    }

    /// The events after a number, at most `most`, of some kinds, or of all; waits for the first of them for a limited time.
    func next(after number: Int, of kinds: Set<String>? = nil, most: Int, within limit: Duration) async -> Batch {
        if let batch = ready(after: number, of: kinds, most: most) { return batch }
        let next =
            limit > .zero ? await wait(for: kinds, after: number, within: limit) : last(without: kinds, after: number)
        return ready(after: next, of: kinds, most: most) ?? Batch(next: next)
    }

    /// The number up to which there is no event of these kinds.
    private func last(without kinds: Set<String>?, after number: Int) -> Int {
        state.withLock { $0.firstEvent(of: kinds, after: number).map { $0 - 1 } ?? max(number, $0.last) }
    }

    /// Waits for the first event of these kinds. Returns the number to read on after.
    private func wait(for kinds: Set<String>?, after number: Int, within limit: Duration) async -> Int {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
                let known = state.withLock { state -> Int? in
                    if let first = state.firstEvent(of: kinds, after: number) { return first - 1 }
                    if state.isClosed || !state.allowsWaits || Task.isCancelled { return max(number, state.last) }
                    state.waiters[waiter] = Waiter(kinds: kinds, continuation: continuation)
                    return nil
                }
                if let known { return continuation.resume(returning: known) }
                timer = Task {
                    try? await Task.sleep(for: limit)
                    wake(waiter)
                }
            }
        } onCancel: {
            wake(waiter)
        }
    }

    private func wake(_ waiter: Int) {
        let woken = state.withLock { state in
            state.waiters.removeValue(forKey: waiter).map { ($0.continuation, state.last) }
        }
        if let (continuation, last) = woken { continuation.resume(returning: last) }
    }

    /// What there is after a number; nil where that is nothing.
    private func ready(after number: Int, of kinds: Set<String>?, most: Int) -> Batch? {
        state.withLock { state in
            if number < state.last, number + 1 < state.first {
                return Batch(next: state.first - 1, gap: (number + 1)...(state.first - 1))
            }
            var batch = Batch(next: number)
            var room = Self.mostReadBytes
            while batch.events.count < most, let event = state.event(batch.next + 1) {
                if Self.has(kinds, event.kind) {
                    room -= event.line.utf8.count
                    guard room >= 0 || batch.events.isEmpty else { break }
                    batch.events.append(event.line)
                }
                batch.next += 1
            }
            batch.isEnd = state.isClosed && batch.next >= state.last
            return batch.events.isEmpty && !batch.isEnd ? nil : batch
        }
    }
}
