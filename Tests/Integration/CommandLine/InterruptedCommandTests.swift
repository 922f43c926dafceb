import Foundation
import MayflyLinux
import MayflyTestSupport
import Testing

/// A command that a signal ends, or whose output nobody reads.
@Suite struct InterruptedCommandTests {
    /// The receipts say that each extension resigned.
    private func expectResigned(_ tool: Tool, launches: ClosedRange<Int> = 1...1) async throws {
        let receipts = try await tool.run("log", "--json").events()
        #expect(launches.contains(receipts.count))
        #expect(receipts.allSatisfy { $0["cause"] as? String == "finished" })
        #expect(receipts.allSatisfy { ($0["times_us"] as? [String: any Sendable])?["resigned"] is Int })
    }

    /// `mayfly launch` of Tally, which is on screen, and the process that was started for it.
    private static func tally(_ tool: Tool, _ options: [String] = []) throws -> (ToolProcess, Int32) {
        let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat"] + options
        let launch = try ToolProcess(home: tool.home, folders: "", arguments)
        let process = try launch.waitForProcess("spawned")
        try launch.waitFor(event: "willBecomeActive")
        return (launch, process)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func theDemoRemovesItsFolder(at signal: Int32) async throws {
        let scratch = try ScratchFolder()
        try await Tool.with { tool in
            let (before, status) = try await OwnThread.run {
                let place = ["TMPDIR": scratch.path]
                let demo = try TerminalProcess(home: tool.home, folders: "", adding: place, ["demo"])
                try demo.waitFor("She taps 'new'")
                let before = try scratch.names()
                demo.signal(signal)
                _ = demo.drain()
                return (before, demo.finish())
            }
            #expect(before.contains { $0.hasPrefix("mayfly-demo-") })
            #expect(status == 130)
            #expect(try scratch.names().isEmpty)
        }
    }

    /// A home that is named is kept, and with it the receipts. While the Ice Cream Builder is on screen, the demo waits for nobody: the
    /// next extension may be open before the signal comes.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func theExtensionsOfTheDemoResign(at signal: Int32) async throws {
        try await Tool.with { tool in
            let status = try await OwnThread.run {
                let demo = try TerminalProcess(home: "", folders: "", ["demo", "--home", tool.home])
                try demo.waitFor("She taps 'new'")
                demo.signal(signal)
                _ = demo.drain()
                return demo.finish()
            }
            #expect(status == 130)
            try await expectResigned(tool, launches: 1...2)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aLaunchResigns(at signal: Int32) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let status = try await OwnThread.run {
                let (launch, _) = try Self.tally(tool)
                launch.signal(signal)
                return try launch.finish()
            }
            #expect(status == 130)
            try await expectResigned(tool)
        }
    }

