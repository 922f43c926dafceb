import Foundation
import Glibc
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyTracing
import Testing

/// `mayfly replay`: a recorded run against a fresh process in the real sandbox.
@Suite struct ReplayTests {
    private static let tally = "org.mayfly.tally"

    /// On a machine that has neither the people nor the home folder of the record.
    private static func replay(
        _ file: String,
        _ bundle: String,
        _ options: [String] = []
    ) async throws -> Tool.Outcome {
        let tool = Tool(home: NSTemporaryDirectory() + "mayfly-nobody-\(UUID())", folders: "")
        let outcome = try await tool.run(all: ["replay", file, bundle, "--allow-unconfined"] + options)
        #expect(!FileManager.default.fileExists(atPath: tool.home))
        return outcome
    }

    @Test func tallyDoesTheSameWithoutItsPeople() async throws {
        try await TracedRun.with(bundles: [Samples.tally]) { run in
            try await run.launch(Self.tally, [], script: "tap plus\ntap plus\n")
            let script = "style expanded\ninput title Annas 3 Runden\ntap plus\ntap stage\nsend\n"
            try await run.launch(Self.tally, ["--record", run.file("a")], script: script)
            try await run.launch(
                Self.tally,
                as: "bob",
                ["--record", run.file("b"), "--message", "1"],
                script: "tap plus\ntap stage\nsend\n"
            )
            for name in ["a", "b"] {
                let outcome = try await Self.replay(run.file(name), Samples.tally)
                #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
                let whole = /launch 1 of org\.mayfly\.tally: as in the record; \d+ callbacks, \d+ calls/
                #expect(outcome.lines.count == 1 && outcome.lines[0].wholeMatch(of: whole) != nil, "\(outcome.output)")
            }
        }
    }

