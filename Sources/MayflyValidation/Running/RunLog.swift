internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// What happened in a window, with the times; only the first events of a flood are kept.
final class RunLog: Sendable {
    /// What is kept of an event: no arguments, views or drafts, which an extension can make large.
    enum Kind: Sendable {
        case callback(String)
        case call(String, MessageError?)
        case end
    }

    struct Entry: Sendable {
        let time: ContinuousClock.Instant
        let kind: Kind
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
            if let kind = Self.kind(of: event), state.entries.count < Self.mostEntries {
                state.entries.append(Entry(time: .now, kind: kind))
            }
            return state.process
        }
        onEvent(event, process)
    }

    private static func kind(of event: HostEvent) -> Kind? {
        switch event {
        case .callback(_, let name, _): .callback(name)
        case .call(_, let name, _, let error): .call(name, error)
        case .process(_, .killed, _), .process(_, .crashed, _), .receipt: .end
        default: nil
        }
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
            switch entry.kind {
            case .callback(let name):
                if let open { found.append((open.name, entry.time - open.start)) }
                open = (name, entry.time)
            case .end:
                if let callback = open { found.append((callback.name, entry.time - callback.start)) }
                open = nil
            case .call: continue
            }
        }
        return found
    }

    /// Whether that callback was called.
    func hasCalled(_ callback: String) -> Bool {
        entries.contains { if case .callback(callback) = $0.kind { true } else { false } }
    }

    /// The calls of the extension that were refused, each once.
    var refusals: [String] {
        var lines: [String] = []
        for entry in entries {
            guard case .call(let name, let error?) = entry.kind, !Self.isOfHost.contains(error.code) else {
                continue
            }
            let line = "\(name) was refused: \(error)"
            if !lines.contains(line), lines.count < 8 { lines.append(line) }
        }
        return lines
    }
}
