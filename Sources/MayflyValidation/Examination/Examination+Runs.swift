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

    /// The shortest time of what `measure` finds in three visits at most: a machine that is busy makes some longer. It stops at the
    /// first visit in which it is within the limit. Nil where nothing is found.
    func shortest(within usual: Duration, _ measure: (Visit) -> Duration?) async throws -> Duration? {
        guard var least = measure(try await visit()) else { return nil }
        let limit = usual * runs.settings.patience
        for number in 2...3 where least > limit {
            let again = try await runs.record("visit \(number)") { try await Visit.make($0) }
            if let time = measure(again) { least = min(least, time) }
        }
        return least
    }
}

extension Visit {
    /// The longest time of these callbacks.
    func longest(_ isMeant: (String) -> Bool) -> Duration? {
        log.callbacks.filter { isMeant($0.name) }.map(\.duration).max()
    }
}

/// A duration for people.
func milliseconds(_ duration: Duration) -> String { "\(Int(duration / .milliseconds(1))) ms" }
