import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyTesting
import Testing

@testable import MayflyCommands

/// A person at a terminal names stickers and parts of the field by numbers. Such a line does only what was printed under the number, and
/// was there for a while. The drawings stand in the test's output.
@Suite struct UnprintedStickerTests {
    /// More than any terminal has rows.
    private static let count = 300
    private static let middle = count / 2
    private static var later: ContinuousClock.Instant { ContinuousClock.now + .seconds(36_000) }
    private static let names: [String] = .init(repeating: "a", count: count)
    private static var changedNames: [String] {
        var names = names
        names[middle - 1] = "b"
        return names
    }

    /// What a person enters that means the sticker with that number, which is called `b`.
    private static func lines(_ number: Int) -> [String] {
        ["stick \(number) on 1", "sticker \(number)", "tap \(number)", "\(number)", "tap b"]
    }

    private typealias Body = @Sendable (TestHost, ConversationWindow, inout Session) async throws -> Void

    /// A session in a window of alice, where `prepare` opens the extension.
    private static func with(
        _ display: Display = .screen(ansi: false),
        prepare: @Sendable (TestHost, ConversationWindow) async throws -> Void = { test, window in
            try await window.open(test.bundle(Puppet.id))
        },
        _ body: Body
    ) async throws {
        try await Puppet.with { test in
            for name in ["a", "b"] { try test.givePicture(name, to: "alice") }
            let recorder = EventRecorder()
            try await test.host.withWindow(on: test.conversation, as: "alice", observer: recorder.record) { window in
                try await prepare(test, window)
                let names = try Names(test.host)
                var session = await Session(
                    window: window,
                    drawer: Drawer(test.host, of: "alice"),
                    recorder: recorder,
                    names: names,
                    display: display
                )
                try await body(test, window, &session)
            }
        }
    }

    /// The same with one text of hers and a browser, which has other stickers once it is expanded.
    private static func with(_ cells: [String], changed: [String], _ body: Body) async throws {
        try await with(
            prepare: { test, window in
                try await window.type("hello")
                try await window.send()
                try await window.open(test.bundle(Puppet.id))
                try await test.play("cells \(cells.joined(separator: ","))", "browse 1", in: window)
                let steps = ["willTransition cells \(changed.joined(separator: ","))", "didTransition reload"]
                try test.script(steps, as: "alice")
            },
            body
        )
    }

    private static func enter(
        _ line: String,
        at moment: ContinuousClock.Instant = later,
        fromTerminal isTerminal: Bool = true,
        afterChange hasChanged: Bool = false,
        in session: inout Session
    ) async throws {
        let (stream, continuation) = AsyncThrowingStream<SessionInput, any Error>.makeStream()
        if hasChanged { continuation.yield(.change) }
        continuation.yield(.line(line, at: moment))
        continuation.finish()
        try await session.obey(stream, fromTerminal: isTerminal)
    }

    /// Stickers on the first row, as bob sees it.
    private static func sent(_ test: TestHost) throws -> [String] {
        let page = try test.host.look(at: test.conversation, as: "bob").transcript
        return try #require(page.entry(number: 1)?.bubble).stickers.map(\.brief)
    }

    /// All was printed once; then the browser has another sticker in the middle, which a terminal has no room for.
    @Test func whatAViewLeavesOutIsNotTaken() async throws {
        try await Self.with(Self.names, changed: Self.changedNames) { test, window, session in
            try await Self.enter("show", in: &session)
            try await window.changeStyle(to: .expanded)
            #expect(try await window.view.sticker(Self.middle).description == "b")
            try await Self.enter("", in: &session)
            for line in Self.lines(Self.middle) {
                try await Self.enter(line, in: &session)
                // What was refused stays as whole on the screen as it was.
                try await Self.enter("", in: &session)
                #expect(try Self.sent(test).isEmpty, "\(line)")
                #expect(await window.draft.isEmpty, "\(line)")
            }
            try await Self.enter("show", in: &session)
            try await Self.enter("stick \(Self.middle) on 1", in: &session)
            #expect(try Self.sent(test) == ["sticker b"])
            // It was printed for a moment only before the next drawing left it out.
            try await Self.enter("show", in: &session)
            try await Self.enter("tap b", in: &session)
            #expect(await window.draft.media.map(\.brief) == ["sticker b"])
        }
    }