    @Test func iceCreamInSwiftDoesTheSameFromTheBubbleOfAnother() async throws {
        try await TracedRun.with(bundles: [Samples.iceCream]) { run in
            let id = "org.mayfly.icecream"
            let steps = ["tap new\ntap base-cone\nsend\n", "tap scoops-mint\nsend\n"]
            try await run.launch(id, ["--record", run.file("a")], script: steps[0])
            try await run.launch(id, as: "bob", ["--record", run.file("b"), "--message", "1"], script: steps[1])
            for name in ["a", "b"] {
                let outcome = try await Self.replay(run.file(name), Samples.iceCream)
                #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            }
        }
    }

    @Test func anotherLibraryIsComparedByItsCallsWhereItsBundleIsNamed() async throws {
        let bundle = try ServicesPlugin.bundle()
        // As long as the other word.
        let changed = try Self.bundle("services", #"draw("ready")"#, insteadWith: #"draw("rainy")"#)
        try await TracedRun.with(bundles: [bundle]) { run in
            try await run.launch(
                ServicesPlugin.id,
                ["--record", run.file("r"), "--allow-unconfined"],
                script: "tap redraw\n"
            )
            #expect(try await Self.replay(run.file("r"), bundle).status == 0)
            let outcome = try await Self.replay(run.file("r"), changed)
            #expect(outcome.status == 1)
            #expect(outcome.lines.first?.hasPrefix("note: launch 1 was made with the library sha256 ") == true)
            #expect(outcome.lines.contains("in viewDidAppear:"))
            let (before, after) = (
                outcome.lines.filter { $0.hasPrefix("- ") }, outcome.lines.filter { $0.hasPrefix("+ ") }
            )
            #expect(before.count == 1 && before[0].contains(#"call presentView {"card_json":"#))
            #expect(before[0].contains("ready") && after.count == 1 && after[0].contains("rainy"), "\(outcome.output)")
            #expect(outcome.lines.contains { $0.hasPrefix("  first difference: '") })
            #expect(outcome.lines.last?.hasPrefix("launch 1 of test.mayfly.services: 1 difference; ") == true)

            // By its id alone, another library is a mistake.
            let named = Tool(home: run.tool.home, folders: URL(filePath: changed).deletingLastPathComponent().path)
            let refused = try await named.run("replay", run.file("r"))
            #expect(refused.status == 1)
            #expect(refused.errors.contains("name the bundle to replay it with that library"), "\(refused.errors)")
        }
    }

    /// The bundle of a plugin, in whose source there is something else.
    private static func bundle(_ name: String, _ code: String, insteadWith other: String) throws -> String {
        try bundle(name, [code: other])
    }

    /// The same with several changes.
    private static func bundle(_ name: String, _ changes: KeyValuePairs<String, String>) throws -> String {
        let plugins = Checkout.folder.appending(path: "Tests/Plugins")
        var source = try String(contentsOf: plugins.appending(path: name + ".c"), encoding: .utf8)
        for (code, other) in changes {
            try #require(source.ranges(of: code).count == 1, "\(code)")
            source.replace(code, with: other)
        }
        let changed = source
        return try PluginWorkshop.pack(id: "test.mayfly.\(name)") { library in
            let file = URL(filePath: library + ".c")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(changed.utf8).write(to: file)
            try PlainCompiler.build(
                [
                    "cc", "-std=c99", "-D_POSIX_C_SOURCE=200809L", "-shared", "-fPIC", "-fvisibility=hidden",
                    "-pthread",
                    "-I", PluginWorkshop.headers, "-I", plugins.path,
                ],
                from: file,
                to: library
            )
        }
    }

    /// A callback that never comes back is no callback of an extension that lacks it.
    @Test func whatABuildDoesNotDoIsGivenUp() async throws {
        let bundle = try ServicesPlugin.bundle()
        let changed = try Self.bundle("services", ", .did_perform_action = did_perform_action", insteadWith: "")
        try await TracedRun.with(bundles: [bundle]) { run in
            let record = ["--record", run.file("r"), "--allow-unconfined"]
            try await run.launch(ServicesPlugin.id, record, script: "tap redraw\n")
            let replay = [run.tool.executable.path, "replay", run.file("r"), changed, "--allow-unconfined"]
            let outcome = try await run.tool.run(program: "/usr/bin/timeout", all: ["200"] + replay)
            #expect(outcome.status == 1, "\(outcome)")
            let missing = outcome.lines.drop { $0 != "in didPerformAction:" }.dropFirst().prefix { $0.hasPrefix("- ") }
            #expect(missing.contains { $0.hasPrefix("- call presentView {") }, "\(outcome.output)")
            #expect(missing.contains { $0.hasPrefix("- returned didPerformAction ") }, "\(outcome.output)")
            // What comes after it is as in the record.
            #expect(!outcome.output.contains("in willResignActive:"), "\(outcome.output)")
            // It also says by itself that it lacks the callback.
            let last = "launch 1 of \(ServicesPlugin.id): \(missing.count + 1) differences; "
            #expect(outcome.lines.last?.hasPrefix(last) == true, "\(outcome.output)")
        }
    }

    /// What the record does not have makes no wait longer, however often it comes.
    @Test func aBuildThatKeepsSpeakingIsGivenUpAsWell() async throws {
        let bundle = try ServicesPlugin.bundle()
        let ticking = """
            #include <pthread.h>
            #include <time.h>
            static void *tick(void *unused) {
                const struct timespec pause = {.tv_nsec = 100000000};
                for (;;) {
                    logger->log(host, MAYFLY_LOG_INFO, mayfly_text("tick"));
                    nanosleep(&pause, NULL);
                }
                return unused;
            }

            static void view_did_appear(
            """
        let changed = try Self.bundle(
            "services",
            [
                "static void view_did_appear(": ticking,
                #"    draw("ready");"#:
                    #"    pthread_t ticker; draw("ready"); pthread_create(&ticker, NULL, tick, NULL);"#,
                ", .did_perform_action = did_perform_action": "",
            ]
        )
        try await TracedRun.with(bundles: [bundle]) { run in
            let record = ["--record", run.file("r"), "--allow-unconfined"]
            try await run.launch(ServicesPlugin.id, record, script: "tap redraw\n")
            let replay = [run.tool.executable.path, "replay", run.file("r"), changed, "--allow-unconfined"]
            let outcome = try await run.tool.run(program: "/usr/bin/timeout", all: ["200"] + replay)
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.lines.contains { $0.hasPrefix("- returned didPerformAction ") }, "\(outcome.output)")
            #expect(outcome.lines.contains { $0.hasPrefix("+ ") && $0.contains("tick") }, "\(outcome.output)")
        }
    }

    // MARK: What a launch refuses

    @Test func whatALaunchRefusesIsNotReplayedEither() async throws {
        let bundle = try ServicesPlugin.bundle()
        try await TracedRun.with(bundles: [bundle]) { run in
            let record = ["--record", run.file("r"), "--allow-unconfined"]
            try await run.launch(ServicesPlugin.id, record, script: "tap redraw\n")
            let library = bundle + "/lib/plugin.so"
            let newer = try PluginWorkshop.pack(
                id: ServicesPlugin.id,
                manifest: ["abi": ["min": "7.0", "max": "7.3"]]
            ) { try FileManager.default.copyItem(atPath: library, toPath: $0) }
            let conversation = ["--conversation", "chat", "--as", "alice", "--allow-unconfined"]
            let launched = try await run.tool.run(all: ["launch", newer] + conversation)
            let replayed = try await Self.replay(run.file("r"), newer)
            #expect(replayed.errors.contains("its ABI versions are 7.0 to 7.3, and this host speaks"), "\(replayed)")
            #expect(replayed.errors == launched.errors && replayed.status == launched.status, "\(launched)")

            for option in ["--debug", "--wait-for-debugger"] {
                let outcome = try await run.tool.run("replay", run.file("r"), option, "--require-sandbox")
                let rule = "\(option) and --require-sandbox cannot be used together: \(option) leaves out two layers"
                #expect(outcome.status == 2 && outcome.errors.contains(rule), "\(outcome)")
            }
        }
    }

    // MARK: Crashes

    private static let debugCrasher = Result { try PluginWorkshop.bundle("crasher", options: ["-g", "-pthread"]) }

    @Test func aCrashCrashesAgainWithItsSignalAndItsLine() async throws {
        let bundle = try Self.debugCrasher.get()
        try await TracedRun.with(bundles: [bundle]) { run in
            for (button, signal, function) in [("write", SIGSEGV, "count_votes"), ("abort", SIGABRT, "give_up")] {
                try await run.launch(
                    Crasher.id,
                    ["--record", run.file("r"), "--allow-unconfined"],
                    script: "tap \(button)\n",
                    status: 3
                )
                let outcome = try await Self.replay(run.file("r"), bundle)
                #expect(outcome.status == 3)
                #expect(outcome.output.contains("crashed with signal \(signal) during didPerformAction"))
                let line = try Self.line(of: function)
                if (try? MayflyTestSupport.run("sh", ["-c", "command -v addr2line"])) != nil {
                    #expect(
                        outcome.lines.contains { $0.hasPrefix("  \(function)() of plugin.so at crasher.c:\(line)") },
                        "\(outcome.output)"
                    )
                }
                #expect(outcome.lines.last?.contains(": as in the record; ") == true, "\(outcome.output)")
            }
            // Where nothing crashes any more, that is a difference.
            let mended = try Self.bundle("crasher", "give_up(void) { abort(); }", insteadWith: "give_up(void) {}")
            let outcome = try await Self.replay(run.file("r"), mended)
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.lines.contains("+ end finished {}"), "\(outcome.output)")
            #expect(
                outcome.lines.contains(#"- end crashed {"signal":6,"phase":"didPerformAction"}"#),
                "\(outcome.output)"
            )
            let trace = try await run.tool.run("trace", run.file("r"))
            #expect(trace.lines.last?.hasSuffix(#" end crashed {"signal":6,"phase":"didPerformAction"}"#) == true)
        }
    }

    /// The line of the only statement of a function with one line.
    private static func line(of function: String) throws -> Int {
        let file = Checkout.folder.appending(path: "Tests/Plugins/crasher.c")
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        return try #require(lines.firstIndex { $0.contains("static void \(function)(void) {") }) + 1
    }

    private static let hasDebugger = (try? MayflyTestSupport.run("sh", ["-c", "command -v gdb"])) != nil

    @Test(
        .enabled(if: hasDebugger, "this machine has no gdb"),
        .enabled(if: geteuid() == 0, "an ordinary user may not be let attach")
    )
    func aReplayedCrashStopsInTheDebugger() async throws {
        let bundle = try Self.debugCrasher.get()
        try await TracedRun.with(bundles: [bundle]) { run in
            try await run.launch(
                Crasher.id,
                ["--record", run.file("r"), "--allow-unconfined"],
                script: "tap write\n",
                status: 3
            )
            let replay = Process()
            let (output, errors) = (Pipe(), Pipe())
            replay.executableURL = run.tool.executable
            replay.arguments = ["replay", run.file("r"), bundle, "--wait-for-debugger", "--allow-unconfined"]
            replay.environment = ["MAYFLY_HOME": run.tool.home, "PATH": "/usr/bin:/bin"]
            (replay.standardOutput, replay.standardError) = (output, errors)
            try replay.run()
            defer { if replay.isRunning { kill(replay.processIdentifier, SIGKILL) } }
            let reading = output.fileHandleForReading
            let (told, rest) = try await OwnThread.run {
                var source = LineSource(reading)
                let first = source.next()
                let advice = String(decoding: first ?? Data(), as: UTF8.self)
                let waits = /process (\d+) is crasher and waits for a debugger for at most 600 s: gdb -p (\d+)\n?/
                let match = try #require(advice.wholeMatch(of: waits), "\(advice)")
                #expect(match.1 == match.2)
                let told = try MayflyTestSupport.run(
                    "timeout",
                    [
                        "120", "gdb", "-nx", "-batch", "-p", String(match.1), "-ex", "set debuginfod enabled off",
                        "-ex",
                        "continue", "-ex", "frame", "-ex", "continue",
                    ]
                )
                var rest = ""
                while let line = source.next() { rest += String(decoding: line, as: UTF8.self) + "\n" }
                return (told, rest)
            }
            #expect(told.contains("received signal SIGSEGV"))
            #expect(told.contains(/count_votes \(\) at .*crasher\.c:\d+/), "\(told)")
            replay.waitUntilExit()
            #expect(replay.terminationStatus == 3, "\(rest)")
            #expect(rest.contains("crashed with signal 11"), "\(rest)")
        }
    }
}
