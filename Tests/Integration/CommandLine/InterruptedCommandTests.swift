import Foundation
import MayflyTestSupport
import Testing

/// A command that a signal ends, or whose output nobody reads.
@Suite struct InterruptedCommandTests {
    /// The receipt of the only launch says that the extension resigned.
    private func expectResigned(_ tool: Tool) async throws {
        let receipts = try await tool.run("log", "--json").events()
        #expect(receipts.map { $0["cause"] as? String } == ["finished"])
        #expect(receipts.allSatisfy { ($0["times_us"] as? [String: any Sendable])?["resigned"] is Int })
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

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aLaunchResigns(at signal: Int32) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let status = try await OwnThread.run {
                let launch = try ToolProcess(
                    home: tool.home,
                    folders: "",
                    "launch",
                    "org.mayfly.tally",
                    "--conversation",
                    "chat"
                )
                try launch.waitFor(event: "willBecomeActive")
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
            let status = try await OwnThread.run {
                let launch = try ToolProcess(
                    home: tool.home,
                    folders: "",
                    "launch",
                    "org.mayfly.tally",
                    "--conversation",
                    "chat"
                )
                try launch.waitFor(event: "willBecomeActive")
                return try launch.finishUnread()
            }
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
                let launch = ["launch", "org.mayfly.tally", "--conversation", "chat"]
                let process = try ToolProcess(home: tool.home, folders: "", launch + confinement)
                let worker = try process.waitForProcess("spawned")
                try process.waitFor(event: "willBecomeActive")
                return try [process.identifier, worker].map(Self.ignoredSignals)
            }
            #expect(ignored.map { $0 & 1 << (SIGPIPE - 1) != 0 } == [true, false])
        }
    }

    /// The signals that a process ignores, as bits (proc_pid_status(5)).
    private static func ignoredSignals(_ process: Int32) throws -> UInt64 {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
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
}
