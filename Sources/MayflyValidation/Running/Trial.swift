internal import MayflyHost
internal import MayflyModel

/// The extension is opened by a host that behaves otherwise than usual.
struct Trial: Sendable {
    /// Why it was not opened, or did not stay open; nil where all went well.
    var failure: MayflyError?

    static func policy(_ trial: HostTrial) -> Policy {
        var policy = Stage.policy
        policy.debugging = Policy.Debugging()
        policy.debugging?.trial = trial
        return policy
    }

    static func make(_ stage: Stage) async throws -> Trial {
        let visit = try await Visit.make(stage)
        return Trial(failure: visit.steps.failure?.error)
    }

    /// The same, and all controls are tapped.
    static func makeWithTaps(_ stage: Stage) async throws -> Trial {
        let run = try await TapRun.make(stage)
        return Trial(failure: run.steps.failure?.error)
    }

    /// Whether the extension itself said that it cannot be opened by such a host.
    var isRefusal: Bool {
        guard let failure, failure.code == .loadFailed else { return false }
        return ["make_instance failed", "refuses this host"].contains { failure.message.contains($0) }
    }
}
