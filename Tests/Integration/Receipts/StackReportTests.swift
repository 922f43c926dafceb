import Glibc
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
import Testing

/// What the receipt says of a worker that missed a deadline.
@Suite struct StackReportTests {
    /// The deadline of callbacks is the default; a busy machine has time for the report.
    private static var policy: Policy {
        var policy = Policy.immediate
        policy.callback = .seconds(2)
        return policy
    }

    @Test(arguments: [("count", "count_for_ever"), ("wait", "wait_for_votes")], [Confinement.none, Confinement()])
    func aLateCallbackLeavesItsStack(button: (id: String, function: String), confinement: Confinement) async throws {
        let receipt = try await Crasher.receipt(pressing: button.id, policy: Self.policy, confinement: confinement)
        #expect(receipt.end.cause == .unresponsive(callback: "didPerformAction", milliseconds: 2000))
        #expect(receipt.end.crash == nil)
        let stack = try #require(receipt.end.stack)
        #expect(stack.isMainThread)
        #expect(stack.frames.contains { $0.symbol == button.function })
        #expect(stack.frames.contains { $0.symbol == "did_perform_action" })
        #expect(
            receipt.sentence == "crasher was closed: it did not answer didPerformAction within 2000 ms; "
                + "it was in \(button.function)() of plugin.so"
        )
        #expect(receipt.end.times.killed != nil)
    }

    @Test func whatItPrintedWithoutANewlineIsKept() async throws {
        let receipt = try await Crasher.receipt(pressing: "mumble-on", policy: Self.policy)
        #expect(receipt.end.stack != nil)
        #expect(receipt.end.output == "almost done")
    }

    @Test(arguments: [Confinement.none, Confinement()])
    func aLateCompletionLeavesTheStackOfItsThread(confinement: Confinement) async throws {
        let receipt = try await Crasher.receipt(pressing: "late", policy: Self.policy, confinement: confinement)
        #expect(receipt.end.cause == .unresponsive(callback: "completion", milliseconds: 2000))
        let stack = try #require(receipt.end.stack)
        #expect(!stack.isMainThread)
        #expect(stack.frames.contains { $0.symbol == "wait_aside" })
    }

    /// A library that hangs while it is opened.
    @Test func aLateLaunchLeavesItsStack() async throws {
        let bundle = try PluginWorkshop.bundle("crasher", options: ["-pthread", "-DHANG_WHILE_OPENED"])
        var policy = Policy.immediate
        policy.launch = .seconds(2)
        let trace = Trace()
        try await TestHost.with(bundles: [bundle], policy: policy) { test in
            try await test.window(as: "alice", trace: trace) { try? await $0.open(test.bundle(Crasher.id)) }
        }
        let end = try #require(trace.ends.first)
        #expect(end.cause == .launchTimeout(milliseconds: 2000))
        #expect(end.stack?.location?.symbol == "count_for_ever")
    }

    /// The host waits for a report: this one hears the signal only when the host has sent it, and told so.
    @Test(arguments: [Confinement.none, Confinement()])
    func oneThatHearsTheSignalLateLeavesItsStack(confinement: Confinement) async throws {
        let trace = Trace()
        try await TestHost.with(bundles: [Crasher.bundle], policy: Self.policy, confinement: confinement) { test in
            let ear = try CallbackGate("ear", in: try test.privateFolder(of: "alice", Crasher.id))
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Crasher.id))
                async let tap: Void? = try? window.tap("deaf-at-first")
                await trace.wait(for: { if case .process(_, .killed, _) = $0 { true } else { false } })
                ear.release()
                _ = await tap
            }
        }
        let end = try #require(trace.ends.first)
        #expect(end.cause == .unresponsive(callback: "didPerformAction", milliseconds: 2000))
        #expect(end.stack?.frames.contains { $0.symbol == "wait_deaf_at_first" } == true)
    }

    /// It cannot put off its end: the host does not wait for a report for longer than `Policy.stackReport`. This one would hear the
    /// signal, and leave its stack, half a minute later.
    @Test(arguments: [Confinement.none, Confinement()])
    func oneThatHearsNoSignalIsKilledWithoutAReport(confinement: Confinement) async throws {
        var policy = Self.policy
        policy.stackReport = .milliseconds(50)
        let receipt = try await Crasher.receipt(pressing: "deaf-at-first", policy: policy, confinement: confinement)
        #expect(receipt.end.cause == .unresponsive(callback: "didPerformAction", milliseconds: 2000))
        #expect(receipt.end.stack == nil)
        #expect(receipt.end.times.reaped != nil)
    }
}
