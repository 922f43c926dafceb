import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// The samples' own scenarios, played by the real command.
@Suite struct ScenarioSampleTests {
    private static let samples = ["BurgerPoll", "IceCream", "Postcard", "Smileys", "Tally"]

    private static func folder(of sample: String) -> String {
        Checkout.folder.path + "/Plugins/\(sample)/tests"
    }

    @Test(arguments: samples) func theScenariosOfASamplePass(sample: String) async throws {
        let folder = try ScenarioFolder()
        let bundle = "\(Samples.folder)/\(sample).mayfly"
        let outcome = try await folder.run("test", Self.folder(of: sample), "--extension", bundle)
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.lines.last == "passed: 1 scenario")
        #expect(outcome.errors.isEmpty)
    }

    /// `mayfly` starts the program for authors, passes the arguments on and ends with its status.
    @Test func theCommandOfPeoplePlaysThemToo() async throws {
        try await Tool.with { tool in
            let arguments = ["test", Self.folder(of: "Tally"), "--extension", Samples.tally, "--json"]
            let outcome = try await tool.run(all: arguments)
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
            let events = try outcome.events()
            #expect(events.count == 2)
            #expect(events.first?["result"] as? String == "passed")
            #expect(events.last?["passed"] as? Int == 1 && events.last?["failed"] as? Int == 0)
        }
    }

    @Test func theSchemaForEditorsAcceptsThem() async throws {
        let schema = Checkout.folder.path + "/Documentation/scenario.schema.json"
        let script = Checkout.folder.path + "/Tests/Integration/Programs/validate_scenarios.py"
        let files = try Self.samples.flatMap { sample in
            let folder = Self.folder(of: sample)
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
                .map { "\(folder)/\($0)" }
        }
        let folder = try ScenarioFolder()
        let wrong = try folder.write("steps:\n  - {do: open, expcet: {view: {is: x}}}\n", to: "wrong.yaml")
        let none = try folder.write("steps: []\n", to: "none.yaml")
        let outcome = try Program(["/usr/bin/python3", script, schema] + files + [wrong, none], takesErrors: true)
        #expect(outcome.status == 0, "\(outcome.output)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == files.count + 2, "\(outcome.output)")
        #expect(lines.prefix(files.count).allSatisfy { $0.hasSuffix(": as the schema says") }, "\(outcome.output)")
        #expect(lines.suffix(2).allSatisfy { !$0.hasSuffix(": as the schema says") }, "\(outcome.output)")
    }
}
