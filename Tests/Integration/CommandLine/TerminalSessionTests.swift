import Foundation
import MayflyHost
import MayflyTestSupport
import MayflyTesting
import Testing

/// A session at a terminal, and what scripts print of an extension that covers the screen.
@Suite struct TerminalSessionTests {
    private func send(_ text: String, from device: String, _ tool: Tool) async throws {
        let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", device, "--script", "-"]
        #expect(try await tool.run(all: arguments, script: "type \(text)\nsend\n").status == 0)
    }

    /// Nobody presses Enter at alice's terminal.
    @Test(arguments: [false, true]) func aMessageThatArrivesIsDrawnAtOnce(noColor: Bool) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let terminal = try await tool.session(of: "org.mayfly.tally", noColor: noColor)
            try await send("hello from bob", from: "bob", tool)
            try await OwnThread.run {
                let drawn = try terminal.waitFor("bob: hello from bob")
                #expect(drawn.contains("chat, alice"))
                try terminal.waitFor("> ")
                try terminal.enter("quit\n")
                #expect(terminal.finish() == 0)
            }
        }
    }

    /// Alice has typed half a line when a message arrives. It stands below the new picture, and can still be changed.
    @Test(arguments: [false, true]) func aHalfTypedLineIsDrawnAgain(noColor: Bool) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let terminal = try await tool.session(of: "org.mayfly.tally", noColor: noColor)
            try await OwnThread.run {
                try terminal.enter("type mine and thi")
                try terminal.waitFor("type mine and thi")
            }
            try await send("hello from bob", from: "bob", tool)
            try await OwnThread.run {
                try terminal.waitFor("bob: hello from bob")
                try terminal.waitFor("\n> type mine and thi")
                // Three characters back, which were typed before the drawing.
                try terminal.enter("\u{7F}\u{7F}\u{7F}more\n")
                try terminal.waitFor("field: \"mine and more\"")
                try terminal.waitFor("> ")
                try terminal.enter("quit\n")
                #expect(terminal.finish() == 0)
            }
        }
    }

    /// The line takes two rows, so a backspace has it printed again. What comes at once is printed once, however much that is.
    @Test func whatComesAtOnceIsPrintedOnce() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: "org.mayfly.tally", columns: 80)
            let printed = try await OwnThread.run {
                terminal.signal(SIGSTOP)
                try blockUntil { try ProcessState.letter(of: terminal.id) == "T" }
                let (typed, gone) = (String(repeating: "x", count: 100), String(repeating: "\u{7F}", count: 80))
                try terminal.enter("type " + typed + gone + typed + gone + "\n")
                terminal.signal(SIGCONT)
                let printed = try terminal.waitFor("field: \"")
                #expect(try terminal.waitFor("\"") == String(repeating: "x", count: 40) + "\"")
                #expect(try terminal.quit() == 0)
                return printed
            }
            #expect(printed.components(separatedBy: "> type x").count < 10, "\(printed)")
        }
    }

    /// Whoever uses the terminal next finds it as it was.
    @Test(arguments: ["quit\n", "\u{4}", "SIGINT"]) func theTerminalIsGivenBackAsItWas(end: String) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let terminal = try await tool.session(of: "org.mayfly.tally")
            try await OwnThread.run {
                #expect(try terminal.modes & UInt32(ICANON | ECHO) == 0)
                if end == "SIGINT" { terminal.interrupt() } else { try terminal.enter(end) }
                _ = terminal.finish()
                #expect(try terminal.modes == terminal.firstModes)
            }
        }
    }

    /// What the shell prints next begins a line.
    @Test(arguments: ["SIGINT", "\u{4}"], ["xterm", "dumb"]) func theLineOfThePromptIsEnded(way: String, kind: String)
        async throws
    {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: "org.mayfly.tally", adding: ["TERM": kind])
            let (end, status) = try await OwnThread.run {
                if way == "SIGINT" { terminal.interrupt() } else { try terminal.enter(way) }
                return (terminal.drain(), terminal.finish())
            }
            #expect(end.hasSuffix("\r\n"))
            #expect(status == (way == "SIGINT" ? 130 : 0))
        }
    }

    /// Ctrl-Z, and `fg` of a shell that does not set the modes of the terminal itself.
    @Test func theTerminalIsGivenBackWhileTheCommandIsStopped() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let terminal = try await tool.session(of: "org.mayfly.tally")
            try await OwnThread.run {
                let modes = try terminal.modes
                try terminal.enter("type half")
                try terminal.waitFor("type half")
                terminal.signal(SIGTSTP)
                try blockUntil { try ProcessState.letter(of: terminal.id) == "T" }
                #expect(try terminal.modes == terminal.firstModes)
                terminal.signal(SIGCONT)
                // Drawn again, with the line.
                try terminal.waitFor("Tally, compact")
                try terminal.waitFor("\n> type half")
                #expect(try terminal.modes == modes)
                try terminal.enter(" a line\n")
                try terminal.waitFor("field: \"half a line\"")
                try terminal.waitFor("> ")
                try terminal.enter("quit\n")
                #expect(terminal.finish() == 0)
                #expect(try terminal.modes == terminal.firstModes)
            }
        }
    }

    /// The parent of the command is in another session, so that the kernel does not stop the command, and no SIGCONT comes.
    @Test func ctrlZThatStopsNothingLeavesTheTerminalToTheCommand() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: "org.mayfly.tally", isControlling: true)
            try await OwnThread.run {
                let modes = try terminal.modes
                try terminal.enter("type half")
                try terminal.waitFor("type half")
                try terminal.enter("\u{1A}")
                try terminal.waitFor("Tally, compact")
                try terminal.waitFor("\n> type half")
                #expect(try terminal.modes == modes)
                try terminal.enter(" a line\n")
                try terminal.waitFor("field: \"half a line\"")
                #expect(try terminal.quit() == 0)
                #expect(try terminal.modes == terminal.firstModes)
            }
        }
    }

    /// At Ctrl-Z the line of the prompt is ended, and the terminal takes no output: deadlines hold meanwhile.
    @Test func aTerminalThatTakesNoOutputDoesNotHoldDeadlines() async throws {
        try await Puppet.with { test in
            try test.script(["didReceive hang"], as: "alice")
            let terminal = try TerminalProcess(
                home: test.home,
                folders: try Puppet.folders,
                ["launch", Puppet.id, "--conversation", test.conversation, "--as", "alice"]
            )
            try await OwnThread.run {
                try terminal.waitFor("\n> ")
                try terminal.holdOutput(true)
                terminal.signal(SIGTSTP)
            }
            try await test.send("message url=?1", from: "bob")
            try await until {
                try await test.host.receipts().contains {
                    if case .unresponsive = $0.end.cause { true } else { false }
                }
            }
            let status = try await OwnThread.run {
                try terminal.holdOutput(false)
                try blockUntil { try ProcessState.letter(of: terminal.id) == "T" }
                terminal.signal(SIGCONT)
                try terminal.waitFor("puppet was closed")
                try terminal.enter("quit\n")
                _ = terminal.drain()
                return terminal.finish()
            }
            #expect(status == 3)
        }
    }

    /// A shell that has started a session in the background, which is stopped now. It goes on with `rest` when a line is entered.
    private static func background(_ tool: Tool, _ rest: String) throws -> TerminalProcess {
        let text = """
            set -m
            '\(Bundle.main.bundlePath)/mayfly' launch org.mayfly.tally --conversation chat --as alice &
            echo "process $!;"
            read line
            \(rest)
            """
        let shell = try TerminalProcess(
            program: "/bin/sh",
            home: tool.home,
            folders: "",
            isControlling: true,
            ["-c", text]
        )
        let number = try #require(try shell.waitFor(";").split { " ;".contains($0) }.last.flatMap { Int32($0) })
        // It may stop before it has printed the prompt, or have printed it before the number.
        try blockUntil { try ProcessState.letter(of: number) == "T" }
        return shell
    }

    /// `mayfly launch … &`, and later `fg`.
    @Test func aCommandInTheBackgroundStopsWhenItReadsTheTerminal() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            try await OwnThread.run {
                let shell = try Self.background(tool, "fg > /dev/null")
                #expect(try shell.modes == shell.firstModes)
                try shell.enter("\n")
                try blockUntil { try shell.modes & UInt32(ICANON | ECHO) == 0 }
                try shell.enter("type a line\n")
                try shell.waitFor("field: \"a line\"")
                #expect(try shell.quit() == 0)
                #expect(try shell.modes == shell.firstModes)
            }
        }
    }

    /// A shell lets a stopped command go on when it ends it, too.
    @Test func aCommandThatGoesOnInTheBackgroundEnds() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            try await OwnThread.run {
                let shell = try Self.background(tool, "bg > /dev/null\nwait $!")
                try shell.enter("\n")
                #expect(shell.drain().contains("standard input cannot be read"))
                #expect(shell.finish() == 1)
                #expect(try shell.modes == shell.firstModes)
            }
            #expect(try await tool.run("log", "--json").events().map { $0["cause"] as? String } == ["finished"])
        }
    }

    @Test func aDumbTerminalGetsNoEscapeSequencesAndKeepsItsModes() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, drawing) = try await tool.drawnSession(of: "org.mayfly.tally", adding: ["TERM": "dumb"])
            #expect(drawing.contains("Tally, compact"))
            #expect(!drawing.contains("\u{1B}"))
            #expect(try terminal.modes == terminal.firstModes)
            let status = try await OwnThread.run {
                try terminal.enter("quit\n")
                return terminal.finish()
            }
            #expect(status == 0)
        }
    }

    /// Each sentence takes three rows or more, and what is typed two: the characters of East Asia and the pictures take two cells.
    @Test(
        arguments: [false, true],
        [
            ("a text that is longer than a line of it", "0123456789abcdef"), ("日本語の文は一行より長くて折り返される", "漢字仮名漢字仮名"),
            ("😀 smiles 😀😀😀 at 한국어 글자 😀😀 and on", "😀😀😀😀😀😀😀😀"),
        ]
    )
    func aNarrowTerminalGetsLinesThatFit(noColor: Bool, _ texts: (sentence: String, typed: String)) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            try await send(texts.sentence, from: "bob", tool)
            let (terminal, drawing) = try await tool.drawnSession(of: "org.mayfly.tally", noColor: noColor, columns: 20)
            #expect(drawing.contains("\u{1B}[1m0\u{1B}[0m") != noColor)
            let lines = TerminalImage.rows(of: drawing, columns: .max)
            #expect(lines.contains("── chat, alice ─────"), "\(lines)")
            #expect(lines.allSatisfy { Self.cells($0) <= 20 }, "\(lines)")
            let rows = lines.drop { !$0.contains("bob:") }.prefix { !$0.hasPrefix("─") }
            #expect(rows.joined().filter { $0 != " " } == "1bob:" + texts.sentence.filter { $0 != " " }, "\(lines)")
            let (shown, status) = try await OwnThread.run {
                try terminal.enter("type \(texts.typed)")
                try terminal.waitFor("type \(texts.typed)")
                try terminal.enter("\u{7F}\n")
                let shown = try terminal.waitFor("field:")
                try terminal.enter("quit\n")
                _ = terminal.drain()
                return (shown, terminal.finish())
            }
            // Without escape sequences, a backspace cannot go back to the row above: the line is printed again.
            let line = "> type \(texts.typed.dropLast())"
            #expect(shown.contains(noColor ? "\n\(line)\r" : "\u{1B}[1A\r\(line)\u{1B}[J\r"), "\(shown)")
            #expect(status == 0)
        }
    }

    /// The cells that a line takes at a terminal, of these texts: the letters of Europe and the lines of frames take one, all others two.
    private static func cells(_ line: String) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 1 : 2) }
    }

    /// The window waits for a launch, and so learns of the signal late; the second signal ends the command before that.
    @Test(
        .enabled("this machine lacks a layer") { try await WholeSandbox.isHere() },
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func theTerminalIsGivenBackWhileTheWindowIsBusy(second: Int32) async throws {
        try await Tool.with(bundles: Puppet.bundles) { tool in
            try await tool.setUp()
            let terminal = try await tool.session(of: Puppet.id)
            let status = try await OwnThread.run {
                func all(_ name: String) throws -> [Int32] {
                    try ProcessState.processes { process in
                        let status = try? ProcessState.status(of: process)
                        let parent = status?["PPid"].flatMap { Int32($0) } ?? 0
                        let grandparent = try? ProcessState.status(of: parent)["PPid"].flatMap { Int32($0) }
                        return status?["Name"] == name && [parent, grandparent].contains(terminal.id)
                    }
                }
                // The next worker can only come from the zygote, which does not answer. A host that is short of memory ends the worker
                // that waits, so it may never be seen.
                var looks = 0
                try blockUntil {
                    looks += 1
                    return try looks > 500 || !all("mayfly-spare").isEmpty
                }
                let zygote = try #require(try all("mayfly-zygote").first)
                try #require(kill(zygote, SIGSTOP) == 0)
                try blockUntil {
                    // One may have been made meanwhile.
                    for spare in try all("mayfly-spare") { kill(spare, SIGKILL) }
                    return try all("mayfly-spare").isEmpty && all("mayfly-init").count == 1
                }
                try terminal.enter("swipe left\n")
                // A launch begins with the folders of its extension.
                try blockUntil {
                    try FileManager.default.contentsOfDirectory(atPath: tool.home + "/private").count == 2
                }
                terminal.interrupt()
                try blockUntil { try terminal.modes == terminal.firstModes }
                // The host ends a zygote that has not answered in time, and then the launch is over.
                try #require(try ProcessState.letter(of: zygote) == "T")
                terminal.signal(second)
                return terminal.finish()
            }
            #expect(status == -second)
        }
    }

    /// The program that makes names readable does not answer, so the name of the function comes a second after the end.
    @Test func aFailureIsToldOnceThoughANameComesLater() async throws {
        let bundle = try PluginWorkshop.bundle("puppet", options: ["-pthread", "-Dact_alone=_Z9act_alonev"])
        let commands = try CommandFolder(mediaWorker: "exec sleep 1000000")
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            try test.script(["didReceive crash"], as: "alice")
            let terminal = try TerminalProcess(
                program: commands.command,
                home: test.home,
                folders: URL(filePath: bundle).deletingLastPathComponent().path,
                ["launch", Puppet.id, "--conversation", test.conversation, "--as", "alice"]
            )
            _ = try await OwnThread.run { try terminal.waitFor("\n> ") }
            try await test.send("message url=?1", from: "bob")
            let sentence = "puppet was closed: it crashed with signal 11 during didReceive"
            let first = try await OwnThread.run { try terminal.waitFor(sentence) + terminal.waitFor("\n> ") }
            #expect(!first.contains("act_alone"))
            try await until { try await test.host.receipts().contains { $0.end.crash != nil } }
            let receipt = try #require(try await test.host.receipts().last { $0.end.crash != nil })
            #expect(receipt.sentence == sentence + ", in _Z9act_alonev of plugin.so")
            // The window of alice has the receipt now, and what is drawn next is drawn after it.
            try await test.window(as: "bob") { window in
                try await window.type("anything else")
                try await window.send()
            }
            // It stands as it was told up to the next line, which is an empty one.
            let (rest, status) = try await OwnThread.run {
                let drawn = try terminal.waitFor("bob: anything else")
                try terminal.enter("\n\u{4}")
                return (drawn + terminal.drain(), terminal.finish())
            }
            #expect(!rest.contains("act_alone"), "\(rest)")
            let last = try #require(rest.components(separatedBy: "── chat, alice").last)
            #expect(last.contains("bob: anything else") && !last.contains("was closed"), "\(rest)")
            #expect(status == 3)
        }
    }

    /// An extension must not take the host's time by views that nobody can see.
    @Test func whatChangesAgainAndAgainIsDrawnNowAndThen() async throws {
        try await Tool.with(bundles: [try Glutton.bundle()]) { tool in
            try await tool.setUp()
            let terminal = try await tool.session(of: Glutton.id)
            let (output, time) = try await OwnThread.run {
                let start = ContinuousClock.now
                try terminal.enter("tap flicker\n")
                let output = try terminal.waitFor("card 200")
                let time = ContinuousClock.now - start
                try terminal.enter("quit\n")
                _ = terminal.drain()
                return (output, time)
            }
            let drawings = output.components(separatedBy: "\u{1B}[H").count - 1
            #expect(drawings >= 1)
            // The drawing after the line comes at once.
            #expect(Double(drawings - 2) <= time / .milliseconds(50), "\(drawings) in \(time)")
        }
    }

    /// A program that has trapped must not stay, as nothing holds its workers then.
    @Test(arguments: [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV])
    func noBacktracerHoldsTheCommand(signal: Int32) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let terminal = try await tool.session(of: "org.mayfly.tally")
            let output = try await OwnThread.run {
                terminal.signal(signal)
                let output = terminal.drain()
                #expect(terminal.finish() == -signal)
                return output
            }
            #expect(!output.localizedStandardContains("backtrace"), "\(output)")
        }
    }

    /// The terminal of a login, where Ctrl-C is a key.
    @Test(arguments: ["quit\n", "\u{3}"]) func aControllingTerminalIsGivenBackAsItWas(end: String) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: "org.mayfly.tally", isControlling: true)
            let status = try await OwnThread.run {
                #expect(try terminal.modes & UInt32(ICANON | ECHO) == 0)
                try terminal.enter(end)
                _ = terminal.drain()
                return terminal.finish()
            }
            #expect(try terminal.modes == terminal.firstModes)
            #expect(status == (end == "quit\n" ? 0 : 130))
        }
    }

    @Test func aScriptPrintsWhatItsStepsChangeUnderAnExpandedExtension() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let arguments = [
                "launch", "org.mayfly.tally", "--conversation", "chat", "--style", "expanded", "--script", "-",
            ]
            let outcome = try await tool.run(all: arguments, script: "type hello\nsend\nstyle compact\n")
            #expect(outcome.status == 0, "\(outcome.errors)")
            func lines(after step: String) throws -> [String] {
                let start = try #require(outcome.lines.firstIndex(of: "> \(step)"))
                return Array(outcome.lines[(start + 1)...].prefix { !$0.hasPrefix("> ") })
            }
            #expect(try lines(after: "type hello") == ["(covered) field: \"hello\""])
            #expect(
                try lines(after: "send") == ["(covered)   1  alice: hello", "(covered) field: (empty)"]
            )
            #expect(try lines(after: "style compact").last == "field: (empty)")
        }
    }
}
