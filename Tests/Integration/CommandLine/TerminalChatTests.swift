import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// `mayfly chat`, with the keys of a person at a pseudoterminal.
@Suite struct TerminalChatTests {
    private func send(_ text: String, from device: String, _ tool: Tool) async throws {
        let outcome = try await tool.run("chat", "chat", "--as", device, script: "type \(text)\nsend\n")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    /// A chat of alice in a new home folder, which ends with status 0.
    private func chat(
        adding variables: [String: String] = [:],
        _ body: @escaping @Sendable (TerminalProcess) throws -> Void,
        after: @escaping @Sendable (Tool) async throws -> Void = { _ in }
    ) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.chat(adding: variables)
            try await OwnThread.run {
                try body(terminal)
                #expect(try terminal.quit() == 0)
            }
            try await after(tool)
        }
    }

    // MARK: What was seen

    /// The terminal has shown the end of the transcript, at the beginning and when something arrives; the output of a script shows it to
    /// nobody.
    @Test func whatATerminalShowsIsSeen() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let client = try HostClient(tool)
            try client.sayHello()
            func unseen() throws -> [Int?] {
                let list = try client.call("conversations.list", ["device": "alice"])["conversations"]
                return (list as? [HostClient.Object] ?? []).map { $0["unseen"] as? Int }
            }
            try await send("one", from: "bob", tool)
            #expect(try await tool.run("chat", "chat", "--as", "alice", script: "show\n").status == 0)
            #expect(try unseen() == [1])
            let (terminal, _) = try await tool.chat()
            #expect(try unseen() == [0])
            try await send("two", from: "bob", tool)
            try await OwnThread.run {
                try terminal.waitFor("  2  bob: two")
                try terminal.waitFor("\n> ")
                #expect(try terminal.quit() == 0)
            }
            #expect(try unseen() == [0])
        }
    }

    // MARK: Extensions

    @Test func beginsWithoutAnExtension() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, drawing) = try await tool.chat()
            let rows = TerminalImage.rows(of: drawing)
            #expect(rows.first?.hasPrefix("── chat, alice ──") == true, "\(rows)")
            #expect(rows.dropFirst().first == "(no messages)")
            #expect(rows.suffix(2) == ["field: (empty)", "> "])
            #expect(!rows.contains { $0.hasPrefix("│") }, "\(rows)")
            #expect(rows.contains { $0.contains("'help' lists all words") })
            try await OwnThread.run {
                try terminal.enter("text hello\n")
                try terminal.waitFor("field: \"hello\"")
                try terminal.enter("send\n")
                try terminal.waitFor("  1  alice: hello")
                #expect(try terminal.quit() == 0)
            }
            #expect(try await tool.run("transcript", "chat", "--as", "bob").lines.first == "  1  alice: hello")
            #expect(try await tool.run("log", "--json").output.isEmpty)
        }
    }

    @Test func theDrawerIsListedAndOpenedOneAfterAnother() async throws {
        try await chat { terminal in
            try terminal.enter("drawer\n")
            let list = try TerminalImage.rows(of: terminal.waitFor("\n> "))
            #expect(list.contains("org.mayfly.tally       app           -      -      Tally"), "\(list)")
            #expect(list.contains("org.mayfly.smileys     sticker-pack  -      -      Smileys"), "\(list)")
            #expect(list.suffix(2) == ["field: (empty)", "> "])
            // By its name, in any letters.
            try terminal.enter("open tally\n")
            try terminal.waitFor("── Tally, compact")
            try terminal.waitFor("\n> ")
            try terminal.enter("tap stage\n")
            try terminal.waitFor("field: [Tally] Tally: 0")
            try terminal.enter("open org.mayfly.smileys\n")
            let next = try terminal.waitFor("── Smileys, stickers") + terminal.waitFor("\n> ")
            #expect(!TerminalImage.rows(of: next).contains { $0.contains("Tally, compact") })
            try terminal.enter("drawer\n")
            try terminal.waitFor("org.mayfly.smileys     sticker-pack  open   recent 1  Smileys")
            try terminal.waitFor("\n> ")
            try terminal.enter("dismiss\n")
            try terminal.waitFor("\n> ")
            try terminal.enter("open nothing\n")
            try terminal.waitFor("mayfly: no extension 'nothing'")
        } after: { tool in
            let causes = try await tool.run("log", "--json").events().map { $0["cause"] as? String }
            #expect(causes == ["finished"])
        }
    }

    @Test func aDeviceThatOpensNoExtensionsHasAnEmptyDrawer() async throws {
        try await Tool.with { tool in
            #expect(try await tool.run("device", "create", "alice", "--profile", "desktop").status == 0)
            #expect(try await tool.run("device", "create", "bob").status == 0)
            #expect(try await tool.run("conversation", "create", "chat", "--with", "alice,bob").status == 0)
            let outcome = try await tool.run(
                "chat",
                "chat",
                "--as",
                "alice",
                script: "drawer\nopen Tally\ntype a\nsend\n"
            )
            #expect(outcome.status == 0)
            #expect(outcome.lines.contains("the drawer of this device is empty: it can open no extension"))
            #expect(outcome.errors.contains("only full devices run extensions"), "\(outcome.errors)")
            #expect(outcome.lines.contains("  1  alice: a"), "\(outcome.lines)")
        }
    }

    @Test func aNameThatSeveralExtensionsHaveOpensNone() async throws {
        let ids = ["test.mayfly.twin-one", "test.mayfly.twin-two"]
        let bundles = try ids.map { id in
            try PluginWorkshop.bundle("puppet", id: id, options: ["-pthread"], manifest: ["name": "Twin"])
        }
        try await Tool.with(bundles: bundles) { tool in
            try await tool.setUp()
            let script = "open twin\nopen \(ids[1])\n"
            let outcome = try await tool.run("chat", "chat", "--as", "alice", script: script)
            #expect(outcome.status == 0)
            let refusal = "'twin' is the name of several extensions; use an id: \(ids.joined(separator: ", "))"
            #expect(outcome.errors == "mayfly: \(refusal)\n")
            #expect(outcome.lines.count { $0.hasPrefix("── Twin, compact") } == 1, "\(outcome.lines)")
        }
    }

    /// The crash is told while nobody presses Enter.
    @Test func aCrashLeavesTheChatRunningAndTellsHowToOpenTheExtensionAgain() async throws {
        try await Puppet.with { test in
            try test.script(["didReceive crash"], as: "alice")
            let terminal = try TerminalProcess(
                home: test.home,
                folders: try Puppet.folders,
                columns: 80,
                ["chat", test.conversation, "--as", "alice"]
            )
            try await OwnThread.run {
                try terminal.waitFor("\n> ")
                try terminal.enter("open \(Puppet.id)\n")
                try terminal.waitFor("── puppet, compact")
                try terminal.waitFor("\n> ")
            }
            try await test.send("message url=?1", from: "bob")
            let told = try await OwnThread.run {
                try terminal.waitFor("mayfly: puppet was closed: ") + terminal.waitFor("\n> ")
            }
            let words = told.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            // The name of the function may stand between the two, if it was found in time.
            #expect(words.contains("was closed: it crashed with signal 11 during didReceive"), "\(words)")
            #expect(words.contains("; 'open \(Puppet.id)' opens it again"), "\(words)")
            try test.script([], as: "alice")
            try await OwnThread.run {
                try terminal.enter("open \(Puppet.id)\n")
                try terminal.waitFor("── puppet, compact")
                #expect(try !terminal.waitFor("\n> ").contains("was closed"))
                #expect(try terminal.quit() == 0)
            }
        }
    }

    // MARK: Files

    @Test func aFileOfThePersonReachesTheOtherDevice() async throws {
        let folder = try ScratchFolder()
        try Data("words of a note".utf8).write(to: URL(filePath: folder.path + "/a note.txt"))
        try await chat(adding: ["HOME": folder.path]) { terminal in
            try terminal.enter("attach \(folder.path)/a note.txt\n")
            try terminal.waitFor("field: attachment: a note.txt (")
            try terminal.waitFor("\n> ")
            try terminal.enter("attach ~/a note.txt\n")
            #expect(try terminal.waitFor("\n> ").components(separatedBy: "attachment: a note.txt (").count == 3)
            try terminal.enter("attach missing.txt\n")
            let path = FileManager.default.currentDirectoryPath + "/missing.txt"
            let refusal = try terminal.waitFor("\n> ").split(whereSeparator: \.isWhitespace).joined()
            #expect(refusal.contains("mayfly:'\(path)'isnotattached:"), "\(refusal)")
            try terminal.enter("send\n")
            try terminal.waitFor("alice: attachment: a note.txt (")
        } after: { tool in
            let page = try await tool.run("transcript", "chat", "--as", "bob", "--json").events()
            let entries = try #require(page.first?["entries"] as? [[String: any Sendable]])
            #expect(entries.map { $0["kind"] as? String } == ["attachment", "attachment"])
            let file = try #require(entries.first?["file"] as? [String: any Sendable])
            #expect(file["bytes"] as? Int == 15)
        }
    }

    // MARK: What comes by itself

    @Test func anArrivalIsDrawnAtOnceBelowWhichTheHalfTypedLineStands() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.chat()
            try await OwnThread.run {
                try terminal.enter("text mne\u{1B}[D\u{1B}[D")
                try terminal.waitFor("\r> text m")
            }
            try await send("hello from bob", from: "bob", tool)
            try await OwnThread.run {
                try terminal.waitFor("bob: hello from bob")
                try terminal.waitFor("\n> text mne\r> text m")
                try terminal.enter("i\n")
                try terminal.waitFor("field: \"mine\"")
                #expect(try terminal.quit(byKey: true) == 0)
            }
        }
    }

    /// The kernel tells the command of the new size (SIGWINCH); nobody presses a key.
    @Test func theScreenFollowsTheSizeOfTheTerminal() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let words = String(repeating: "日本 words ", count: 10)
            try await send(words, from: "bob", tool)
            let (terminal, drawing) = try await tool.chat(isControlling: true)
            #expect(TerminalImage.rows(of: drawing).first?.count == 60 + 4)
            try await OwnThread.run {
                try terminal.enter("text half")
                try terminal.waitFor("text half")
                for columns in [30, 120] {
                    try terminal.resize(columns: UInt16(columns))
                    try terminal.waitFor("\u{1B}[H")
                    let rows = try TerminalImage.rows(of: terminal.waitFor("\n> text half"), columns: columns)
                    #expect(rows.first?.count == min(columns, 64), "\(rows)")
                    let texts = rows.drop { !$0.contains("bob:") }.prefix { $0.hasPrefix("  ") }
                    #expect(texts.count == (columns == 30 ? 6 : 2), "\(rows)")
                    // Each of these characters takes two cells.
                    let cells = texts.map { $0.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 1 : 2) } }
                    #expect(cells.allSatisfy { $0 <= columns }, "\(rows)")
                }
                try terminal.enter("\n")
                try terminal.waitFor("field: \"half\"")
                #expect(try terminal.quit(byKey: true) == 0)
            }
        }
    }

    /// A terminal shows each drawing when it is whole, and nothing is left of the one before.
    @Test func theScreenIsDrawnWithoutAMomentInWhichItIsEmpty() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.chat()
            try await OwnThread.run {
                for line in ["open Tally", "help", "dismiss", "nonsense", "text some words", ""] {
                    try terminal.enter(line + "\n")
                    try terminal.waitFor("\n> ")
                }
                #expect(try terminal.quit(byKey: true) == 0)
            }
            let drawings = terminal.allOutput.components(separatedBy: "\u{1B}[?2026h").dropFirst()
            #expect(drawings.count >= 7)
            for drawing in drawings {
                let parts = drawing.components(separatedBy: "\u{1B}[?2026l")
                #expect(parts.count == 2 && parts[0].hasSuffix("\r\n> "), "\(drawing)")
                #expect(parts[0].hasPrefix("\u{1B}[H\u{1B}[K──"), "\(drawing)")
                #expect(!drawing.contains("\u{1B}[2J"), "\(drawing)")
            }
            let rows = TerminalImage.rows(of: terminal.allOutput).filter { !$0.isEmpty }
            let title = try #require(rows.lastIndex { $0.hasPrefix("── chat, alice") })
            #expect(rows[(title + 1)...] == ["(no messages)", "field: \"some words\"", "> "], "\(rows)")
        }
    }

    // MARK: Keys

    @Test func tabCompletesWordsExtensionsAndFiles() async throws {
        let folder = try ScratchFolder()
        let inner = folder.path + "/letters"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        for name in ["note one.txt", "note two.txt", ".note"] {
            try Data("words".utf8).write(to: URL(filePath: inner + "/" + name))
        }
        try await chat { terminal in
            try terminal.enter("op\tTal\t\n")
            try terminal.waitFor("open Tally")
            try terminal.waitFor("── Tally, compact")
            try terminal.waitFor("\n> ")
            // An id, as far as all have it in common.
            try terminal.enter("open org\tsm\t\n")
            try terminal.waitFor("── Smileys, stickers")
            try terminal.waitFor("\n> ")
            try terminal.enter("at\t\(folder.path)/let\tno\tt\t\n")
            try terminal.waitFor("field: attachment: note two.txt (")
            try terminal.waitFor("\n> ")
            // Several words begin so; in a text, Tab is a space.
            try terminal.enter("te\tnow\tor never")
            try terminal.waitFor("text now or never")
            try terminal.enter("\u{15}d\t")
            try terminal.waitFor("Tab: drawer  dismiss")
            try terminal.waitFor("\n> d")
            try terminal.enter("i\t\n")
            #expect(try !terminal.waitFor("\n> ").contains("Smileys"))
        }
    }

    @Test func theArrowKeysBringEarlierLinesBack() async throws {
        let (up, down, back) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[D")
        try await chat { terminal in
            for line in ["text one", "text two", "text three"] {
                try terminal.enter(line + "\n")
                try terminal.waitFor("field: \"\(line.dropFirst(5))\"")
                try terminal.waitFor("\n> ")
            }
            try terminal.enter("typed\(up)\(up)\(up)\(up)\n")
            try terminal.waitFor("field: \"one\"")
            try terminal.waitFor("\n> ")
            // The line that was entered just now is the last, and what was typed comes back below it.
            try terminal.enter("text fo\(up)\(up)\(down)\(down)ur\(back)\(back)\u{7F}\u{1B}[3~\n")
            try terminal.waitFor("field: \"fr\"")
            try terminal.waitFor("\n> ")
        }
    }

    // MARK: Words and ends

    @Test func aWordThatIsNotKnownIsToldWithTheOneThatIsMeant() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let outcome = try await tool.run(
                "chat",
                "chat",
                "--as",
                "alice",
                script: "opn Tally\nhello there\nattach\n"
            )
            #expect(outcome.status == 0)
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.count == 3, "\(lines)")
            #expect(
                lines[0].hasPrefix("mayfly: 'opn Tally' is not understood; a line begins with one of drawer, open,")
            )
            #expect(lines[0].hasSuffix("; did you mean 'open'?"))
            #expect(
                lines[1].hasPrefix("mayfly: 'hello there' is not understood; a line begins with one of drawer, open,")
            )
            #expect(lines[2] == "mayfly: 'attach' is not understood; write: attach FILE")
        }
    }

    @Test func helpStandsUntilTheNextLine() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.chat()
            let first = try await OwnThread.run {
                try terminal.enter("help\n")
                return try terminal.waitFor("\n> ")
            }
            for line in [
                "open ID|NAME            open an extension", "attach FILE             put a copy", "Tab  ", "quit ",
            ] {
                #expect(first.contains(line), "\(line): \(first)")
            }
            try await send("hello from bob", from: "bob", tool)
            try await OwnThread.run {
                try terminal.waitFor("bob: hello from bob")
                #expect(try terminal.waitFor("\n> ").contains("open ID|NAME"))
                try terminal.enter("\n")
                #expect(try !terminal.waitFor("\n> ").contains("open ID|NAME"))
                #expect(try terminal.quit() == 0)
            }
        }
    }

    @Test(arguments: [("\u{3}", Int32(130)), ("\u{4}", 0), ("quit\n", 0), ("leave\n", 0)])
    func theKeysAndWordsThatLeave(keys: String, status: Int32) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.chat(isControlling: true)
            try await OwnThread.run {
                try terminal.enter("open Tally\n")
                try terminal.waitFor("── Tally, compact")
                try terminal.waitFor("\n> ")
                try terminal.enter(keys)
                _ = terminal.drain()
                #expect(terminal.finish() == status)
                #expect(try terminal.modes == terminal.firstModes)
            }
            #expect(try await tool.run("log", "--json").events().map { $0["cause"] as? String } == ["finished"])
        }
    }

    @Test(arguments: [
        (["chat", "nowhere", "--as", "alice"], Int32(1), "mayfly: there is no conversation 'nowhere'"),
        (["chat", "chat", "--as", "carol"], 1, "carol"),
        (["chat", "chat"], 2, "--as <device>"),
    ])
    func whatIsNotThereIsTold(_ arguments: [String], status: Int32, words: String) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let outcome = try await tool.run(all: arguments)
            #expect(outcome.status == status)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }
}
