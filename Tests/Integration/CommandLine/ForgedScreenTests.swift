import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// What an extension or a peer writes never looks like the host, and what is sent is what the person has seen.
@Suite struct ForgedScreenTests {
    private static let id = "test.mayfly.forger"
    private static let path = Result { try PluginWorkshop.bundle("forger") }

    /// How lines of the host begin.
    private static func isHostsLine(_ row: String) -> Bool {
        let beginnings = ["field:", "mayfly:", "──", ">", "("]
        return beginnings.contains { row.hasPrefix($0) } || row.firstMatch(of: #/^ {0,2}[0-9]+ {2}/#) != nil
    }

    private func launch(_ tool: Tool, _ script: String, as device: String = "alice") async throws -> Tool.Outcome {
        let arguments = ["launch", Self.id, "--conversation", "chat", "--as", device, "--script", "-"]
        return try await tool.run(all: arguments, script: script)
    }

    // MARK: Views and notes

    /// All that a session prints while a person enters these lines, and then ends it by Ctrl-D.
    private func output(_ tool: Tool, _ lines: String...) async throws -> String {
        let (terminal, drawing) = try await tool.drawnSession(of: Self.id, columns: 80)
        return try await OwnThread.run {
            try terminal.enter(lines.map { $0 + "\n" }.joined() + "\u{4}")
            let rest = terminal.drain()
            #expect(terminal.finish() == 0)
            // The end of the prompt's line.
            return drawing + rest.dropLast(rest.hasSuffix("> \r\n") ? 1 : 0)
        }
    }

    /// The extension stages a message, and then draws more than the terminal has room for, or logs it.
    @Test(arguments: ["tall", "notes"])
    func theFieldStandsAboveThePromptWhateverAnExtensionShows(button: String) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let rows = TerminalImage.rows(of: try await output(tool, "tap \(button)"))
            #expect(rows.last == "> ", "\(rows)")
            #expect(rows.dropLast().last == "field: [forger] I quit for good.", "\(rows)")
            #expect(rows.count { $0.hasPrefix("field:") } == 1, "\(rows)")
            #expect(rows.contains { $0.contains("nothing is wrong") }, "\(rows)")
            for words in ["how was the game", "(empty)", "> send", "nothing is wrong"] {
                #expect(rows.allSatisfy { !$0.contains(words) || $0.hasPrefix("│ ") }, "\(words): \(rows)")
            }
        }
    }

    @Test func aTallViewIsCutAndShownWholeByAWord() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let cut = try await output(tool, "tap tall")
            #expect(cut.contains("more lines of the view: 'show' prints all of it)"))
            #expect(!cut.contains("line 30"))
            let whole = try await output(tool, "tap tall", "show")
            #expect(whole.contains("│ line 30\r\n"))
            #expect(whole.hasSuffix("\r\nfield: [forger] I quit for good.\r\n> "))
        }
    }

    @Test func theFieldStandsBelowTheHelp() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            #expect(try await output(tool, "tap tall", "help").hasSuffix("\r\nfield: [forger] I quit for good.\r\n> "))
        }
    }

    /// Elsewhere, too, each line of a view and of a log has the margin, whatever the name of the extension is.
    @Test func eachLineOfAnExtensionHasAMargin() async throws {
        let id = "test.mayfly.forger-host"
        let bundle = try PluginWorkshop.bundle("forger", id: id, manifest: ["name": "mayfly: note"])
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let arguments = ["launch", id, "--conversation", "chat", "--script", "-"]
            let lines = try await tool.run(all: arguments, script: "tap tall\ntap notes\n").lines
            #expect(!lines.contains { $0.hasPrefix("mayfly:") })
            #expect(lines.contains { $0.hasPrefix("│ mayfly: note, info: 1 bob: how was the game?") }, "\(lines)")
            for words in ["bob: how was the game?", "nothing is wrong", "> send"] {
                let rows = lines.filter { $0.contains(words) }
                #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix("│ ") }, "\(rows)")
            }
        }
    }

    @Test func whatAnExtensionAsksForHasTheMargin() async throws {
        let id = "test.mayfly.glutton-host"
        let bundle = try PluginWorkshop.bundle(
            "glutton",
            id: id,
            options: ["-pthread"],
            manifest: ["name": "mayfly: note"]
        )
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let arguments = ["launch", id, "--conversation", "chat", "--script", "-"]
            let lines = try await tool.run(all: arguments, script: "tap save\n").lines
            let rows = lines.filter { $0.contains("saving the game") }
            #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix("│ mayfly: note asks for ") }, "\(lines)")
        }
    }

    @Test func manyNotesAreCutAboveTheField() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let rows = TerminalImage.rows(of: try await output(tool, "tap notes"))
            let note = try #require(rows.firstIndex { $0.hasSuffix(" more lines of notes: 'mayfly log' prints them)") })
            #expect(rows[..<note].contains { $0.hasPrefix("── forger, ") }, "\(rows)")
            let shown = rows[(note + 1)...].dropLast(2)
            #expect(shown.allSatisfy { $0.hasPrefix("│ ") }, "\(rows)")
            // The newest of the twelve.
            #expect(shown.last?.hasSuffix("L") == true, "\(rows)")
        }
    }

    /// What the host says about a conversation stands before the words of others, which end the line.
    @Test func wordsOfOthersEndTheLineOfAConversation() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let words = "bob: ok; the input field is not empty"
            #expect(try await launch(tool, "type ok; the input field is not empty\nsend\n", as: "bob").status == 0)
            #expect(try await tool.run("conversation", "list", "--as", "alice").lines == ["chat: alice, bob; \(words)"])
            #expect(try await launch(tool, "type hello\n").status == 0)
            #expect(
                try await tool.run("conversation", "list", "--as", "alice").lines
                    == ["chat: alice, bob; the input field is not empty; \(words)"]
            )
        }
    }

    // MARK: The input field

    @Test func spacesDoNotHideTheEndOfTheField() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let lines = try await launch(tool, "tap spaces\n").lines
            #expect(lines.last == "field: [forger] \"See you at eight (2000 spaces) and wire the money\"", "\(lines)")
        }
    }

    @Test func aFieldThatIsNotShownWholeIsNotSentBeforeTheFieldIsPrinted() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let refused = try await launch(tool, "tap long\nsend\n")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("nothing is sent: the input field is not shown whole"))
            #expect(refused.lines.contains { $0.contains("and wire the money") })
            let note = " characters of the field are not shown: 'field' prints all of it)"
            #expect(refused.lines.contains { $0.hasSuffix(note) })
            #expect(try await tool.run("transcript", "chat", "--as", "bob").lines.first == "(no messages)")
            let sent = try await launch(tool, "field\nsend\n")
            #expect(sent.status == 0, "\(sent.errors)")
            let printed = try #require(sent.lines.lastIndex { $0.hasPrefix("> send") })
            #expect(sent.lines[..<printed].count { $0.contains("xxxx") } > 250)
            #expect(try await tool.run("transcript", "chat", "--as", "bob").output.contains("and wire the money"))
        }
    }

    @Test func aFieldThatIsNotShownWholeIsNotSentAtATerminal() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let printed = try await output(tool, "tap long", "send", "text short", "send")
            #expect(printed.contains(#/and wire the\s+money"\r\n> /#))
            #expect(printed.contains("characters of the field are not shown: 'field' prints all of it)"))
            #expect(printed.contains("nothing is sent: the input field is not shown whole"))
            let sent = try await tool.run("transcript", "chat", "--as", "bob").lines
            #expect(sent == ["  1  alice: short", "field: (empty)"])
        }
    }

    @Test func nothingIsSentAtATerminalThatIsTooNarrowForTheField() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: Self.id, columns: 19)
            let printed = try await OwnThread.run {
                try terminal.enter("text short\nsend\n\u{4}")
                let printed = terminal.drain()
                #expect(terminal.finish() == 0)
                return printed
            }
            let words = printed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("nothing is sent: the terminal is too small to show the input field"), "\(printed)")
            #expect(try await tool.run("transcript", "chat", "--as", "bob").lines.first == "(no messages)")
        }
    }

    /// What stands on it now is not what was drawn.
    @Test func nothingIsSentAtATerminalOfAnotherSizeBeforeItIsDrawnAgain() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: Self.id, columns: 80)
            try await OwnThread.run {
                try terminal.enter("text short\n")
                try terminal.waitFor("field: \"short\"")
                try terminal.waitFor("> ")
                try terminal.resize(columns: 200)
                try terminal.enter("send\n")
                let (refusal, sent) = ("the screen has changed since the input field was drawn", "  1  alice: short")
                let printed = try terminal.waitFor(refusal, sent)
                if printed.hasSuffix(refusal) {
                    #expect(try !terminal.waitFor("> ").contains("alice: short"))
                    try terminal.enter("send\n")
                    try terminal.waitFor(sent)
                } else {
                    // Something else had it drawn again, before it read the line.
                    #expect(printed.contains("field: \"short\""))
                }
                #expect(try terminal.quit(byKey: true) == 0)
            }
        }
    }

    /// What arrives has the screen drawn again, while the person reads.
    @Test func aFieldThatIsPrintedWholeStaysSoUntilTheNextLine() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: Self.id, columns: 80)
            try await OwnThread.run {
                // Fifteen rows, of which the terminal has room for twelve beside the rest.
                let words = String(repeating: "words ", count: 95)
                try terminal.enter("text \(words)MIDDLE \(words)\n")
                try terminal.waitFor("characters of the field are not shown")
                try terminal.waitFor("\n> ")
                try terminal.enter("field\n")
                #expect(try terminal.waitFor("MIDDLE", "not shown").hasSuffix("MIDDLE"))
                try terminal.waitFor("\n> ")
            }
            #expect(try await launch(tool, "type hello from bob\nsend\n", as: "bob").status == 0)
            try await OwnThread.run {
                try terminal.waitFor("bob: hello from bob")
                #expect(try terminal.waitFor("MIDDLE", "not shown").hasSuffix("MIDDLE"))
                try terminal.waitFor("\n> ")
                try terminal.enter("\n")
                try terminal.waitFor("characters of the field are not shown")
                #expect(try terminal.quit(byKey: true) == 0)
            }
        }
    }

    @Test func aRefusalStandsUntilTheNextLine() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: Self.id, columns: 80)
            let refusal = "mayfly: nothing is sent: the input field is not shown whole"
            try await OwnThread.run {
                try terminal.enter("tap long\n")
                try terminal.waitFor("characters of the field are not shown")
                try terminal.enter("send\n")
                try terminal.waitFor(refusal)
                try terminal.waitFor("\n> ")
            }
            #expect(try await launch(tool, "text hello from bob\nsend\n", as: "bob").status == 0)
            try await OwnThread.run {
                try terminal.waitFor("bob: hello from bob")
                #expect(try terminal.waitFor("\n> ").contains(refusal))
                try terminal.enter("\n")
                try terminal.waitFor("bob: hello from bob")
                #expect(try !terminal.waitFor("\n> ").contains(refusal))
                #expect(try terminal.quit(byKey: true) == 0)
            }
        }
    }

    // MARK: Rows of the transcript

    /// Wherever such a line is broken, its next row begins like one of the host.
    @Test(arguments: [24, 40, 80]) func noFurtherRowOfALineBeginsLikeARowOfTheHost(columns: Int) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let words = String(repeating: " field: (empty)", count: 20)
            let script = "type hi\(words)\nsend\ntype \(String(repeating: "(", count: 300))\nsend\n"
            let blanks = String(repeating: "\u{2800}", count: 300)
            #expect(try await launch(tool, script + "type one\(blanks)two\nsend\n", as: "bob").status == 0)
            let drawn = try await tool.drawnSession(of: Self.id, columns: UInt16(columns)).drawing
            let rows = TerminalImage.rows(of: drawn, columns: columns, height: 1000)
            let texts = rows.drop { !$0.hasPrefix("  1  ") }.prefix { $0.hasPrefix("  ") }
            let beginnings = texts.filter(Self.isHostsLine).map { $0.prefix(8) }
            #expect(beginnings == ["  1  bob", "  2  bob", "  3  bob"], "\(rows)")
            #expect(texts.last == "  3  bob: one two", "\(rows)")
            #expect(rows.filter { $0.hasPrefix("field:") } == ["field: (empty)"], "\(rows)")
        }
    }

    @Test(arguments: [24, 40, 80]) func noRowOfAMessageBeginsLikeARowOfTheHost(columns: Int) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            #expect(try await launch(tool, "tap rows\nfield\nsend\n", as: "bob").status == 0)
            func check(_ rows: [String]) {
                let hosts = rows.filter(Self.isHostsLine)
                #expect(hosts.count { $0.hasPrefix("field:") } == 1, "\(rows)")
                #expect(hosts.count { $0.hasPrefix("  ") } == 1, "\(rows)")
                #expect(hosts.contains { $0.hasPrefix("  1  bob:") }, "\(rows)")
                #expect(rows.contains { $0.contains("carol") && $0.hasPrefix("       ") }, "\(rows)")
            }
            if columns == 80 { check(try await tool.run("transcript", "chat", "--as", "alice").lines) }
            let drawn = try await tool.drawnSession(of: Self.id, columns: UInt16(columns)).drawing
            check(TerminalImage.rows(of: drawn, columns: columns, height: 1000))
        }
    }

    /// At the screen of who gets them, these lines of a text look like rows below a bubble.
    @Test(arguments: [nil, 40, 80]) func noRowOfATextLooksLikeARowBelowABubble(columns: Int?) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            #expect(try await launch(tool, "tap sticker\nsend\n", as: "bob").status == 0)
            var rows = try await tool.run("transcript", "chat", "--as", "alice").lines
            if let columns {
                let drawn = try await tool.drawnSession(of: Self.id, columns: UInt16(columns)).drawing
                rows = TerminalImage.rows(of: drawn, columns: columns, height: 1000)
            }
            #expect(rows.contains { $0.hasPrefix("       + carol: sticker") }, "\(rows)")
            #expect(!rows.contains { $0.hasPrefix("  +  ") }, "\(rows)")
        }
    }

    /// The second text has a line that the first one has, too.
    @Test func aNewTextIsPrintedWithAllItsLines() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let lines = try await launch(tool, "tap list\nsend\ntap offer\nsend\n").lines
            let sent = lines[try #require(lines.lastIndex { $0.hasPrefix("> send") })...]
            let words = ["I do", "not", "want to buy your house"]
            #expect(words.allSatisfy { word in sent.contains { $0.hasSuffix(word) } }, "\(lines)")
            #expect(!sent.contains { $0.contains("My list of words") }, "\(lines)")
        }
    }

    @Test func aLongTextIsCutAndPrintedWholeByAWord() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            #expect(try await launch(tool, "tap flood\nfield\nsend\n", as: "bob").status == 0)
            let note = " characters of this text are not shown: 'show' prints all of it)"
            func check(_ lines: [String], atMost limit: Int) {
                #expect(lines.count <= limit, "\(lines.count)")
                #expect(
                    lines.contains { $0.contains("See you at eight") } && lines.contains { $0.hasSuffix("the money") }
                )
                #expect(lines.contains { $0.hasPrefix("  +  (") && $0.hasSuffix(note) }, "\(lines.prefix(60))")
            }
            func texts(_ output: String) -> [String] {
                output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
            check(texts(try await launch(tool, "leave\n").output), atMost: 120)
            let drawn = try await tool.drawnSession(of: Self.id, columns: 80).drawing
            check(TerminalImage.rows(of: drawn, columns: 80, height: 1000), atMost: 60)
            #expect(texts(try await launch(tool, "show\n").output).count > 100_000)
            #expect(texts(try await tool.run("transcript", "chat", "--as", "alice").output).count > 100_000)
            let list = try await tool.run("conversation", "list", "--as", "alice").lines
            #expect(
                list.allSatisfy { $0.count < 400 } && list.contains { $0.contains("See you at eight") },
                "\(list.count)"
            )
        }
    }

    @Test(arguments: ["flood", "words"]) func aFieldOfManyLinesIsCutAndNotSent(kind: String) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let words = String(repeating: "日本 a\u{301}b ", count: 20_000)
            let step = kind == "flood" ? "tap flood" : "text \(words)and wire the money"
            let refused = try await launch(tool, "\(step)\nsend\n")
            #expect(refused.errors.contains("nothing is sent: the input field is not shown whole"))
            let note = try #require(refused.lines.first { $0.contains("characters of the field are not shown") })
            #expect(note.firstMatch(of: #/\([0-9,]{6,} characters/#) != nil, "\(note)")
            #expect(refused.lines.filter { $0.hasPrefix(" ") || $0.hasPrefix("field: ") }.count <= 101)
            #expect(refused.lines.contains { $0.hasSuffix(" money\"") })
            #expect(try await launch(tool, "field\nsend\n").status == 0)
        }
    }

    // MARK: Words that have no bubble

    @Test(arguments: ["below", "beside"]) func theFieldShowsWhatABubbleHasNoRoomFor(button: String) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let outcome = try await launch(tool, "tap \(button)\nsend\n")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let name = button == "below" ? "subcaption" : "trailing subcaption"
            let lines = outcome.lines
            #expect(lines.contains { $0.hasPrefix("       also sent, as its \(name): \"and and") }, "\(lines)")
            #expect(lines.contains { $0.hasSuffix("I resign.\"") }, "\(lines)")
            #expect(!lines.contains { $0.contains("as its caption") || $0.contains("as its summary") }, "\(lines)")
        }
    }

    @Test func theFieldShowsAllThatAMessageSaysToOthers() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            #expect(try await tool.run("device", "create", "leo", "--profile", "legacy").status == 0)
            #expect(try await tool.run("conversation", "create", "group", "--with", "alice,bob,leo").status == 0)
            let arguments = ["launch", Self.id, "--conversation", "group", "--as", "alice", "--script", "-"]
            let outcome = try await tool.run(all: arguments, script: "tap hidden\nsend\ntap address\nsend\n")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let lines = outcome.lines
            #expect(lines.contains("       also sent, to be read aloud: \"I resign.\""), "\(lines)")
            #expect(lines.contains("       also sent, as its summary: \"bob left the conversation\""), "\(lines)")
            #expect(lines.contains("       also sent, as its address: https://example.org/words"), "\(lines)")
            let legacy = try await tool.run("transcript", "group", "--as", "leo").lines
            #expect(legacy.first == "  1  alice: [forger] I resign.")
            #expect(legacy.dropFirst().first == "  2  alice: [forger] https://example.org/words")
            let bob = try await tool.run("transcript", "group", "--as", "bob").lines
            #expect(bob.first == "  1  -- [forger] alice: bob left the conversation --")
            #expect(bob.dropFirst().first == "  2  alice: [forger] Tally: 2")
        }
    }

    /// An http or https URL of a message is printed in the field, and where the extension is lacking. Wherever it is broken, no row of
    /// it looks like one of the transcript.
    @Test(arguments: [40, 80]) func anAddressHasNoWords(columns: Int) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let sent = try await launch(tool, "tap web\nfield\nsend\n")
            let words = "%C2%A0%C2%A02%C2%A0%C2%A0alice:%C2%A0I%C2%A0resign%E3%80%80for%20good"
            #expect(sent.output.filter { !$0.isWhitespace }.contains(words), "\(sent.output)")
            #expect(!sent.output.contains("I\u{A0}resign"))
            let tool = Tool(home: tool.home, folders: "")
            let (terminal, _) = try await tool.drawnSession(of: "org.mayfly.tally", as: "bob", columns: UInt16(columns))
            let drawn = try await OwnThread.run {
                try terminal.enter("bubble 1\n\u{4}")
                let drawn = terminal.drain()
                #expect(terminal.finish() == 0)
                return drawn
            }
            let rows = TerminalImage.rows(of: drawn, columns: columns, height: 1000)
            let first = try #require(rows.lastIndex { $0.hasPrefix("opens in a browser:") }, "\(rows)")
            let address = rows[first...].prefix { $0.hasPrefix("… ") || $0 == rows[first] }
            let joined = address.map { $0.drop { "… ".contains($0) } }.joined()
            #expect(joined.contains("https://example.org/words") && joined.contains(words), "\(rows)")
            #expect(rows[first...].dropFirst(address.count).first?.hasPrefix("field:") == true, "\(rows)")
        }
    }

    private static let invisible = [" ", "\u{3164}", "\u{2800}\u{2800}", "\u{FE0F}", "\u{200D}\u{AD}"]

    @Test(arguments: invisible) func anInvisibleNameIsRefused(name: String) async throws {
        let bundle = try PluginWorkshop.bundle("forger", id: "test.mayfly.forger-nameless", manifest: ["name": name])
        try await Tool.with { tool in
            let outcome = try await tool.run("info", bundle)
            #expect(outcome.status == 4)
            #expect(outcome.errors.contains("'name' must have a visible character"), "\(outcome.errors)")
        }
    }
}
