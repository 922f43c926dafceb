import Foundation
import MayflyConformance
import Testing

/// `mayfly launch`, through the real command.
@Suite struct LaunchTests {
    @Test(.proves("C-023", "C-039")) func tallyShowsItsWholeLifeInOrder() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let outcome = try await tool.run(
                "launch",
                "org.mayfly.tally",
                "--conversation",
                "chat",
                "--script",
                "-",
                "--json",
                script: "tap plus\n"
            )
            #expect(outcome.status == 0)
            let life = try outcome.events().compactMap { event -> String? in
                switch event["event"] as? String {
                case "process": event["state"] as? String
                case "callback": event["name"] as? String
                default: nil
                }
            }
            #expect(
                life == [
                    "spawned", "viewDidLoad", "willBecomeActive", "didPerformAction", "willResignActive", "killed",
                    "reaped",
                ],
                "the callbacks that it has"
            )
        }
    }

    @Test(.proves("C-154", "C-160")) func eachCommandSeesWhatTheLastOneDid() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let sent = try await tool.run(
                "launch",
                "org.mayfly.tally",
                "--conversation",
                "chat",
                "--as",
                "alice",
                "--script",
                "-",
                script: "tap plus\ntap stage\nsend\nleave\n"
            )
            #expect(sent.status == 0)
            #expect(try await tool.run("transcript", "chat", "--as", "bob").output.contains("alice: [Tally] Tally: 1"))
            let answered = try await tool.run(
                "launch",
                "org.mayfly.tally",
                "--conversation",
                "chat",
                "--as",
                "bob",
                "--message",
                "1",
                "--script",
                "-",
                script: "tap plus\ntap stage\ntype well done\nsend\n"
            )
            #expect(answered.status == 0)
            let transcript = try await tool.run("transcript", "chat", "--as", "alice").output
            #expect(transcript.contains("-- [Tally] alice: Tally: 1 --"))
            #expect(transcript.contains("bob: [Tally] Tally: 2"))
            #expect(transcript.contains("bob: well done"))
        }
    }

    @Test(
        arguments: [("crash", "crashed with signal 11"), ("hang", "did not answer didPerformAction within 2000 ms")],
        [["--script", "-"], []]
    )
    func anExtensionThatFailsGivesStatusThreeAndOneSentence(
        _ failure: (button: String, says: String),
        how: [String]
    ) async throws {
        try await Tool.with(bundles: [try PluginWorkshop.bundle("recorder")]) { tool in
            try await tool.setUp()
            let outcome = try await tool.run(
                all: ["launch", Recorder.id, "--conversation", "chat", "--json"] + how,
                script: "tap \(failure.button)\n"
            )
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains(failure.says), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
            let events = try outcome.events()
            #expect(events.contains { $0["event"] as? String == "process" && $0["state"] as? String == "reaped" })
        }
    }

    /// The limit is given in blocks of 512 bytes.
    @Test(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() })
    func aFileThatIsTooLargeIsToldWithTheLimitThatHolds() async throws {
        try await Tool.with(bundles: [try Glutton.bundle()]) { tool in
            try await tool.setUp()
            let mayfly = "exec '\(Bundle.main.bundlePath)/mayfly' launch \(Glutton.id) --conversation chat --json"
            let outcome = try await tool.run(
                program: "/bin/sh",
                all: ["-c", "ulimit -f 65536; \(mayfly)"],
                script: "tap hole\n"
            )
            let receipt = try #require(try outcome.events().first { $0["event"] as? String == "receipt" })
            #expect(receipt["cause"] as? String == "fileSize")
            #expect(receipt["limit"] as? Int == 32 << 20)
            #expect(receipt["used"] is NSNull)
            #expect(outcome.errors.contains("a file of it was to become larger than the limit of 32 MiB"))
        }
    }

    @Test func aScriptIsCheckedBeforeAnythingIsLaunched() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let outcome = try await tool.run(
                "launch",
                "org.mayfly.tally",
                "--conversation",
                "chat",
                "--script",
                "-",
                "--json",
                script: "tap plus\n# a comment\n\ntpa 1\n"
            )
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("mayfly: script line 4: 'tpa 1' is not understood"))
        }
    }

    @Test func aNameThatNoEventHasIsAnErrorOfTheScript() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--script", "-"]
            let outcome = try await tool.run(all: launch, script: "tap plus\nwait didRecieve\n")
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("mayfly: script line 2: 'wait didRecieve' is not understood; "))
            #expect(outcome.errors.hasSuffix("; did you mean 'didReceive'?\n"), "\(outcome.errors)")
            // Host functions that the worker carries out by itself.
            for name in ["makeSession", "privateFolder"] {
                let outcome = try await tool.run(all: launch, script: "tap plus\nwait \(name)\n")
                #expect(outcome.status == 1)
                #expect(outcome.output.isEmpty)
                #expect(outcome.errors.hasPrefix("mayfly: script line 2: 'wait \(name)' is not understood; "))
            }
            // One of each sort that comes.
            let script =
                "wait spawned\ntap plus\nwait didPerformAction\ntap stage\nwait insertMessage\ntype a\nwait draft\n"
            #expect(try await tool.run(all: launch, script: script).status == 0)
        }
    }

    @Test func anInputThatCannotBeReadIsAFailure() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let mayfly = "exec '\(Bundle.main.bundlePath)/mayfly' launch org.mayfly.tally --conversation chat < /"
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", mayfly])
            #expect(outcome.status == 1)
            let lines = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("mayfly: the sandbox of ") }
            #expect(lines == ["mayfly: standard input cannot be read: Is a directory"])
        }
    }

    @Test func aStepThatFailsNamesItsLineAndEndsTheExtensionInOrder() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let outcome = try await tool.run(
                "launch",
                "org.mayfly.tally",
                "--conversation",
                "chat",
                "--script",
                "-",
                "--json",
                script: "tap plus\ninput title Laps\n"
            )
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("line 2"), "\(outcome.errors)")
            #expect(outcome.errors.contains("keyboard"))
            let names = try outcome.events().compactMap { $0["name"] as? String }
            #expect(names.last { $0.hasPrefix("will") } == "willResignActive")
        }
    }

    @Test func whatIsUnknownGetsOneLineAndItsStatus() async throws {
        let cases = [
            (["launch", "org.mayfly.nope", "--conversation", "chat"], Int32(1), "no extension 'org.mayfly.nope'"),
            (["launch", "org.mayfly.tally", "--conversation", "nope"], 1, "no conversation 'nope'"),
            (["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "zoe"], 1, "no device 'zoe'"),
            (["launch", "org.mayfly.tally", "--conversation", "chat", "--style", "huge"], 2, "huge"),
            (["launch", "org.mayfly.tally"], 2, "--conversation"),
            (["launch", "org.mayfly.tally", "--conversation", "chat", "--message", "7"], 1, "7"),
            (["transcript", "nope", "--as", "alice"], 1, "no conversation 'nope'"),
            (["device", "create", "alice"], 1, "alice"),
            (["device", "create", "../x"], 1, "../x"),
            (["conversation", "create", "solo", "--with", "alice"], 1, "solo"),
            (["conversation", "create", "chat", "--with", "alice,bob"], 1, "chat"),
            (["info", "org.mayfly.nope"], 1, "no extension 'org.mayfly.nope'"),
            (["uninstall", "org.mayfly.tally"], 1, "org.mayfly.tally"),
            (["install", "/nowhere.mayfly"], 4, "/nowhere.mayfly"),
            (["frobnicate"], 2, "frobnicate"),
        ]
        try await Tool.with { tool in
            try await tool.setUp()
            for (arguments, status, says) in cases {
                let outcome = try await tool.run(all: arguments)
                #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
                #expect(outcome.errors.hasPrefix("mayfly: "), "\(arguments): \(outcome.errors)")
                #expect(outcome.errors.contains(says), "\(arguments): \(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count == 1, "\(arguments): \(outcome.errors)")
            }
        }
    }

    @Test func theDemoPlaysToItsEnd() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("demo", "--home", tool.home)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("-- [Ice Cream Builder] alice: alice picked a cone --"))
            #expect(outcome.output.contains("bob: Veggie, carol: Chili, alice: Veggie"))
            // Nothing is canned: the home folder tells the same.
            let transcript = try await tool.run("transcript", "Dessert", "--as", "bob").output
            #expect(transcript.contains("alice: [Ice Cream Builder] Our finished ice cream"))
            #expect(transcript.contains("bob: sticker: A smiling face"))
            let again = try await tool.run("demo", "--home", tool.home)
            #expect(again.status == 1)
            #expect(again.errors.contains("not empty"))
        }
    }

    @Test func theDemoFailsWhereAPluginIsMissing() async throws {
        try await Tool.with { tool in
            let copy = tool.home + "-bin"
            defer { try? FileManager.default.removeItem(atPath: copy) }
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
            for name in ["mayfly", "mayfly-worker"] {
                try FileManager.default.copyItem(
                    atPath: Bundle.main.bundlePath + "/" + name,
                    toPath: copy + "/" + name
                )
            }
            let outcome = try await tool.run(program: copy + "/mayfly", all: ["demo"])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("no extension 'org.mayfly.icecream'"))
        }
    }

    @Test(arguments: [
        ["list"], ["list", "--json"], ["info", "org.mayfly.tally"], ["device", "list"], ["conversation", "list"],
        ["transcript", "chat", "--as", "alice"], ["transcript", "chat", "--as", "alice", "--svg", "-"], ["log"], ["ps"],
        ["help"], ["--version"], ["doctor", "--json"], ["bench", "--help"],
        ["launch", "org.mayfly.tally", "--conversation", "chat", "--script", "/dev/null"],
        ["launch", "org.mayfly.tally", "--conversation", "chat", "--json"],
    ])
    func anOutputThatTakesNothingIsAFailure(_ arguments: [String]) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let mayfly = "exec '\(Bundle.main.bundlePath)/mayfly' \(arguments.joined(separator: " "))"
            for (output, reason) in [("> /dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
                let outcome = try await tool.run(program: "/bin/sh", all: ["-c", "\(mayfly) \(output)"])
                #expect(outcome.status == 1, "\(output)")
                // A launch also names the layers that an ordinary user's sandbox lacks.
                let lines = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("mayfly: the sandbox of ") }
                #expect(lines == ["mayfly: the output cannot be written: \(reason)"], "\(output)")
            }
        }
    }

    /// Root's number of processes has no limit, so root becomes another user first.
    @Test(arguments: [["list"], ["device", "list"], ["doctor"]])
    func aProcessThatCanMakeNoThreadSaysSo(_ arguments: [String]) async throws {
        try await Tool.with { tool in
            // One of its own: a process of another test would count.
            let id = Int.random(in: 100_000..<1_000_000)
            let user = geteuid() == 0 ? ["setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups"] : []
            let mayfly = [Bundle.main.bundlePath + "/mayfly"] + arguments
            let outcome = try await tool.run(program: "/usr/bin/prlimit", all: ["--nproc=1"] + user + mayfly)
            #expect(outcome.status == 1)
            // A sanitizer complains first.
            let errors = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("==") }
            #expect(errors.first?.hasPrefix("mayfly: no thread can be made: ") == true, "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix("(see 'ulimit -u')\n"))
        }
    }
}
