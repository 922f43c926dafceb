import MayflyScenarios
import Testing

@Suite struct ScenarioReadingTests {
    @Test func readsASmallOne() throws {
        let scenario = try Scenario(text: "steps:\n  - do: field\n", file: "a/small.yaml")
        #expect(scenario.name == "small")
        #expect(scenario.devices.map(\.name) == ["alice", "bob"])
        #expect(scenario.steps.map(\.device) == ["alice"])
    }
}
