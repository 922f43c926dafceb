public import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The ordered log of all that happened in windows: processes, callbacks, calls, field and transcript.
public final class Trace: Sendable {
    private struct State {
        var events: [HostEvent] = []
        var waiters: [(isMet: @Sendable ([HostEvent]) -> Bool, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Adds an event. To be given to a window as its observer.
    public func record(_ event: HostEvent) {
        let met = state.withLock { state in
            state.events.append(event)
            let events = state.events
            let met = state.waiters.filter { $0.isMet(events) }.map(\.1)
            state.waiters.removeAll { $0.isMet(events) }
            return met
        }
        for waiter in met { waiter.resume() }
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
        await withCheckedContinuation { continuation in
            let isMetNow = state.withLock { state in
                if isMet(state.events) { return true }
                state.waiters.append((isMet, continuation))
                return false
            }
            if isMetNow { continuation.resume() }
        }
    }
}
