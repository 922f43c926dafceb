internal import MayflyModel

/// Plays several scenarios, some of them at the same time.
package struct ScenarioRun: Sendable {
    private let player: ScenarioPlayer
    /// How many are played at the same time.
    private let jobs: Int
    /// Decides the order in which they begin; nil for that of the files.
    private let seed: UInt64?

    package init(_ player: ScenarioPlayer, jobs: Int, seed: UInt64?) {
        (self.player, self.jobs, self.seed) = (player, max(1, jobs), seed)
    }

    /// Plays all, and reports each as soon as all before it are reported.
    ///
    /// - Returns: the results in the order of the files.
    package func play(
        _ scenarios: [Result<Scenario, ScenarioError>],
        report: @escaping @Sendable (ScenarioResult) -> Void
    ) async throws -> [ScenarioResult] {
        let order = Self.order(of: scenarios.count, seed: seed)
        return try await withThrowingTaskGroup(of: (Int, ScenarioResult).self) { group in
            var waiting = order[...]
            func begin() {
                guard let index = waiting.popFirst() else { return }
                group.addTask { (index, try await play(scenarios[index])) }
            }
            for _ in 0..<jobs { begin() }
            var results: [ScenarioResult?] = Array(repeating: nil, count: scenarios.count)
            var reported = 0
            while let (index, result) = try await group.next() {
                results[index] = result
                begin()
                while reported < results.count, let next = results[reported] {
                    report(next)
                    reported += 1
                }
            }
            return results.compactMap(\.self)
        }
    }

    /// The numbers from 0 in the order in which scenarios begin.
    package static func order(of count: Int, seed: UInt64?) -> [Int] {
        guard let seed else { return Array(0..<count) }
        var generator = SplitMix64(seed: seed)
        return (0..<count).shuffled(using: &generator)
    }

    private func play(_ scenario: Result<Scenario, ScenarioError>) async throws -> ScenarioResult {
        switch scenario {
        case .success(let scenario): return try await player.play(scenario)
        case .failure(let error):
            return ScenarioResult(
                file: error.file,
                name: error.file,
                outcome: .invalid(error),
                steps: (0, 0),
                duration: .zero
            )
        }
    }
}
