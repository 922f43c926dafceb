import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyTesting
import Testing

@testable import MayflyCommands

/// What counts as seen of what a session draws on a screen, at moments that the test gives. The drawings stand in the test's output.
@Suite struct SessionDrawingTests {
    private static let id = "test.mayfly.swapper"
    private static let path = Result { try PluginWorkshop.bundle("swapper", options: ["-pthread"]) }
    /// Longer than any test takes.
    private static let pause = Duration.seconds(36_000)
    private static var later: ContinuousClock.Instant { ContinuousClock.now + pause + pause }

    /// Draws a window of alice, in which the extension is open.
    private static func with(
        _ body: @Sendable (TestHost, ConversationWindow, EventRecorder, inout SessionDrawing) async throws -> Void
    ) async throws {
        try await TestHost.with(bundles: [try path.get()], policy: .immediate) { test in
            let recorder = EventRecorder()
            try await test.host.withWindow(on: test.conversation, as: "alice", observer: recorder.record) { window in
                try await window.open(test.bundle(id))
                var drawing = await SessionDrawing(
                    window: window,
                    recorder: recorder,
                    names: try Names(test.host),
                    display: .screen(ansi: false),
                    pause: pause
                )
                try await body(test, window, recorder, &drawing)
            }
        }
    }

    private static func send(_ window: ConversationWindow, _ drawing: inout SessionDrawing) async throws {
        try await window.send(try drawing.draftToSend(at: later))
    }

    /// The extension shows the field for less than the pause. It is refused later, too, and then printed as covered up to the next line.
    @Test func whatWasOnScreenForAMomentIsNotSent() async throws {
        try await Self.with { test, window, _, drawing in
            try await window.type("hello bob")
            await drawing.draw()
            try await window.changeStyle(to: .expanded)
            try await window.tap("stage")
            await drawing.draw()
            for style in [PresentationStyle.compact, .expanded] {
                try await window.changeStyle(to: style)
                #expect(await drawing.drawIfOutdated(nil))
            }
            drawing.beginLine()
            let error = await #expect(throws: MayflyError.self) { try await Self.send(window, &drawing) }
            #expect(error?.message == "nothing is sent: the input field has changed since it was shown")
            #expect(try test.rows(of: "bob").isEmpty)
            drawing.oweField()
            await drawing.draw(error?.message)
            #expect(throws: MayflyError.self) { try drawing.draftToSend(at: .now) }
            // Nothing that comes now takes it away.
            await drawing.draw()
            drawing.beginLine()
            try await Self.send(window, &drawing)
            #expect(try test.rows(of: "bob").count == 2)
        }
    }

    /// What was seen for long enough can be sent while it is covered.
    @Test func aFieldThatIsCoveredLaterIsSent() async throws {
        try await Self.with { test, window, _, drawing in
            try await window.type("hello bob")
            await drawing.draw()
            try await window.changeStyle(to: .expanded)
            await drawing.draw()
            try await Self.send(window, &drawing)
            #expect(try test.rows(of: "bob").count == 1)
        }
    }

    /// It is longer than the terminal, so the person scrolls back in it.
    @Test func aLongFieldStandsUntilItChanges() async throws {
        try await Self.with { _, window, _, drawing in
            try await window.type(String(repeating: "a row of words\n", count: 1000))
            await drawing.draw()
            #expect(throws: MayflyError.self) { try drawing.draftToSend(at: Self.later) }
            await drawing.showWhole(.field)
            await drawing.draw()
            try await window.changeStyle(to: .expanded)
            #expect(await !drawing.drawIfOutdated(nil))
            #expect(try await drawing.draftToSend(at: Self.later) == window.draft.id)
            try await window.tap("stage")
            #expect(await drawing.drawIfOutdated(nil))
            try await window.changeStyle(to: .compact)
            #expect(await drawing.drawIfOutdated(nil))
            let error = #expect(throws: MayflyError.self) { try drawing.draftToSend(at: Self.later) }
            #expect(error?.message.hasPrefix("nothing is sent: the input field is not shown whole") == true)
        }
    }

    /// A line of the host stands below the field, and may have pushed rows of it off the terminal.
    @Test func nothingIsSentAfterALineBelowTheField() async throws {
        try await Self.with { _, window, recorder, drawing in
            try await window.type("hello bob")
            await drawing.draw()
            recorder.record(.log(nil, .warning, "a receipt cannot be stored"))
            let error = #expect(throws: MayflyError.self) { try drawing.draftToSend(at: Self.later) }
            #expect(error?.message.hasPrefix("nothing is sent: the screen has changed since") == true)
            #expect(await drawing.drawIfOutdated(nil))
            #expect(try await drawing.draftToSend(at: Self.later) == window.draft.id)
        }
    }

    @Test func rowsThatAreCoveredWereNotPrinted() async throws {
        try await Self.with { _, window, _, drawing in
            try await window.type("hello bob")
            await drawing.draw()
            try await window.changeStyle(to: .expanded)
            try await Self.send(window, &drawing)
            await drawing.draw()
            #expect(drawing.item(1) == nil)
            try await window.changeStyle(to: .compact)
            await drawing.draw()
            #expect(await drawing.item(1) == window.transcript.entry(number: 1)?.itemID)
        }
    }
}
