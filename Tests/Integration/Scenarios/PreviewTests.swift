import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// `mayfly preview` draws a card.
@Suite struct PreviewTests {
    private static let card = """
        {"type": "AdaptiveCard", "version": "1.5", "body": [
          {"type": "TextBlock", "text": "Lunch <today>?"},
          {"type": "Input.Text", "id": "words", "label": "Words"},
          {"type": "Bogus"}
        ], "actions": [{"type": "Action.Submit", "title": "Go"}]}
        """

    @Test func drawsACardInBothStylesWithWhatIsLeftOut() async throws {
        let folder = try ScenarioFolder()
        let file = try folder.write(Self.card, to: "card.json")
        let outcome = try await folder.run("preview", file, "--width", "40")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == [
                "── compact " + String(repeating: "─", count: 29), "Lunch <today>?",
                "(1) Words: ____ (needs expanded style)", "", "[2] Go",
                "── expanded " + String(repeating: "─", count: 28), "Lunch <today>?", "(1) Words: ____", "", "[2] Go",
                "── notes " + String(repeating: "─", count: 31),
                "element 'Bogus' is not supported and has no fallback", "",
            ]
        )
        let one = try await folder.run("preview", file, "--style", "expanded", "--svg", folder.path + "/card.svg")
        #expect(one.status == 0 && !one.output.contains("compact"))
        let tree = try #require(XMLTree(try String(contentsOfFile: folder.path + "/card.svg", encoding: .utf8)))
        #expect(tree["text"].map(\.text) == ["Lunch <today>?", "(1) Words: ____", "[2] Go"])
    }

    @Test(arguments: [
        (
            "{\"type\": \"AdaptiveCard\",\n  \"version\" \"1.5\"}",
            "card.json: the view is not JSON: line 2, column 13: "
        ),
        ("{\"type\": \"Card\"}", "card.json: the card has the type 'Card', not 'AdaptiveCard'"),
        ("", "card.json: the view is not JSON: "),
        ("[]", "card.json: the view must be a JSON object"),
    ])
    func tellsWhatIsWrongWithACard(text: String, problem: String) async throws {
        let folder = try ScenarioFolder()
        let outcome = try await folder.run("preview", try folder.write(text, to: "card.json"))
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        let told = outcome.errors.replacingOccurrences(of: folder.path + "/", with: "")
        #expect(told.hasPrefix("mayfly: \(problem)"), "\(told)")
    }

    @Test func refusesWhatItCannotDraw() async throws {
        let folder = try ScenarioFolder()
        let missing = try await folder.run("preview", folder.path + "/none.json")
        #expect(missing.status == 1 && missing.errors.hasSuffix("/none.json: no such file\n"), "\(missing.errors)")
        try #require(mkfifo(folder.path + "/fifo", 0o600) == 0)
        let fifo = try await folder.run("preview", folder.path + "/fifo")
        #expect(fifo.status == 1 && fifo.errors.hasSuffix("/fifo: a FIFO, where a regular file is needed\n"))
        let file = try folder.write(Self.card, to: "card.json")
        for (options, problem) in [
            (["--width", "9"], "--width takes 16 to 400, not 9"),
            (["--style", "big"], "--style takes compact or expanded, not 'big'"),
            (["--svg", "a.svg"], "--svg needs --style"),
        ] {
            let outcome = try await folder.run(all: ["preview", file] + options)
            #expect(outcome.status == 2 && outcome.errors.contains(problem), "\(outcome.errors)")
        }
    }
}
