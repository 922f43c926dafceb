import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// The scenarios and the terminals of testing.md, played.
@Suite struct ScenarioDocumentTests {
    private static func page() throws -> String {
        try String(contentsOf: Checkout.folder.appending(path: "Documentation/testing.md"), encoding: .utf8)
    }

    private static func blocks(_ mark: String) throws -> [String] {
        try page().components(separatedBy: "```\(mark)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    @Test func theExamplePassesAsThePageShowsIt() async throws {
        let scenarios = try Self.blocks("yaml")
        try #require(scenarios.count == 1)
        let folder = try ScenarioFolder()
        let outcome = try await folder.play(scenarios[0] + "\n")
        #expect(outcome.status == 0, "\(outcome.output)")
        let shown = try #require(try Self.page().firstMatch(of: #/passed  count.yaml \((?<steps>\d+) steps/#)).steps
        #expect(outcome.lines.first?.hasPrefix("passed  a.yaml (\(shown) steps, ") == true, "\(outcome.output)")
        #expect(outcome.lines.last == "passed: 1 scenario")
    }

    /// The example with a wrong number fails in the words of the page.
    @Test func aFailureIsToldAsThePageShowsIt() async throws {
        let scenario = try #require(try Self.blocks("yaml").first)
            .replacing("is: \"[Tally] Tally: 1\"", with: "is: \"[Tally] Tally: 2\"", maxReplacements: 1)
        let folder = try ScenarioFolder()
        let outcome = try await folder.play("within: 100ms\n" + scenario + "\n")
        #expect(outcome.status == 1)
        let page = try Self.page()
        let told = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("      ") }
        for line in told {
            // The line of the time that a test waits is one more.
            let shown = line.replacing("a.yaml:11:", with: "a.yaml:10:").replacing("a.yaml", with: "count.yaml")
            #expect(page.contains("\n\(shown)\n"), "\(shown)")
        }
        #expect(told.count == 7, "\(outcome.output)")
    }

    /// Every key of the reader has its row.
    @Test func thePageNamesEveryKey() throws {
        let file = Checkout.folder.appending(path: "Documentation/scenario.schema.json")
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        let page = try Self.page()
        for (name, definition) in definitions {
            for key in (definition["properties"] as? [String: Any] ?? [:]).keys {
                #expect(
                    page.contains("`\(key)") || page.contains("{\(key):") || page.contains(", \(key):"),
                    "\(name): \(key)"
                )
            }
        }
    }
}
