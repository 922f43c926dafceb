import MayflyScenarios
import Testing

@Suite struct ScenarioOrderTests {
    @Test func theOrderFollowsFromTheSeed() {
        #expect(ScenarioRun.order(of: 5, seed: nil) == [0, 1, 2, 3, 4])
        let orders = (0..<20).map { ScenarioRun.order(of: 8, seed: $0) }
        #expect(orders.allSatisfy { $0.sorted() == Array(0..<8) })
        #expect(Set(orders).count > 1)
        #expect(orders == (0..<20).map { ScenarioRun.order(of: 8, seed: $0) })
        #expect(ScenarioRun.order(of: 0, seed: 7).isEmpty)
    }
}
