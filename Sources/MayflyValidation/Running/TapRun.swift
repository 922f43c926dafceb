internal import MayflyHost
internal import MayflyModel

/// A person taps every control once, in a large view.
struct TapRun: Sendable {
    /// One step, the tap: the launches before and after it are a part of it.
    var steps = Steps()
    let log: RunLog

    private static let tap = "tap"

    /// What became of it.
    var verdict: Verdict { steps.verdict(of: Self.tap) }

    static func make(_ stage: Stage) async throws -> TapRun {
        let log = RunLog()
        let start = TapRun(log: log)
        var run = try await stage.window(of: "alice", log) { window in
            var run = start
            try await run.play(stage, window)
            return run
        }
        run.steps.judgeEnds(of: log, named: stage.bundle.manifest.name)
        return run
    }

    private mutating func play(_ stage: Stage, _ window: ConversationWindow) async throws {
        _ = try await steps.take(Self.tap) { try await Self.open(stage, window) }
        var tapping = Tapping(seed: stage.seed)
        while steps.failure == nil {
            let goesOn = try await steps.take(Self.tap) {
                do {
                    guard try await tapping.next(in: window) else { return false }
                    // Some close, or make themselves small, after a tap.
                    try await Self.open(stage, window)
                    return true
                } catch let error as MayflyError {
                    throw MayflyError(error.code, tapping.located(error.message))
                }
            }
            guard goesOn == true else { break }
        }
        if tapping.count == 0 { steps.unmake(Self.tap, "its view has nothing to tap") }
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