    /// As nohup(1) starts it.
    @Test func aHangupThatIsIgnoredHasNoEffect() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let status = try await OwnThread.run {
                let mayfly = Bundle.main.bundlePath + "/mayfly"
                let text = "trap '' HUP; exec \(mayfly) launch org.mayfly.tally --conversation chat --json"
                let launch = try ToolProcess(program: "/bin/sh", home: tool.home, folders: "", ["-c", text])
                try launch.waitFor(event: "willBecomeActive")
                launch.signal(SIGHUP)
                try launch.tell("tap plus\nquit\n")
                try launch.waitFor(event: "didPerformAction")
                return try launch.finish()
            }
            #expect(status == 0)
        }
    }

    @Test func aLaunchWhosePipeIsClosedEndsInOrder() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let status = try await OwnThread.run { try Self.tally(tool).0.finishUnread() }
            #expect(status == 141)
            try await expectResigned(tool)
        }
    }

    /// The command ignores SIGPIPE; its workers do not.
    @Test(arguments: [[], ["--exec"], ["--exec", "--no-sandbox"]])
    func aWorkerGetsTheDefaultActionOfAClosedPipe(_ confinement: [String]) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let ignored = try await OwnThread.run {
                let (launch, process) = try Self.tally(tool, confinement)
                // In the sandbox the host has started process 1 of a namespace, and that the worker.
                let worker = try #require(ProcessStatus.family(of: process).last)
                try #require(try ProcessState.status(of: worker)["Name"] != "mayfly-init")
                return try [launch.identifier, worker].map(Self.ignoredSignals)
            }
            #expect(ignored.map { $0 & 1 << (SIGPIPE - 1) != 0 } == [true, false])
        }
    }

    /// The signals that a process ignores, as bits (proc_pid_status(5)).
    private static func ignoredSignals(_ process: Int32) throws -> UInt64 {
        let status = try kernelText(of: "/proc/\(process)/status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
        return try #require(line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
    }

    /// The shell opens a FIFO for writing, which nobody reads any more when the command starts.
    @Test(arguments: ["list", "help", "doctor"]) func aClosedPipeIsNotReported(_ command: String) async throws {
        let scratch = try ScratchFolder()
        try await Tool.with { tool in
            let text = """
                mkfifo "$1"; exec 3<>"$1"; exec 4>"$1"; exec 3>&-
                exec '\(Bundle.main.bundlePath)/mayfly' \(command) >&4
                """
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", text, "sh", scratch.at("pipe")])
            #expect(outcome.status == 141)
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }
    }

    /// The person's Send names what was printed.
    @Test(arguments: ["> /dev/full", ">&-"]) func aScriptSendsNothingThatWasNotPrinted(output: String) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let launch = "launch org.mayfly.tally --conversation chat --script - \(output)"
            let mayfly = "exec '\(Bundle.main.bundlePath)/mayfly' \(launch)"
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", mayfly], script: "type hello\nsend\n")
            #expect(outcome.status == 1)
            #expect(outcome.errors.components(separatedBy: "the output cannot be written").count == 2)
            let transcript = try await tool.run("transcript", "chat", "--as", "alice")
            #expect(transcript.lines == ["(no messages)", "field: (empty)"])
        }
    }

    /// The output fails while a script waits for a message: nobody reads it any more, or its pipe is full and does not make the command
    /// wait.
    @Test(arguments: [
        (true, 141, []), (false, 1, ["mayfly: the output cannot be written: Resource temporarily unavailable"]),
    ])
    func aScriptSendsNothingOnceItsOutputHasFailed(isClosed: Bool, status: Int32, told: [Substring]) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let found = try await OwnThread.run {
                let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--script", "-", "--as"]
                let alice = try ToolProcess(home: tool.home, folders: "", launch + ["alice"], isPatient: isClosed)
                try alice.tell("type hello\nwait transcript\nsend\n")
                try alice.waitFor(kind: "draft")
                if isClosed { try alice.closeOutput() } else { try alice.fillOutput() }
                let bob = try ToolProcess(home: tool.home, folders: "", launch + ["bob"])
                try bob.tell("type goes on\nsend\n")
                try #require(try bob.finish() == 0)
                return (status: alice.status(), told: try alice.errorLines())
            }
            #expect(found.status == status)
            #expect(found.told == told)
            let transcript = try await tool.run("transcript", "chat", "--as", "alice")
            #expect(transcript.lines == ["  1  bob: goes on", "field: \"hello\""])
        }
    }

    /// The pipe is closed before the first line. How far the story goes until the demo learns of it is open, but not to the end.
    @Test func theDemoDoesNotPlayOnForNobody() async throws {
        let scratch = try ScratchFolder()
        try await Tool.with { tool in
            let text = """
                mkfifo "$1"; exec 3<>"$1"; exec 4>"$1"; exec 3>&-
                exec '\(Bundle.main.bundlePath)/mayfly' demo --home "$2" >&4
                """
            let arguments = ["-c", text, "sh", scratch.at("pipe"), tool.home]
            let outcome = try await tool.run(program: "/bin/sh", all: arguments)
            #expect(outcome.status == 141)
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            let transcript = try await tool.run("transcript", "Dessert", "--as", "bob")
            #expect(!transcript.output.contains("Our finished ice cream"))
        }
    }

    /// `head` ends when it has its lines.
    @Test func theDemoRemovesItsFolderWhenNobodyReadsOn() async throws {
        let scratch = try ScratchFolder()
        try await Tool.with { tool in
            let text = """
                export TMPDIR="$1"
                { '\(Bundle.main.bundlePath)/mayfly' demo 2>&3; echo $? >&3; } 3>&2 | head -n 20
                """
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", text, "sh", scratch.path])
            #expect(outcome.errors == "141\n")
            #expect(outcome.lines.contains("== Two people build an ice cream =="))
            #expect(try scratch.names().isEmpty)
        }
    }
}