    /// The notes below a view of the terminal's height push its first rows off the screen. Up to the next line nothing else is drawn.
    @Test(arguments: lines(1)) func whatNotesPushOffTheScreenIsNotTaken(line: String) async throws {
        let rows = try #require(Display.screen(ansi: false).room.rows)
        let names = [String](repeating: "a", count: rows - 7)
        try await Self.with(names, changed: ["b"] + names.dropFirst()) { test, window, session in
            try await Self.enter("", in: &session)
            try await Self.enter("stick 1 on 1", in: &session)
            #expect(try Self.sent(test) == ["sticker a"])
            // The puppet says of each sticker that it was asked.
            try await window.changeStyle(to: .expanded)
            try await Self.enter(line, afterChange: true, in: &session)
            #expect(try Self.sent(test) == ["sticker a"])
            #expect(await window.draft.isEmpty)
        }
    }

    /// The browser changes in the moment in which the person presses Enter.
    @Test func aStickerIsNotTakenInTheMomentInWhichItChanges() async throws {
        try await Self.with(["a"], changed: ["b"]) { test, window, session in
            let moment = ContinuousClock.now
            try await window.changeStyle(to: .expanded)
            try await Self.enter("", in: &session)
            for line in Self.lines(1) {
                try await Self.enter(line, at: moment, in: &session)
                #expect(try Self.sent(test).isEmpty, "\(line)")
                #expect(await window.draft.isEmpty, "\(line)")
            }
            try await Self.enter("stick 1 on 1", in: &session)
            #expect(try Self.sent(test) == ["sticker b"])
        }
    }

    /// A browser takes the place of a card, whose control has the same number.
    @Test func aTapOnACardTakesNoSticker() async throws {
        try await Self.with { test, window, session in
            try await test.play("cells a", "browse 1", in: window)
            try await Self.enter("1", in: &session)
            #expect(await window.draft.isEmpty)
            try await Self.enter("1", in: &session)
            #expect(await window.draft.media.map(\.brief) == ["sticker a"])
        }
    }

    /// Another window takes the first sticker out of the field, so that the second one has its number.
    @Test func nothingElseIsRemovedFromTheField() async throws {
        try await Self.with(["a", "b"], changed: []) { test, window, session in
            for number in [1, 2] { try await Self.enter("sticker \(number)", in: &session) }
            #expect(await window.draft.media.map(\.brief) == ["sticker a", "sticker b"])
            try await test.window(as: "alice") { other in try await other.removeFromField(1) }
            try await window.settle()
            try await Self.enter("remove 1", in: &session)
            #expect(await window.draft.media.map(\.brief) == ["sticker b"])
            try await Self.enter("remove 1", in: &session)
            #expect(await window.draft.isEmpty)
        }
    }

    /// Input from a terminal and output to a pipe, as with `| tee`: the line was entered before the field that it would send was printed.
    /// A script has no need of time to look.
    @Test func aLineFromATerminalDoesNotSendWhatWasPrintedLater() async throws {
        try await Self.with(.changes) { test, window, session in
            let moment = ContinuousClock.now
            try await test.play("message url=?1|caption=hello", in: window)
            try await Self.enter("", in: &session)
            try await Self.enter("send", at: moment, in: &session)
            #expect(try test.rows(of: "bob").isEmpty)
            try await Self.enter("send", at: moment, fromTerminal: false, in: &session)
            #expect(try test.rows(of: "bob") == ["* hello"])
        }
    }
}
