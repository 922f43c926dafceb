internal import MayflyABI
internal import MayflyHost
internal import MayflyTesting
internal import Synchronization

/// What has happened in the windows of one device, as far as a scenario compares it.
final class EventLog: Sendable {
    fileprivate struct State {
        var count = 0
        var names: [ScenarioCheck.NameKind: [String]] = [:]
        /// The processes of workers that have not ended, the newest last.
        var processes: [Int32] = []
        var lines: [String] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// An extension decides how much happens: of more, the newest is kept.
    private static let kept = 20_000
    private let state = Mutex(State())

    func record(_ event: HostEvent) {
        let waiter = state.withLock { state in
            state.count += 1
            state.note(event)
            state.lines.append(TraceLine.text(event))
            if state.lines.count > 2 * Self.kept { state.lines.removeFirst(Self.kept) }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// How many events there were.
    var count: Int { state.withLock { $0.count } }

    /// One line for each event.
    var lines: [String] { state.withLock { $0.lines } }

    /// In their order.
    func names(_ kind: ScenarioCheck.NameKind) -> [String] { state.withLock { $0.names[kind] ?? [] } }

    /// The process of the worker that was started last and has not ended; nil for none.
    var process: Int32? { state.withLock { $0.processes.last } }

    func isRunning(_ process: Int32) -> Bool { state.withLock { $0.processes.contains(process) } }

    /// Waits for one more event than these. False when none came in time, or the task was cancelled. One at a time waits.
    func waits(forMoreThan count: Int, until limit: ContinuousClock.Instant) async -> Bool {
        let timer = Task { [weak self] in
            // One that is cancelled must not wake the next wait.
            guard (try? await Task.sleep(until: limit)) != nil else { return }
            self?.wake()
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    guard state.count <= count, .now < limit, !Task.isCancelled else { return true }
                    state.waiter = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        return self.count > count && !Task.isCancelled
    }

    private func wake() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// All names that there are.
    static func names(of kind: ScenarioCheck.NameKind) -> [String] {
        switch kind {
        case .callbacks: Table.callbacks.map(\.name)
        case .calls, .refusals:
            Table.interfaces.filter { $0.side != .extension }.flatMap(\.functions).compactMap { function in
                if case .worker = function.implementer { nil } else { function.name }
            }
        }
    }
}

extension EventLog.State {
    fileprivate mutating func note(_ event: HostEvent) {
        switch event {
        case .callback(_, let name, _): keep(name, .callbacks)
        case .call(_, let name, _, let error):
            keep(name, .calls)
            if error != nil { keep(name, .refusals) }
        case .process(_, .spawned, let id?): processes.append(id)
        case .process(_, .reaped, let id?): processes.removeAll { $0 == id }
        default: break
        }
    }

    private mutating func keep(_ name: String, _ kind: ScenarioCheck.NameKind) {
        names[kind, default: []].append(name)
        if (names[kind] ?? []).count > 40_000 { names[kind]?.removeFirst(20_000) }
    }
}
