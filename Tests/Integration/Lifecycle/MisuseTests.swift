import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// A plugin that misuses the interface: refused with a number, or ended with a reason; the host goes on.
@Suite struct MisuseTests {
    private static let id = "test.mayfly.hostile"

    private func with(
        _ policy: Policy = .immediate,
        _ body: @Sendable (TestHost, Trace, ConversationWindow) async throws -> Void
    ) async throws {
        let hostile = try PluginWorkshop.bundle("hostile", options: ["-pthread"])
        let healthy = try PluginWorkshop.bundle("recorder")
        try await TestHost.with(bundles: [hostile, healthy], policy: policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Self.id))
                try await body(test, trace, window)
                // Whatever happened, the next extension is not touched by it.
                try await window.open(test.bundle(Recorder.id))
                // With little patience, the call can return before the view is shown.
                await trace.wait { events in
                    events.contains {
                        if case .view(let id, _, .card) = $0 { id.rawValue == Recorder.id } else { false }
                    }
                }
                try await window.tap("text")
            }
        }
    }

    @Test func missingPointersAndTextsGetTheirNumbers() async throws {
        try await with { _, trace, window in
            try await window.tap("nulls")
            let immediate = trace.said.filter { !$0.contains("refused") }
            #expect(
                immediate.prefix(2) == ["early 1001", "style 0"],
                "dismiss before active; the style is the host's to refuse"
            )
            for line in ["message 1005", "sticker 1005", "unsized 1005", "session 1005", "host 1006"] {
                #expect(immediate.contains(line), "\(line)")
            }
            // These are well-formed calls; the host refuses them.
            for line in [
                "call insertMessage error 1003", "call insertText error 1005", "call insertAttachment error 4",
            ] {
                #expect(trace.lines.contains(line), "\(line)")
            }
            #expect(trace.lines.contains("call requestPresentationStyle error 1005"))
            #expect(trace.lines.contains("call presentView error 1005"))
            #expect(await window.draft.isEmpty)
            #expect(await window.openExtension?.id.rawValue == Self.id)
        }
    }

    @Test func whatIsTooLargeOrNotUTF8IsRefusedAtOnce() async throws {
        try await with { _, trace, window in
            try await window.tap("large")
            for line in ["card 1007", "text 1007", "half 0", "utf8 1005"] {
                #expect(trace.said.contains(line), "\(line)")
            }
            #expect(await window.draft.text.utf8.count == 500_000)
            // Two such messages would not fit into what one callback can carry.
            #expect(trace.lines.contains("call insertMessage error 1007"))
            #expect(await window.draft.message == nil)
        }
    }

    @Test func callsFromManyThreadsAllArrive() async throws {
        try await with { _, _, window in
            try await window.tap("threads")
            try await window.settle()
            #expect(await window.draft.text == String(repeating: "x", count: 400))
        }
    }

    @Test func callsFromCompletionsArePartOfWhatIsWaitedFor() async throws {
        try await with { _, trace, window in
            try await window.tap("from-completion")
            #expect(trace.said.contains("completion 0"))
            #expect(await window.draft.text == "xy")
        }
    }

    @Test func anExtensionThatNeverRestsHoldsNobodyUp() async throws {
        var policy = Policy.immediate
        policy.patience = .seconds(1)
        try await with(policy) { _, trace, window in
            try await window.tap("endless")
            #expect(await window.openExtension != nil)
            try await window.closeExtension()
            await trace.wait(for: { if case .callback(_, "didResignActive", _) = $0 { true } else { false } })
        }
    }

    @Test func aSecondDismissChangesNothing() async throws {
        try await with { _, trace, window in
            try await window.tap("dismiss-twice")
            #expect(trace.lifecycle.filter { $0 == "didResignActive" }.count == 1)
            #expect(await window.failure == nil)
        }
    }

    @Test func tenMegabytesWithoutALineEndAreCutAndMadeHarmless() async throws {
        // Whoever prints faster than the host reads must wait, and its deadline goes on: here it has time, and may print
        // so much at a stretch.
        var policy = Policy.immediate
        policy.output.burst = 16 << 20
        try await with(policy) { _, trace, window in
            try await window.tap("print")
            try await window.closeExtension()
            await trace.wait(for: { if case .receipt = $0 { true } else { false } })
            let printed = trace.said.filter { $0.contains("xxxx") }
            #expect(printed.count >= 2000)
            #expect(!trace.said.contains { $0.contains("\u{1B}") })
        }
    }
}
