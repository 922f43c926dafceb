public import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The ordered record of the events of one or more windows: processes, callbacks, calls, field and transcript.
public final class Trace: Sendable {
    private struct Waiter {
        var condition: any TraceCondition
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var events: [HostEvent] = []
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    /// An empty trace.
    public init() {}

    /// Appends an event. Pass this function to a window as its observer.
    public func record(_ event: HostEvent) {
        let met = state.withLock { state -> [Waiter] in
            state.events.append(event)
            var (waiting, met): ([Waiter], [Waiter]) = ([], [])
            for var waiter in state.waiters {
                if waiter.condition.isMet(by: event) { met.append(waiter) } else { waiting.append(waiter) }
            }
            state.waiters = waiting
            return met
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// All events so far.
    public var events: [HostEvent] { state.withLock { $0.events } }

    /// All events so far, one line for each.
    public var lines: [String] { events.map(TraceLine.text) }

    /// The life cycle: the names of process steps and callbacks only.
    public var lifecycle: [String] {
        events.compactMap { event in
            switch event {
            case .process(_, let step, _): step.rawValue
            case .callback(_, let name, _): name
            default: nil
            }
        }
    }

    /// The lines of the log, those of the host included.
    public var said: [String] {
        events.compactMap { if case .log(_, _, let line) = $0 { line } else { nil } }
    }

    /// Removes all events.
    public func clear() { state.withLock { $0.events = [] } }

    /// Waits until the events meet the condition. The wait has no time limit, and cancelling the task does not end it: a test that
    /// waits for an event that never comes does not end. For an extension that does not answer, the deadlines of the host's policy
    /// bring an event.
    ///
    /// All events are looked at again for each new one, which takes long under a flood of events: the other two forms do not.
    public func wait(until isMet: @escaping @Sendable ([HostEvent]) -> Bool) async {
        await wait(forRest: { events in
            if isMet(events) { return nil }
            return FoldedCondition(value: events) { events, event in
                events.append(event)
                return isMet(events)
            }
        })
    }

    /// Waits for an event that meets the condition; an earlier one counts.
    public func wait(for isIt: @escaping @Sendable (HostEvent) -> Bool) async {
        await wait(false) { isFound, event in
            isFound = isFound || isIt(event)
            return isFound
        }
    }

    /// Waits until `isMet` says so of the newest event. It gets each event once, the earlier ones too, and what it has made of
    /// those before.
    public func wait<Result: Sendable>(
        _ initial: Result,
        until isMet: @escaping @Sendable (inout Result, HostEvent) -> Bool
    ) async {
        await wait(forRest: { events in
            var condition = FoldedCondition(value: initial, step: isMet)
            var isMet = false
            for event in events { isMet = condition.isMet(by: event) }
            return isMet ? nil : condition
        })
    }

    /// Waits for what is still missing after the events so far; `missing` gives nil for nothing.
    private func wait(forRest missing: @Sendable ([HostEvent]) -> (any TraceCondition)?) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                guard let condition = missing(state.events) else { return true }
                state.waiters.append(Waiter(condition: condition, continuation: continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }
}

/// What somebody waits for.
private protocol TraceCondition: Sendable {
    /// Whether it is met with the next event.
    mutating func isMet(by event: HostEvent) -> Bool
}

private struct FoldedCondition<Value: Sendable>: TraceCondition {
    var value: Value
    let step: @Sendable (inout Value, HostEvent) -> Bool

    mutating func isMet(by event: HostEvent) -> Bool { step(&value, event) }
}
