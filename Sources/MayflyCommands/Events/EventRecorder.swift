package import MayflyHost
internal import Synchronization

/// Observes a window: passes each event on at once, and records its name for steps that wait for an event.
package final class EventRecorder: Sendable {
    private struct State {
        var names: [String] = []
        var addresses: [String] = []
        var listeners: [Int: AsyncStream<String>.Continuation] = [:]
        var lastListener = 0
    }

    private let state = Mutex(State())
    private let sink: @Sendable (HostEvent) -> Void

    package init(_ sink: @escaping @Sendable (HostEvent) -> Void = { _ in }) { self.sink = sink }

    package func record(_ event: HostEvent) {
        sink(event)
        let name = event.name
        let listeners = state.withLock { state in
            state.names.append(name)
            if case .openURL(let url) = event { state.addresses.append(url) }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(name) }
    }

    /// The number of events so far.
    package var count: Int { state.withLock { $0.names.count } }

    /// The URLs to open since the last call.
    func takeAddresses() -> [String] {
        state.withLock { state in
            defer { state.addresses = [] }
            return state.addresses
        }
    }

    /// Waits for an event with that name after the first `passed` events. False when none came in time.
    package func awaits(_ name: String, after passed: Int, within limit: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            let names = names(after: passed)
            group.addTask {
                for await next in names where next == name { return true }
                return false
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            let isHere = await group.next() ?? false
            group.cancelAll()
            return isHere
        }
    }

    /// The names of the events after the first `passed`, and of those that come.
    private func names(after passed: Int) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let number = state.withLock { state in
            for name in state.names.dropFirst(passed) { continuation.yield(name) }
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}

extension HostEvent {
    /// What a script calls the event: a callback, a call or a step of a process by its own name, else its kind.
    fileprivate var name: String {
        switch self {
        case .process(_, let step, _): step.rawValue
        case .callback(_, let name, _), .call(_, let name, _, _): name
        case .draft: "draft"
        case .transcript: "transcript"
        case .view: "view"
        case .keyboard: "keyboard"
        case .openURL: "openURL"
        case .log: "log"
        case .unconfined: "unconfined"
        case .moreTime: "moreTime"
        case .receipt: "receipt"
        }
    }
}
