import Foundation
import MayflyTestSupport
import Testing

/// What is wrong in an extension is told where its author looks: in a session as text, and in the receipt. The extension
/// passes NULL for every completion.
@Suite struct NoteTests {
    private static let id = "test.mayfly.mistakes"
    private static let path = Result { try PluginWorkshop.bundle("mistakes") }

    private static let notes: [(button: String, note: String)] = [
        ("title", "warning: image_title is not shown: the layout has neither an image nor a media_file"),
        ("below", "warning: subcaption is not shown: the layout has no caption"),
        (
            "stranger",
            "warning: caption: $11111111-2222-3333-4444-555555555555 denotes no member of the conversation, and is "
                + "shown as it stands"
        ),
        ("long", "error: insertMessage is refused: "), ("null", "error: insertMessage is refused: "),
        ("card", "error: presentView is refused: "), ("element", "warning: "), ("log", "warning: the count is lost"),
    ]

    private func launch(_ tool: Tool, _ buttons: [String], _ options: [String] = []) async throws -> Tool.Outcome {
        let arguments = ["launch", Self.id, "--conversation", "chat", "--script", "-"] + options
        return try await tool.run(all: arguments, script: buttons.map { "tap \($0)\n" }.joined())
    }

    @Test func eachMistakeIsOneLineInTheTextOfAScriptAndInTheReceipt() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let outcome = try await launch(tool, Self.notes.map(\.button))
            #expect(outcome.status == 0, "\(outcome.errors)")
            for (button, note) in Self.notes {
                let start = try #require(outcome.lines.firstIndex(of: "> tap \(button)"))
                let lines = outcome.lines[(start + 1)...].prefix { !$0.hasPrefix("> ") }
                let told = lines.filter { $0.hasPrefix("│ mistakes, ") }
                #expect(told.count == 1, "\(button): \(lines)")
                #expect(told.first?.hasPrefix("│ mistakes, \(note.prefix(60))") == true, "\(button): \(told)")
            }
            let log = try await tool.run("log", Self.id).lines
            let start = try #require(log.firstIndex(of: "notes: \(Self.notes.count)"), "\(log)")
            let kept = log[(start + 1)...].prefix { $0.hasPrefix("  ") }
            #expect(kept.count == Self.notes.count)
            for (line, note) in zip(kept, Self.notes) { #expect(line.hasPrefix("  \(note.note)"), "\(line)") }
        }
    }

    @Test func theReceiptHasTheNumberOfAllNotesAndTheFirstAndLastOfMany() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let outcome = try await launch(tool, ["long", "many"], ["--json"])
            let receipt = try #require(try outcome.events().first { $0["event"] as? String == "receipt" })
            #expect(receipt["note_count"] as? Int == 41)
            let notes = try #require(receipt["notes"] as? [String])
            #expect(notes.count == 33)
            #expect(notes[0].hasPrefix("error: insertMessage is refused: "))
            #expect(notes[15] == "warning: line 15")
            #expect(notes[16] == "(9 more notes are left out)")
            #expect(notes[32] == "warning: line 40")
            #expect(try await tool.run("log").lines.last?.hasSuffix("  41") == true)
        }
    }

    /// The extension shows the same card at each of the two taps.
    @Test func theSameViewIsNotToldTwiceInARow() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let events = try await launch(tool, ["element", "element"], ["--json"]).events()
            #expect(events.count { $0["name"] as? String == "presentView" } == 3)
            #expect(events.count { $0["event"] as? String == "view" && $0["kind"] as? String == "card" } == 2)
            #expect(events.count { $0["event"] as? String == "view" && $0["kind"] as? String == "none" } == 1)
        }
    }

    @Test func aPersonAtATerminalSeesThemBelowTheScreen() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.withSession(of: Self.id) { terminal in
                try terminal.enter("tap title\n")
                try terminal.waitFor("│ mistakes, warning: image_title is not shown")
                try terminal.waitFor("> ")
            }
        }
    }
}
