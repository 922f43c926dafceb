import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyTesting
import Testing

/// The processor time that the host spends on a card because of what a person does is that of the card's extension, too.
@Suite struct CardTimeTests {
    /// What a person does with the card until the extension has ended; gives why it has.
    private static func cause(
        _ card: String,
        _ act: @Sendable (ConversationWindow) async throws -> Void
    ) async throws -> String? {
        var policy = Policy.immediate
        policy.hostBudget = .milliseconds(300)
        policy.hostWindow = .seconds(300)
        let bundle = try CardPlugin.showing(card)
        return try await TestHost.with(bundles: [bundle], policy: policy) { test in
            let trace = Trace()
            try await test.host.withWindow(on: test.conversation, as: "alice", observer: { trace.record($0) }) {
                window in
                try await window.open(test.bundle(CardPlugin.id))
                for _ in 0..<400 where trace.events.ends.isEmpty { try await act(window) }
            }
            guard case .exceeded(let resource, _, _)? = trace.events.ends.first?.cause else {
                return trace.events.ends.first?.cause.name
            }
            return "\(resource)"
        }
    }

    /// Half of a tap's steps.
    @Test func theFormsOfInputsAreCharged() async throws {
        let value = String(repeating: "a", count: 1_000)
        let card = CardPlugin.card(
            #"{"type":"Input.Text","id":"a","regex":"a{900}Z","value":"\#(value)"}"#,
            actions: #"{"type":"Action.Submit","id":"go","title":"Go"}"#
        )
        // The value has not the form, and no card is shown after the end.
        let cause = try await Self.cause(card) { window in try? await window.tap("go") }
        #expect(cause == "hostTime")
    }

    /// What a session at a terminal draws for each change.
    @Test func drawingsAtATerminalAreCharged() async throws {
        let words = String(repeating: "some words that are drawn again for each change ", count: 2_000)
        let card = CardPlugin.card(
            #"{"type":"TextBlock","wrap":true,"text":"\#(words)"},{"type":"Input.Toggle","id":"t","title":"Toggle"}"#
        )
        let cause = try await Self.cause(card) { window in
            _ = await Screen(window, .none, ansi: false)
        }
        #expect(cause == "hostTime")
    }
}
