import Foundation
import Glibc
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// `mayfly launch --debug`, and gdb as an author uses it.
@Suite struct DebuggerTests {
    private static let hasDebugger = (try? run("sh", ["-c", "command -v gdb"])) != nil
    /// Yama (ptrace, man 2) may allow no debugger to attach to a program that it has not started.
    private static let mayAttach =
        geteuid() == 0
        || (try? kernelText(of: "/proc/sys/kernel/yama/ptrace_scope")) ?? "0\n" == "0\n"

    /// Every callback has a millisecond, and no deadline ends the extension while gdb is there.
    @Test(
        .enabled(if: hasDebugger, "this machine has no gdb"),
        .enabled(if: mayAttach, "this machine lets no debugger of an ordinary user attach")
    )
    func gdbStopsInACallbackAndShowsItsSource() async throws {
        let limits = ["callback_ms": 1, "resign_ms": 1]
        let bundle = try PluginWorkshop.bundle("puppet", options: ["-g", "-pthread"], manifest: ["limits": limits])
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let session = try ToolProcess(
                home: tool.home,
                folders: URL(filePath: bundle).deletingLastPathComponent().path,
                "launch",
                Puppet.id,
                "--conversation",
                "chat",
                "--script",
                "-",
                "--debug",
                "--wait"
            )
            try session.tell("tap run\n")
            let process = try session.waitForProcess()
            let told = try await OwnThread.run {
                try run(
                    "timeout",
                    [
                        "120", "gdb", "-nx", "-batch", "-p", "\(process)", "-ex", "set debuginfod enabled off",
                        // The library may be built in another checkout.
                        "-ex", "directory " + Checkout.folder.appending(path: "Tests/Plugins").path,
                        "-ex", "info sharedlibrary", "-ex", "break did_perform_action", "-ex", "continue", "-ex",
                        "frame",
                        "-ex", "delete", "-ex", "continue",
                    ]
                )
            }
            #expect(try session.finish() == 0)
            // It reads the library at the path of the bundle.
            #expect(told.contains(bundle + "/lib/plugin.so"))
            #expect(told.contains("puppet.c:"))
            let source = try String(
                contentsOf: Checkout.folder.appending(path: "Tests/Plugins/puppet.c"),
                encoding: .utf8
            )
            let stop = try #require(told.split(separator: "\n").last { $0.wholeMatch(of: /\d+\t.*/) != nil })
            let (number, text) = (stop.prefix { $0 != "\t" }, stop.drop { $0 != "\t" }.dropFirst())
            let line = try #require(Int(number))
            #expect(source.split(separator: "\n", omittingEmptySubsequences: false)[line - 1] == text)
            #expect(told.contains(/Breakpoint 1.*did_perform_action .*puppet\.c:\d+/))
            // No program of the host has a function of that name.
            #expect(told.contains(/Breakpoint 1 at .*puppet\.c, line \d+/), "\(told)")
            #expect(told.contains("terminated with signal SIGKILL") || told.contains(/\[Inferior 1 .* exited/))
            #expect(!session.said.contains { $0.contains("has not ended") })
        }
    }

    /// The wait has an end, and says what it was for. No code of the extension but its entry point has run.
    @Test func theWaitForADebuggerEnds() async throws {
        var policy = Policy.immediate
        var debugging = Policy.Debugging()
        debugging.wait = .milliseconds(200)
        policy.debugging = debugging
        let trace = Trace()
        try await TestHost.with(bundles: Puppet.bundles, policy: policy) { test in
            try await test.window(as: "alice", trace: trace) { try? await $0.open(test.bundle(Puppet.id)) }
        }
        #expect(trace.ends.map(\.cause) == [.notStarted(reason: "no debugger has attached to it within 200 ms")])
        #expect(!trace.events.contains { if case .callback = $0 { true } else { false } })
    }

    /// A person who ends the command does not wait for the debugger.
    @Test func anInterruptionEndsTheWait() async throws {
        try await Tool.with(bundles: Puppet.bundles) { tool in
            try await tool.setUp()
            let session = try ToolProcess(
                home: tool.home,
                folders: Puppet.folders,
                "launch",
                Puppet.id,
                "--conversation",
                "chat",
                "--debug",
                "--wait"
            )
            _ = try session.waitForProcess()
            session.signal(SIGINT)
            #expect(try session.finish() == 130)
        }
    }

    /// Without a debugger, `--debug` changes no deadline.
    @Test func theDeadlineHoldsWithoutADebugger() async throws {
        var policy = Policy.immediate
        policy.callback = .seconds(2)
        policy.debugging = Policy.Debugging()
        let receipt = try await Crasher.receipt(pressing: "wait", policy: policy)
        #expect(receipt.end.cause == .unresponsive(callback: "didPerformAction", milliseconds: 2000))
    }

    @Test(arguments: [["--wait"], ["--debug", "--require-sandbox"]])
    func optionsThatDoNotFitAreRefused(options: [String]) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(all: ["launch", "a.b", "--conversation", "chat"] + options)
            #expect(outcome.status == 2)
        }
    }

    @Test func thePersonIsToldWhatToType() async throws {
        try await Tool.with(bundles: Puppet.bundles) { tool in
            try await tool.setUp()
            let outcome = try await tool.run(
                "launch",
                Puppet.id,
                "--conversation",
                "chat",
                "--debug",
                script: "leave\n"
            )
            #expect(outcome.status == 0)
            let line = try #require(outcome.lines.first)
            #expect(line.wholeMatch(of: /process (\d+) is puppet; to debug it: gdb -p \1/) != nil, "\(line)")
        }
    }
}
