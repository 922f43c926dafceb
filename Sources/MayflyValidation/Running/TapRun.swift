internal import MayflyHost
internal import MayflyModel

/// A person taps every control once, in a large view.
struct TapRun: Sendable {
    var steps = Steps()
    /// How many controls were tapped.
    var count = 0
    /// The first thing that came into the field.
    var draft: Draft?
    let log: RunLog

    static func make(_ stage: Stage) async throws -> TapRun {
        let log = RunLog()
        let start = TapRun(log: log)
        return try await stage.window(of: "alice", log) { window in
            var run = start
            try await run.play(stage, window)
            return run
        }
    }

    private mutating func play(_ stage: Stage, _ window: ConversationWindow) async throws {
        _ = try await steps.take("open") { try await Self.open(stage, window) }
        var tapping = Tapping(seed: stage.seed)
        while steps.failure == nil {
            let goesOn = try await steps.take("tap") { try await tapping.next(in: window) }
            guard let goesOn, goesOn else { break }
            let field = await window.draft
            if draft == nil, !field.isEmpty { draft = field }
            // Some close, or make themselves small, after a tap.
            _ = try await steps.take("open") { try await Self.open(stage, window) }
        }
        count = tapping.count
        if let failure = steps.failure, failure.step == "tap" {
            let message = "after a tap on \(tapping.last): \(failure.error.message)"
            steps = Steps()
            steps.fail("tap", MayflyError(failure.error.code, message))
        }
        if count == 0 { steps.unmake("tap", "its view has nothing to tap") }
        try? await window.closeExtension()
    }

    /// Opens it where it is not open, and makes it large.
    static func open(_ stage: Stage, _ window: ConversationWindow) async throws {
        if await window.openExtension == nil { try await window.open(stage.bundle) }
        guard await window.style != .expanded, case .card = await window.view else { return }
        try await window.changeStyle(to: .expanded)
    }
}

extension MayflyError {
    /// Whether the extension is at fault, and not what a person did.
    var isOfExtension: Bool {
        switch code {
        case .extensionCrashed, .extensionUnresponsive, .protocolViolation, .loadFailed, .launchFailed, .store, .files,
            .internalFault:
            true
        default: false
        }
    }
}
