internal import Glibc
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// The extension is killed at one point of its life, and opened again.
struct Kill: Sendable {
    var steps = Steps()

    /// Kills it when a callback has returned: when what follows it begins.
    static func after(_ callback: String, _ stage: Stage) async throws -> Kill {
        try await make(stage, point: "the end of \(callback)", hasTaps: false) { event, last in
            guard case .callback(_, let name, _) = event else { return false }
            defer { last = name }
            return last == callback
        }
    }

    /// Kills it when it makes its first call of a host function after the launch began.
    static func atCall(_ name: String, _ stage: Stage) async throws -> Kill {
        try await make(stage, point: "a call of \(name)", hasTaps: true) { event, _ in
            if case .call(_, name, _, _) = event { true } else { false }
        }
    }

    /// `isTime` is told the events in their order, and keeps what it needs.
    private static func make(
        _ stage: Stage,
        point: String,
        hasTaps: Bool,
        _ isTime: @escaping @Sendable (HostEvent, inout String?) -> Bool
    ) async throws -> Kill {
        let state = Mutex<(last: String?, isDone: Bool)>((nil, false))
        let log = RunLog { event, process in
            guard let process else { return }
            let isDue = state.withLock { state in
                guard !state.isDone else { return false }
                state.isDone = isTime(event, &state.last)
                return state.isDone
            }
            // The worker itself: where process 1 of its namespace is killed, it runs on for a moment.
            if isDue { Glibc.kill(ProcessStatus.worker(of: process), SIGKILL) }
        }
        var run = Kill()
        let before = try await stage.window(of: "alice", log) { window in
            // It ends on the way, as it should.
            _ = try? await window.open(stage.bundle)
            _ = try? await window.changeStyle(to: .expanded)
            if hasTaps { await tapAll(stage, window) { state.withLock { $0.isDone } } }
            _ = try? await window.changeStyle(to: .compact)
            _ = try? await window.closeExtension()
            return await window.draft
        }
        guard state.withLock({ $0.isDone }) else {
            run.steps.leaveOut("again", "it did not come to \(point)")
            return run
        }
        let again = RunLog()
        run = try await stage.window(of: "alice", again) { [run] window in
            var run = run
            let field = await window.draft
            _ = try await run.steps.take("again") {
                guard field == before else { throw MayflyError(.invalidInput, "the input field has changed") }
                try await window.open(stage.bundle)
                guard await window.view != .none else { throw MayflyError(.invalidView, "it shows nothing") }
                try await window.closeExtension()
                if let failure = await window.failure { throw failure }
            }
            return run
        }
        run.steps.judgeEnds(of: again, named: stage.bundle.manifest.name)
        return run
    }

    /// Taps the controls until the extension is killed.
    private static func tapAll(_ stage: Stage, _ window: ConversationWindow, isDone: () -> Bool) async {
        var tapping = Tapping(seed: stage.seed)
        while !isDone(), (try? await tapping.next(in: window)) == true, !isDone() {
            _ = try? await TapRun.open(stage, window)
        }
    }
}
