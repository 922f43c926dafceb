import Foundation
import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// The host is stopped, as by Ctrl-Z in a terminal: what an extension did meanwhile, it did in time.
@Suite struct StoppedHostTests {
    @Test func anAnswerThatCameWhileTheHostWasStoppedIsInTime() async throws {
        try await Puppet.with { test in
            try test.script(["didPerformAction sleep 500"], as: "alice")
            let (home, folders, conversation) = (test.home, try Puppet.folders, test.conversation)
            let status = try await OwnThread.run {
                let host = try ToolProcess(
                    launching: Puppet.id,
                    home: home,
                    folders: folders,
                    conversation: conversation
                )
                try host.tell("tap run\n")
                try host.waitFor(event: "didPerformAction")
                host.signal(SIGSTOP)
                // The deadline of the callback has to pass, and its time is the machine's.
                let deadline = Moment.now + Policy().callback + .milliseconds(500)
                while Moment.now < deadline { usleep(10_000) }
                host.signal(SIGCONT)
                return try host.finish()
            }
            #expect(status == 0)
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished])
        }
    }

    /// A command with the puppet on screen, and the process that runs the puppet.
    private static func launch(
        _ home: String,
        _ folders: String,
        _ conversation: String
    ) throws -> (host: ToolProcess, worker: Int32) {
        let launch = ["launch", Puppet.id, "--conversation", conversation, "--as", "alice"]
        let host = try ToolProcess(home: home, folders: folders, launch)
        let started = try host.waitForProcess("spawned")
        try host.waitFor(event: "viewDidAppear")
        return (host, try #require(ProcessStatus.family(of: started).last))
    }

    /// Ctrl-Z, and `fg`: waits until both processes have stopped, and until both have gone on.
    private static func stopAndGoOn(_ host: ToolProcess, _ worker: Int32) throws {
        let both = [host.identifier, worker]
        host.signal(SIGTSTP)
        try blockUntil { try both.allSatisfy { try ProcessState.letter(of: $0) == "T" } }
        host.signal(SIGCONT)
        try blockUntil { try both.allSatisfy { try ProcessState.letter(of: $0) != "T" } }
    }

    /// Ctrl-Z. A worker would go on otherwise, and no limit would hold for it.
    @Test func aWorkerStopsAndGoesOnWithItsHost() async throws {
        try await Puppet.with { test in
            try test.script([], as: "alice")
            let (home, folders, conversation) = (test.home, try Puppet.folders, test.conversation)
            let status = try await OwnThread.run {
                let (host, worker) = try Self.launch(home, folders, conversation)
                try Self.stopAndGoOn(host, worker)
                try host.tell("tap run\n")
                try host.waitFor(event: "didPerformAction")
                return try host.finish()
            }
            #expect(status == 0)
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished])
        }
    }

    /// Ctrl-Z after Ctrl-C. The host cannot print that it closes the window, and so does not close it before its output is read.
    @Test func aWorkerStopsWithAHostThatCloses() async throws {
        try await Puppet.with { test in
            try test.script([], as: "alice")
            let (home, folders, conversation) = (test.home, try Puppet.folders, test.conversation)
            let status = try await OwnThread.run {
                let (host, worker) = try Self.launch(home, folders, conversation)
                try host.fillOutput()
                host.signal(SIGINT)
                try blockUntil { try !Self.catches(SIGINT, host.identifier) }
                try Self.stopAndGoOn(host, worker)
                return try host.finish()
            }
            #expect(status == 130)
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished])
        }
    }

    /// Whether the process handles the signal (proc_pid_status(5)).
    private static func catches(_ signal: Int32, _ process: Int32) throws -> Bool {
        let signals = try #require(try ProcessState.status(of: process)["SigCgt"].flatMap { UInt64($0, radix: 16) })
        return signals & 1 << (signal - 1) != 0
    }

    /// A worker that lingers is stopped for good: the host that goes on does not let it go on.
    @Test func aWorkerThatLingersDoesNotGoOnWithItsHost() async throws {
        try await Puppet.with { test in
            let (home, folders, conversation) = (test.home, try Puppet.folders, test.conversation)
            let status = try await OwnThread.run {
                let (host, worker) = try Self.launch(home, folders, conversation)
                try host.tellMore("swipe left\n")
                try host.waitFor(event: "viewDidAppear")
                let running = Moment.now
                try blockUntil { try ProcessState.letter(of: worker) == "T" }
                host.signal(SIGTSTP)
                try blockUntil { try ProcessState.letter(of: host.identifier) == "T" }
                host.signal(SIGCONT)
                // A callback of the other extension follows what the host does when it goes on.
                try host.tellMore("tap run\n")
                try host.waitFor(event: "didPerformAction")
                let letter = try? ProcessState.letter(of: worker)
                // On a slow machine its time may be over, and it has ended.
                let isOver = Moment.now > running + Policy().linger
                #expect(letter == "T" || isOver && letter != "S" && letter != "R")
                try host.tell("quit\n")
                return try host.finish()
            }
            #expect(status == 0)
        }
    }
}
