internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// What happened in a window, with the times; only the first events of a flood are kept.
final class RunLog: Sendable {
    struct Entry: Sendable {
        let time: ContinuousClock.Instant
        let event: HostEvent
    }

    private struct State {
        var entries: [Entry] = []
        var process: Int32?
        var ends: [WorkerEnd] = []
    }

    private static let mostEntries = 4000
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
            if case .process(_, .spawned, let id) = event { state.process = id }
            if case .receipt(_, let end) = event, state.ends.count < 16 { state.ends.append(end) }
            if state.entries.count < Self.mostEntries { state.entries.append(Entry(time: .now, event: event)) }
            return state.process
        }
        onEvent(event, process)
    }

    var entries: [Entry] { state.withLock { $0.entries } }
    /// The process of the worker that was started last.
    var process: Int32? { state.withLock { $0.process } }
    /// How the workers ended.
    var ends: [WorkerEnd] { state.withLock { $0.ends } }

    /// The callbacks in their order, each with the time until the next event of the life cycle.
    var callbacks: [(name: String, duration: Duration)] {
        var (found, open): ([(String, Duration)], (name: String, start: ContinuousClock.Instant)?) = ([], nil)
        for entry in entries {
            switch entry.event {
            case .callback(_, let name, _):
                if let open { found.append((open.name, entry.time - open.start)) }
                open = (name, entry.time)
            case .process(_, .killed, _), .process(_, .crashed, _), .receipt:
                if let callback = open { found.append((callback.name, entry.time - callback.start)) }
                open = nil
            default: continue
            }
        }
        return found
    }

    /// The calls of the extension that were refused, each once.
    var refusals: [String] {
        var lines: [String] = []
        for entry in entries {
            guard case .call(_, let name, _, let error?) = entry.event, !Self.isOfHost.contains(error.code) else {
                continue
            }
            let line = "\(name) was refused: \(error)"
            if !lines.contains(line), lines.count < 8 { lines.append(line) }
        }
        return lines
    }
}
