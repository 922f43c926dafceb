public import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The ordered log of all that happened in windows: processes, callbacks, calls, field and transcript.
public final class Trace: Sendable {
    private struct Waiter {
        /// Of all events, and the newest of them.
        let isMet: @Sendable ([HostEvent], HostEvent) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var events: [HostEvent] = []
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Adds an event. To be given to a window as its observer.
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

    /// Everything so far.
    public var events: [HostEvent] { state.withLock { $0.events } }

    /// Everything so far, a line an event.
    public var lines: [String] { events.map(TraceLine.text) }

    /// Processes and callbacks only: the life cycle.
    public var lifecycle: [String] {
        events.compactMap { event in
            switch event {
            case .process(_, let step, _): step.rawValue
            case .callback(_, let name, _): name
            default: nil
            }
        }
    }

    /// What the extension itself wrote to its log.
    public var said: [String] {
        events.compactMap { if case .log(_, _, let line) = $0 { line } else { nil } }
    }

    /// Forgets everything so far.
    public func clear() { state.withLock { $0.events = [] } }

    /// Waits until the events fulfil the condition. There is no time limit: the host's own deadlines end every wait
    /// for an extension, and the test's for the rest.
    public func wait(until isMet: @escaping @Sendable ([HostEvent]) -> Bool) async {
        await wait(unless: isMet) { events, _ in isMet(events) }
    }

    /// Waits for such an event, unless it has come. Each is looked at once: where events come in a flood, to look at all of
    /// them for each would hold up the host so long that the flood is none.
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
