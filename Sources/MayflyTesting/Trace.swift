public import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The ordered record of the events of one or more windows: processes, callbacks, calls, field and transcript.
public final class Trace: Sendable {
    private struct Waiter {
        /// Takes all events and the newest of them.
        let isMet: @Sendable ([HostEvent], HostEvent) -> Bool
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
            guard !state.waiters.isEmpty else { return [] }
            let events = state.events
            let waiters = state.waiters.map { (waiter: $0, isMet: $0.isMet(events, event)) }
            state.waiters = waiters.filter { !$0.isMet }.map(\.waiter)
            return waiters.filter(\.isMet).map(\.waiter)
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
    public func wait(until isMet: @escaping @Sendable ([HostEvent]) -> Bool) async {
        await wait(unless: isMet) { events, _ in isMet(events) }
    }

    /// Waits for an event that meets the condition; an earlier one counts. Each event is checked once, because checking all
    /// events again for each new one would slow down the host under a flood of events.
    public func wait(for isIt: @escaping @Sendable (HostEvent) -> Bool) async {
        await wait(unless: { $0.contains(where: isIt) }, orUntil: { isIt($1) })
    }

    private func wait(
        unless isMet: @Sendable ([HostEvent]) -> Bool,
        orUntil isMetLater: @escaping @Sendable ([HostEvent], HostEvent) -> Bool
    ) async {
        await withCheckedContinuation { continuation in
            let isMetNow = state.withLock { state in
                if isMet(state.events) { return true }
                state.waiters.append(Waiter(isMet: isMetLater, continuation: continuation))
                return false
            }
            if isMetNow { continuation.resume() }
        }
    }
}
