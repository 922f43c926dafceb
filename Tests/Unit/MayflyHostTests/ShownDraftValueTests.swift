import MayflyModel
import Testing

@testable import MayflyHost

/// When a tap on Send counts, in moments that the test gives.
@Suite struct ShownDraftValueTests {
    private static let person = ParticipantID()
    private let start = ContinuousClock.now

    private func moment(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    private func draft(_ items: [Item]) -> Draft {
        var draft = Draft()
        for item in items { draft.apply(.staged(item)) }
        return draft
    }

    private func typed(_ text: String) -> Item { Item(sender: Self.person, content: .text(text)) }

    private func inserted(_ text: String) throws -> Item {
        let origin = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.x")), name: "X")
        return Item(sender: Self.person, content: .text(text), origin: origin)
    }

    @Test func nothingWasShownBeforeTheFirstTime() throws {
        #expect(try ShownDraft().draft(tappedAt: start) == Draft().id)
    }

    @Test func aTapMeansWhatWasShownLast() throws {
        var shown = ShownDraft()
        let (first, second) = (draft([typed("a")]), draft([typed("b")]))
        shown.show(first, at: moment(0))
        shown.show(second, at: moment(1))
        #expect(try shown.draft(tappedAt: moment(1)) == second.id)
        #expect(first.id != second.id)
    }

    /// Also a tap that was made before the change was shown, and is looked at after it.
    @Test(arguments: [(-1, false), (0, false), (499, false), (500, true), (10_000, true)])
    func aChangeByAnExtensionHoldsTheTapBackForAWhile(tap: Int, counts: Bool) throws {
        var shown = ShownDraft()
        let new = draft([try inserted("x")])
        shown.show(new, at: moment(0))
        let id = try? shown.draft(tappedAt: moment(tap))
        #expect(id == (counts ? new.id : nil))
    }

    @Test func theSameFieldShownAgainHoldsNothingBack() throws {
        var shown = ShownDraft()
        let same = draft([try inserted("x")])
        shown.show(same, at: moment(0))
        shown.show(same, at: moment(600))
        #expect(try shown.draft(tappedAt: moment(601)) == same.id)
    }

    @Test func whatThePersonTypesHoldsNothingBack() throws {
        var shown = ShownDraft()
        let brought = try inserted("x")
        shown.show(draft([brought]), at: moment(0))
        let both = draft([brought, typed("mine")])
        shown.show(both, at: moment(600))
        #expect(try shown.draft(tappedAt: moment(600)) == both.id)
        let rest = draft([typed("alone")])
        shown.show(rest, at: moment(700))
        #expect(try shown.draft(tappedAt: moment(700)) == rest.id)
    }

    @Test func eachFurtherChangeHoldsItBackAgain() throws {
        var shown = ShownDraft(pause: .milliseconds(100))
        for step in 0..<5 {
            shown.show(draft([try inserted("\(step)")]), at: moment(step * 80))
            let error = #expect(throws: MayflyError.self) { try shown.draft(tappedAt: moment(step * 80 + 79)) }
            #expect(error?.code == .notAsShown)
        }
        #expect(throws: Never.self) { try shown.draft(tappedAt: moment(4 * 80 + 100)) }
    }

    // MARK: A field that is hidden

    /// The extension shows its words for a moment, and covers them.
    @Test(arguments: [(0, false), (499, false), (500, true)])
    func aChangeThatIsHiddenTooEarlyWasNotShown(hidden: Int, counts: Bool) throws {
        var shown = ShownDraft()
        let (mine, both) = (draft([typed("mine")]), draft([typed("mine"), try inserted("x")]))
        shown.show(mine, at: moment(-1000))
        shown.show(both, at: moment(0))
        shown.hide(at: moment(hidden))
        #expect(shown.draft == (counts ? both : mine))
        #expect(try shown.draft(tappedAt: moment(10_000)) == (counts ? both : mine).id)
    }

    /// However often it is shown: only the last time without a break counts.
    @Test func aChangeMustBeShownForTheWholePauseWithoutABreak() throws {
        var shown = ShownDraft()
        let (mine, both) = (draft([typed("mine")]), draft([typed("mine"), try inserted("x")]))
        shown.show(mine, at: moment(-1000))
        for start in [0, 300, 600, 900] {
            shown.show(both, at: moment(start))
            #expect(throws: MayflyError.self) { try shown.draft(tappedAt: moment(start + 499)) }
            shown.hide(at: moment(start + 200))
            shown.hide(at: moment(start + 250))
            #expect(shown.draft == mine)
        }
        shown.show(both, at: moment(1200))
        #expect(throws: MayflyError.self) { try shown.draft(tappedAt: moment(1699)) }
        #expect(try shown.draft(tappedAt: moment(1700)) == both.id)
        shown.hide(at: moment(1700))
        #expect(try shown.draft(tappedAt: moment(1700)) == both.id)
    }

    /// The person types behind the words, which does not make them seen.
    @Test func whatWasShownForLongStaysShown() throws {
        var shown = ShownDraft()
        let (first, second) = (try inserted("first"), try inserted("second"))
        shown.show(draft([first]), at: moment(0))
        shown.show(draft([first, second]), at: moment(500))
        shown.show(draft([first, second, typed("mine")]), at: moment(600))
        shown.hide(at: moment(999))
        #expect(try shown.draft(tappedAt: moment(1000)) == draft([first]).id)
    }

    @Test func whatThePersonTypesIsShownAtOnce() throws {
        var shown = ShownDraft()
        let mine = draft([typed("mine")])
        shown.show(mine, at: moment(0))
        shown.hide(at: moment(1))
        #expect(try shown.draft(tappedAt: moment(1)) == mine.id)
    }
}
