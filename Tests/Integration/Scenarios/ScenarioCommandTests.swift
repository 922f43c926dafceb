import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// `mayfly test` as a command: what is no success, its options and its reports.
@Suite struct ScenarioCommandTests {
    private static let good = "steps:\n  - do: field\n"

    @Test func nothingThatWasNotPlayedIsASuccess() async throws {
        let folder = try ScenarioFolder()
        let none = try await folder.run("test")
        #expect(none.status == 2)
        #expect(none.errors == "mayfly: name at least one scenario; see 'mayfly help'\n")
        let missing = try await folder.run("test", "/nowhere/a.yaml")
        #expect(missing.status == 1)
        #expect(missing.errors == "mayfly: there is no scenario '/nowhere/a.yaml'\n")
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
        let empty = try await folder.run("test", folder.path + "/empty")
        #expect(empty.status == 1)
        #expect(empty.errors.contains("has no scenario: no file in it ends in .yaml or .yml"))
        let file = try folder.write(Self.good, to: "good.yaml")
        let chosen = try await folder.run("test", file, "--only", "nothing")
        #expect(chosen.status == 1)
        #expect(chosen.errors == "mayfly: --only 'nothing' finds none of 1 scenarios\n")
        let wrong = try await folder.run("test", file, "--only", "(")
        #expect(wrong.status == 2 && wrong.errors.contains("--only is no regular expression: '('"))
        let jobs = try await folder.run("test", file, "--jobs", "0")
        #expect(jobs.status == 2 && jobs.errors == "mayfly: --jobs takes 1 to 64, not 0; see 'mayfly help'\n")
        let seed = try await folder.run("test", file, "--seed", "x")
        #expect(seed.status == 2 && seed.errors.contains("'x'"), "\(seed.errors)")
        for (text, told) in [
            ("", "a.yaml: the file is empty; a scenario has 'steps'"),
            ("steps: []\n", "a.yaml:1:8: 'steps' has no step"),
            ("name: x\n", "a.yaml:1:1: the scenario has no 'steps'"),
        ] {
            let outcome = try await folder.play(text)
            #expect(outcome.status == 1)
            #expect(outcome.output == "FAILED  a.yaml\n  \(told)\nfailed: 1 of 1 scenario\n")
        }
    }

    @Test func anExtensionThatCannotBeLoadedFails() async throws {
        let folder = try ScenarioFolder()
        let file = try folder.write("extension: none.mayfly\nsteps:\n  - do: open\n", to: "a.yaml")
        let outcome = try await folder.run("test", file)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("a.yaml:1:12: the extension cannot be loaded: "), "\(outcome.output)")
        #expect(outcome.lines.last == "failed: 1 of 1 scenario")
        let unnamed = try folder.write("steps:\n  - do: open\n", to: "b.yaml")
        let other = try await folder.run("test", unnamed)
        #expect(
            other.output.contains(
                "b.yaml:2:9: 'open' without a name opens the scenario's 'extension', which is missing"
            )
        )
    }

    /// Three scenarios at the same time, in the order of a seed: the report is in that of the files.
    @Test func reportsInTheOrderOfTheFiles() async throws {
        let folder = try ScenarioFolder()
        for name in ["a", "b", "c"] { try folder.write(Self.good, to: name + ".yaml") }
        let run = try await folder.run("test", folder.path, "--jobs", "3", "--seed", "7", "--only", "[abc]\\.yaml$")
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(run.lines.map { $0.split(separator: "/").last?.prefix(6) }.prefix(3) == ["a.yaml", "b.yaml", "c.yaml"])
        #expect(run.lines.last == "passed: 3 scenarios")
    }

    @Test func writesResultsAsJUnit() async throws {
        let folder = try ScenarioFolder()
        // A character that XML cannot hold, and all that has a meaning there.
        try folder.write("name: \"<a> & \\\"b\\\" \\x01\"\n" + Self.good, to: "a.yaml")
        try folder.write("within: 10ms\nsteps:\n  - expect: {field: {is: \"]]> <\\u0001\"}}\n", to: "b.yaml")
        try folder.write("steps: 7\n", to: "c.yaml")
        let report = folder.path + "/report.xml"
        let outcome = try await folder.run("test", folder.path, "--junit", report)
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "failed: 2 of 3 scenarios")
        let document = try String(contentsOfFile: report, encoding: .utf8)
        let tree = try #require(XMLTree(document))
        #expect(try PythonXML.elements(of: document).map(\.name) == tree.elements.map(\.name))
        let suite = try #require(tree["testsuite"].first)
        #expect(suite.attributes["tests"] == "3")
        #expect(suite.attributes["failures"] == "1" && suite.attributes["errors"] == "1")
        #expect(
            tree["testcase"].map { $0.attributes["name"] } == ["<a> & \"b\" \u{FFFD}", "b", folder.path + "/c.yaml"]
        )
        let failure = try #require(tree["failure"].first)
        #expect(failure.path.last == "testcase")
        #expect(failure.attributes["message"]?.contains("it was expected that the field is ']]> <") == true)
        #expect(failure.text.contains("b.yaml:3:26: step 1, as alice"))
        #expect(tree["error"].first?.attributes["message"] == "'steps' is a list, not the text '7'")
    }

    @Test func keepsHomesAndEventsWhereItIsToldTo() async throws {
        let folder = try ScenarioFolder()
        let kept = folder.path + "/kept"
        #expect(try await folder.play("steps:\n  - do: type a\n  - do: send\n", "--keep", kept).status == 0)
        let homes = try FileManager.default.contentsOfDirectory(atPath: kept)
        #expect(homes.count == 1 && homes[0].hasPrefix("a-"))
        let events = try String(contentsOfFile: "\(kept)/\(homes[0])/events-alice.txt", encoding: .utf8)
        #expect(events.contains("draft 'a'") && events.contains("transcript 'a' sent"))
        let again = try await folder.play(Self.good, "--keep", kept)
        #expect(again.status == 1 && again.errors.contains("of --keep is not empty"))
    }
}
