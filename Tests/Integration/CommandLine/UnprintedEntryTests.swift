import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// A session prints the last fifty rows of a conversation. A number above them may be that of another row than a person means.
@Suite struct UnprintedEntryTests {
    private static let smileys = "org.mayfly.smileys"
    private static let refusal = "nothing is done: entry 1 is not among those that were printed last"

    private func launch(_ tool: Tool, _ script: String, _ options: String...) async throws -> Tool.Outcome {
        let arguments = ["launch", Self.smileys, "--conversation", "chat", "--as", "alice", "--script", "-"]
        return try await tool.run(all: arguments + options, script: script)
    }

    /// A conversation of 51 texts.
    private func setUp(_ tool: Tool) async throws {
        try await tool.setUp()
        let script = (1...51).map { "type text \($0)\nsend\n" }.joined()
        #expect(try await launch(tool, script).status == 0)
    }

    @Test func noStickerIsPutOnIt() async throws {
        try await Tool.with { tool in
            try await setUp(tool)
            let refused = try await launch(tool, "stick 1 on 1\n")
            #expect(refused.status == 1)
            #expect(refused.errors.contains(Self.refusal), "\(refused.errors)")
            let missing = try await launch(tool, "stick 1 on 52\n")
            #expect(missing.errors.contains("there is no entry 52; the transcript has 51"), "\(missing.errors)")
            #expect(try await launch(tool, "stick 1 on 2\n").status == 0)
            let rows = try await tool.run("transcript", "chat", "--as", "bob").lines
            let stickers = rows.indices.filter { rows[$0].contains("sticker: ") }
            #expect(stickers.count == 1 && stickers.allSatisfy { rows[$0 - 1].hasPrefix("  2  ") }, "\(rows)")
        }
    }

    /// A session that prints events has printed no row before the first event of a transcript.
    @Test func noStickerIsPutOnARowOfWhichNoEventTold() async throws {
        try await Tool.with { tool in
            try await setUp(tool)
            let refused = try await launch(tool, "stick 1 on 51\n", "--json")
            #expect(refused.errors.contains("entry 51 is not among those that were printed last"), "\(refused.errors)")
            let sent = try await launch(tool, "show\nstick 1 on 51\n", "--json")
            #expect(sent.status == 0, "\(sent.errors)")
        }
    }

    /// A script reads the numbers elsewhere, so it may tap and keep what has such a number.
    @Test func aScriptMayTapIt() async throws {
        try await Tool.with { tool in
            try await setUp(tool)
            let outcome = try await launch(tool, "bubble 1\n")
            #expect(outcome.errors.contains("entry 1 is not a message of an extension"), "\(outcome.errors)")
            #expect(try await launch(tool, "keep 1\n").errors.contains("entry 1 does not expire"))
        }
    }

    @Test(arguments: ["bubble", "keep"]) func aPersonAtATerminalTapsOnlyWhatIsPrinted(word: String) async throws {
        try await Tool.with { tool in
            try await setUp(tool)
            let kind = word == "keep" ? "does not expire" : "is not a message of an extension"
            let terminal = try await tool.session(of: Self.smileys)
            try await OwnThread.run {
                try terminal.enter("\(word) 1\n")
                try terminal.waitFor(Self.refusal)
                try terminal.waitFor("> ")
                try terminal.enter("\(word) 52\n")
                try terminal.waitFor("there is no entry 52; the transcript has 51")
                try terminal.waitFor("> ")
                try terminal.enter("\(word) 2\n")
                try terminal.waitFor("entry 2 \(kind)")
                try terminal.enter("quit\n")
                #expect(terminal.finish() == 0)
            }
        }
    }

    /// As with `| tee`: a person types, and reads what a pipe takes.
    @Test func aPersonWhoseOutputIsAPipeTapsOnlyWhatIsPrinted() async throws {
        try await Tool.with { tool in
            try await setUp(tool)
            let pipe = Pipe()
            let terminal = try TerminalProcess(
                home: tool.home,
                folders: tool.path,
                output: pipe.fileHandleForWriting,
                ["launch", Self.smileys, "--conversation", "chat", "--as", "alice"]
            )
            try pipe.fileHandleForWriting.close()
            try terminal.enter("keep 1\nquit\n")
            let reader = pipe.fileHandleForReading
            let output = try await OwnThread.run { try reader.readToEnd() ?? Data() }
            #expect(terminal.finish() == 0)
            #expect(String(decoding: output, as: UTF8.self).contains(Self.refusal))
        }
    }
}
