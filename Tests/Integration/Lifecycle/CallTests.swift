import Foundation
import Glibc
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What an extension may call when, and what it is answered (model 2.5, 4.6 to 4.8).
@Suite struct CallTests {
    @Test(.proves("C-033", "C-034", "C-121")) func callsAreAcceptedUntilWillResignActiveReturnsAndRefusedAfter()
        async throws
    {
        let calls = [
            ("message", "message url=?never|caption=never"), ("sticker", "sticker good.png|never"),
            ("text", "text never"), ("attachment", "attach good.png"), ("send", "message-send url=?never"),
            ("send", "sticker-send good.png|never"), ("send", "text-send never"), ("send", "attach-send good.png"),
            ("style", "style 1"), ("dismiss", "dismiss"),
        ]
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            // A style may be asked for before the extension is active; it waits (C-089).
            let early = calls.filter { $0.0 != "style" }
            // Where the calls are accepted no completion is asked for: it could come before the end or not.
            try test.script(
                ["willBecomeActive text-unanswered first, ", "willResignActive text-unanswered last"]
                    + early.map { "viewDidLoad \($0.1)" } + calls.map { "didResignActive \($0.1)" },
                as: "alice"
            )
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let refused = early.map { "refused \($0.0) 1001" }
                #expect(trace.answers == refused)
                // What was asked for too early did not happen later either.
                #expect(await window.openExtension != nil)
                #expect(await window.style == .compact)
                #expect(await window.draft.itemsToSend.map(\.brief) == ["first, "])
                try await window.closeExtension()
                // The host refuses the style itself, because the worker lets it pass before the extension is active.
                let late = "requestPresentationStyle is refused: requestPresentationStyle: the extension is not active"
                #expect(
                    trace.answers == refused + refused.dropLast() + ["\(late) (error 1001)"] + refused.suffix(1)
                )
                #expect(await window.style == .compact)
                #expect(await window.draft.itemsToSend.map(\.brief) == ["first, last"])
                try await window.send()
            }
            for device in ["alice", "bob"] { #expect(try test.rows(of: device) == ["* first, last"]) }
        }
    }

    @Test(.proves("C-101", "C-113")) func aRefusedMessageLeavesTheFieldAsItWas() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("stage")
                let before = await window.draft
                try await window.tap("bad-url")
                // C-113, C-117
                #expect(trace.said.contains("completed bad-url 1002"))
                #expect(await window.draft == before)
            }
        }
    }

    @Test(.proves("C-101", "C-103")) func everyCallIsAnsweredOnceAndInOrder() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("many")
                let names = (0..<50).map { "many-\($0)" }
                #expect(trace.said.filter { $0.hasPrefix("completed many") } == names.map { "completed \($0) 0" })
                #expect(await window.draft.text == names.joined())
            }
        }
    }

    @Test func aHandleThatWasNotGivenIsRefusedAndReported() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("handle")
                #expect(trace.said.contains("wrong handle 1006"))
                #expect(trace.lines.contains("call dismiss error 1006"))
                #expect(await window.openExtension != nil)
            }
        }
    }

    @Test func whatAnExtensionPrintsGoesToItsLogOnly() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("print")
                await trace.wait(for: { if case .log(_, _, "printed without a log") = $0 { true } else { false } })
                try await window.tap("text")
                #expect(await window.draft.text == "hello ")
            }
        }
    }

    /// Also where next to nothing of it may wait for the host.
    @Test(arguments: [Policy().waitingBytes, 200]) func aFloodOfCallsAndLinesLosesNothing(waitingBytes: Int)
        async throws
    {
        var policy = Policy.immediate
        policy.waitingBytes = waitingBytes
        try await Recorder.with(policy: policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("flood")
                #expect(trace.said.filter { $0 == "flood" }.count == 5_000)
                await trace.wait(for: { if case .log(_, _, "printed 4999") = $0 { true } else { false } })
                #expect(trace.said.filter { $0.hasPrefix("printed") } == (0..<5_000).map { "printed \($0)" })
            }
            #expect(trace.lines.last == "receipt finished")
        }
    }

    @Test func callsMadeBeforeACrashAreCarriedOut() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let failure = await #expect(throws: MayflyError.self) { try await window.tap("crash") }
                #expect(failure?.code == .extensionCrashed)
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                try await window.settle()
                // 3.14: the draft is the host's.
                #expect(await window.draft.message != nil)
                #expect(await window.failure?.code == .extensionCrashed)
            }
            let receipts = trace.events.compactMap { if case .receipt(_, let end) = $0 { end } else { nil } }
            #expect(receipts.map(\.cause) == [.crashed(signal: 11)])
            #expect(receipts.first?.phase == "didPerformAction")
        }
    }

    @Test(.proves("C-036")) func aLingeringWorkerIsFrozenAndEndsWithItsWindow() async throws {
        var policy = Policy.immediate
        policy.linger = .seconds(300)
        // Without process 1 of a sandbox, the worker is this process's child, whose stop it is told of.
        try await Recorder.with(policy: policy, confinement: .none) { test in
            let trace = Trace()
            let held = try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.closeExtension()
                #expect(!trace.lifecycle.contains("killed"))
                let process = try #require(trace.process)
                // Waits for the stop itself, without taking it from anybody.
                var stop = siginfo_t()
                #expect(waitid(P_PID, id_t(process), &stop, WSTOPPED | WNOWAIT) == 0)
                #expect(stop.si_code == CLD_STOPPED)
                let held = try HeldProcess(process)
                #expect(!held.hasEnded)
                return held
            }
            #expect(held.hasEnded)
            #expect(trace.lifecycle.suffix(2) == ["killed", "reaped"])
        }
    }

    @Test(.proves("C-035", "C-036")) func aLingeringWorkerEndsWhenItsTimeIsOver() async throws {
        var policy = Policy.immediate
        policy.linger = .milliseconds(50)
        try await Recorder.with(policy: policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let process = try HeldProcess(try #require(trace.process))
                #expect(!process.hasEnded)
                try await window.closeExtension()
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                // The window is still open: the process did not end with it.
                #expect(process.hasEnded)
                #expect(trace.lifecycle.suffix(2) == ["killed", "reaped"])
            }
        }
    }
}
