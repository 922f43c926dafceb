internal import Glibc
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// The extension is killed at one point of its life, and opened again.
struct Kill: Sendable {
    var steps = Steps()

    /// What a person does with the extension until it is killed, and how it is opened before and after that.
    private struct Use: Sendable {
        var person = "alice"
        let open: @Sendable (Stage, ConversationWindow) async throws -> Void
        let hasTaps: Bool
    }

    /// Kills it when a callback has returned: when what follows it begins.
    static func after(_ callback: String, _ stage: Stage) async throws -> Kill {
        let use = Use(open: { try await $1.open($0.bundle) }, hasTaps: false)
        return try await make(stage, use, point: "the end of \(callback)") { event, last in
            guard case .callback(_, let name, _) = event else { return false }
            defer { last = name }
            return last == callback
        }
    }

    /// Kills it when it makes its first call of a host function after the launch began.
    static func atCall(_ name: String, _ stage: Stage) async throws -> Kill {
        let use = Use(open: { try await $1.open($0.bundle) }, hasTaps: true)
        return try await make(stage, use, point: point(name)) { event, _ in isCall(event, of: name) }
    }

    /// The same where a person has opened a message that another one has sent.
    static func atCallInBubble(_ name: String, _ stage: Stage) async throws -> Kill {
        let isSent = try await stage.window(of: "alice") { alice in
            guard try await Exchange.stageAny(stage, alice) else { return false }
            try await alice.send(alice.draft.id)
            return true
        }
        guard isSent else {
            var run = Kill()
            run.steps.leaveOut("again", Exchange.reason)
            return run
        }
        let use = Use(person: "bob", open: { try await Exchange.tapLast($1) }, hasTaps: true)
        return try await make(stage, use, point: point(name)) { event, _ in isCall(event, of: name) }
    }

    private static func point(_ name: String) -> String { "a call of \(name)" }

    private static func isCall(_ event: HostEvent, of name: String) -> Bool {
        if case .call(_, name, _, _) = event { true } else { false }
    }

    /// `isTime` is told the events in their order, and keeps what it needs.
    private static func make(
        _ stage: Stage,
        _ use: Use,
        point: String,
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
        let before = try await stage.window(of: use.person, log) { window in
            // It ends on the way, as it should.
            _ = try? await use.open(stage, window)
            _ = try? await window.changeStyle(to: .expanded)
            if use.hasTaps { await tapAll(stage, window) { state.withLock { $0.isDone } } }
            _ = try? await window.changeStyle(to: .compact)
            _ = try? await window.closeExtension()
            return await window.draft
        }
        guard state.withLock({ $0.isDone }) else {
            var run = Kill()
            run.steps.leaveOut("again", "it did not come to \(point)")
            return run
        }
        return try await openAgain(stage, use, field: before)
    }

    private static func openAgain(_ stage: Stage, _ use: Use, field: Draft) async throws -> Kill {
        let log = RunLog()
        var run = try await stage.window(of: use.person, log) { window in
            var run = Kill()
            let now = await window.draft
            _ = try await run.steps.take("again") {
                guard now == field else { throw MayflyError(.invalidInput, "the input field has changed") }
                try await use.open(stage, window)
                guard await window.view != .none else { throw MayflyError(.invalidView, "it shows nothing") }
                try await window.closeExtension()
                if let failure = await window.failure { throw failure }
            }
            return run
        }
        run.steps.judgeEnds(of: log, named: stage.bundle.manifest.name)
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
