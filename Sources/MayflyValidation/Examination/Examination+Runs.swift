internal import MayflyModel

extension Examination {
    func visit() async throws -> Visit { try await runs.record("visit") { try await Visit.make($0, isResting: true) } }

    func visit(in language: String) async throws -> Visit {
        try await runs.record("visit in \(language)") { try await Visit.make($0, languages: [language]) }
    }

    func taps() async throws -> TapRun { try await runs.record("taps", TapRun.make) }

    func exchange() async throws -> Exchange { try await runs.record("exchange", Exchange.make) }

    func growth() async throws -> Growth { try await runs.record("growth", Growth.make) }

    func constructors() async throws -> Constructors {
        try await runs.record("constructors", policy: Constructors.policy, Constructors.make)
    }

    /// The shortest of what `measure` finds in three visits at most: there may be a reason of the machine's for a long one. It
    /// stops at the first one within the limit. Nil where nothing is found.
    func shortest(
        within usual: Duration,
        _ measure: (Visit) -> CallbackTimes.Entry?
    ) async throws -> CallbackTimes.Entry? {
        guard var least = measure(try await visit()) else { return nil }
        let limit = usual * runs.settings.patience
        for number in 2...3 where least.duration > limit {
            let again = try await runs.record("visit \(number)") { try await Visit.make($0) }
            if let found = measure(again), found.duration < least.duration { least = found }
        }
        return least
    }
}
