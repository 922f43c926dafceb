internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// What happened in the windows of a run; only the first calls of a flood are kept.
final class RunLog: Sendable {
    /// A call of the extension: no arguments, which it can make large.
    struct Call: Sendable {
        let name: String
        /// Why it was refused; nil for one that was carried out.
        let error: MessageError?
    }

    private struct State {
        var calls: [Call] = []
        var callbacks: Set<String> = []
        var process: Int32?
        var ends: [WorkerEnd] = []
    }

    private static let mostCalls = 4000
    /// More than a run has launches.
    private static let mostEnds = 256
    /// Errors that say what this host, or the person, does not give.
    private static let isOfHost: Set<MessageErrorCode> = [
        .unavailable, .notPermitted, .withoutTouch, .noSession, .workerGone, .timedOut, .versionConflict,
    ]
    private let state = Mutex(State())
    private let onEvent: @Sendable (HostEvent, _ process: Int32?) -> Void

    /// `onEvent` is called for each event, before the host goes on.
    init(onEvent: @escaping @Sendable (HostEvent, Int32?) -> Void = { _, _ in }) { self.onEvent = onEvent }

    func record(_ event: HostEvent) {
        let process = state.withLock { state in
            switch event {
            case .process(_, .spawned, let id): state.process = id
            case .receipt(_, let end) where state.ends.count < Self.mostEnds: state.ends.append(end)
            case .callback(_, let name, _): state.callbacks.insert(name)
            case .call(_, let name, _, let error) where state.calls.count < Self.mostCalls:
                state.calls.append(Call(name: name, error: error))
            default: break
            }
            return state.process
        }
        onEvent(event, process)
    }

    /// The calls of the extension in their order.
    var calls: [Call] { state.withLock { $0.calls } }
    /// The process of the worker that was started last.
    var process: Int32? { state.withLock { $0.process } }
    /// How the workers ended.
    var ends: [WorkerEnd] { state.withLock { $0.ends } }

    /// Whether that callback was called.
    func hasCalled(_ callback: String) -> Bool { state.withLock { $0.callbacks.contains(callback) } }

    /// The calls of the extension that were refused, each once.
    var refusals: [String] {
        var seen: Set<String> = []
        return calls.compactMap { call in
            guard let error = call.error, !Self.isOfHost.contains(error.code) else { return nil }
            let line = "\(call.name) was refused: \(error)"
            return seen.insert(line).inserted ? line : nil
        }
    }
}
