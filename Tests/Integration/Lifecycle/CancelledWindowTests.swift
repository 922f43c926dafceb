import Foundation
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// The task that has a window open is cancelled while an extension is inside a callback whose deadline is far away.
@Suite struct CancelledWindowTests {
    /// Opens a window in a task, which is cancelled when the puppet is inside that callback. Returns when the window is closed.
    private func cancel(
        inside callback: String,
        _ test: TestHost,
        _ trace: Trace,
        _ body: @escaping @Sendable (ConversationWindow) async throws -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await test.window(as: "alice", trace: trace, body) }
            await trace.waitUntilTold(callback)
            group.cancelAll()
        }
    }

    @Test(arguments: ["didPerformAction", "viewDidLoad", "viewWillDisappear"])
    func aCancelledTaskDoesNotWaitForACallback(callback: String) async throws {
        var policy = Policy.immediate
        policy.resign = .milliseconds(100)
        try await Puppet.with(policy: policy) { test in
            try test.script(["\(callback) hang"], as: "alice")
            let trace = Trace()
            await cancel(inside: callback, test, trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.tap("run")
                try await window.closeExtension()
            }
            // It is no failure of the extension.
            #expect(trace.ends.map(\.cause) == [.finished])
        }
    }

    /// An action that waits for the extension returns, and the window takes no other.
    @Test func aWindowWhoseTaskIsCancelledClosesAtOnce() async throws {
        try await Puppet.with { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            try test.script(["didPerformAction hold gate"], as: "alice")
            let trace = Trace()
            await cancel(inside: "didPerformAction", test, trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.tap("run")
                let error = await #expect(throws: MayflyError.self) { try await window.type("late") }
                #expect(error?.code == .notPossibleNow)
                gate.release()
            }
            #expect(trace.lifecycle.suffix(3) == ["didResignActive", "killed", "reaped"])
        }
    }

    @Test func aSignalEndsACommandWhileACallbackRuns() async throws {
        try await Puppet.with { test in
            try test.script(["didPerformAction sleep 600000"], as: "alice")
            let (home, conversation) = (test.home, test.conversation)
            let status = try await OwnThread.run {
                let host = try ToolProcess(
                    launching: Puppet.id,
                    home: home,
                    folders: try Puppet.folders,
                    conversation: conversation
                )
                try host.tell("tap run\ntype late\n")
                try host.waitFor(event: "didPerformAction")
                host.signal(SIGTERM)
                return try host.finish()
            }
            #expect(status == 130)
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished])
        }
    }

    /// The program that makes names readable says that it runs, and answers nothing.
    @Test func aSignalEndsACommandWhileTheFunctionsOfACrashAreNamed() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let pipe = tool.home + "/naming"
            try #require(mkfifo(pipe, 0o600) == 0)
            let programs = try CommandFolder(mediaWorker: "echo named > '\(pipe)'\nexec sleep 1000000")
            let status = try await OwnThread.run {
                let host = try ToolProcess(
                    program: programs.command,
                    home: tool.home,
                    folders: URL(filePath: try Crasher.bundle).deletingLastPathComponent().path,
                    ["launch", Crasher.id, "--conversation", "chat", "--as", "alice"]
                )
                try host.tellMore("tap long-name\n")
                _ = try FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd()
                host.signal(SIGTERM)
                return try host.finish()
            }
            #expect(status == 130)
            let ends = try await ExtensionHost(home: HomeFolder(path: tool.home)).receipts().map(\.end)
            #expect(ends.map(\.cause) == [.crashed(signal: SIGSEGV)])
            let frame = try #require(ends.first?.crash?.location)
            #expect(frame.symbol?.hasPrefix("_Z1f") == true && frame.demangled == nil)
        }
    }
}
