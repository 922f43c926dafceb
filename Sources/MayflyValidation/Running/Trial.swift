internal import MayflyABI
internal import MayflyHost
internal import MayflyModel

/// The extension is opened by a host that behaves otherwise than usual.
struct Trial: Sendable {
    /// Why it was not opened, or did not stay open; nil where all went well.
    var failure: MayflyError?
    /// The host functions that it has called.
    var called: Set<String> = []

    static func policy(_ trial: HostTrial) -> Policy {
        var policy = Stage.policy
        policy.debugging = Policy.Debugging()
        policy.debugging?.trial = trial
        return policy
    }

    static func make(_ stage: Stage) async throws -> Trial {
        let visit = try await Visit.make(stage)
        return Trial(visit.steps, visit.log)
    }

    /// The same, and all controls are tapped.
    static func makeWithTaps(_ stage: Stage) async throws -> Trial {
        let run = try await TapRun.make(stage)
        return Trial(run.steps, run.log)
    }

    /// The same, and three people use it together.
    static func makeWithPeople(_ stage: Stage) async throws -> Trial {
        let run = try await Exchange.make(stage)
        return Trial(run.steps, run.log)
    }

    private init(_ steps: Steps, _ log: RunLog) {
        (failure, called) = (steps.failure?.error, Set(log.calls.map(\.name)))
    }

    /// Whether it has called one of these functions.
    func hasCalled(_ isMeant: (Function) -> Bool) -> Bool {
        Table.interfaces.filter { $0.side == .host }.flatMap(\.functions).contains {
            isMeant($0) && called.contains($0.name)
        }
    }

    /// Whether the extension itself said that it cannot be opened by such a host.
    var isRefusal: Bool {
        guard let failure, failure.code == .loadFailed else { return false }
        return ["make_instance failed", "refuses this host"].contains { failure.message.contains($0) }
    }
}
