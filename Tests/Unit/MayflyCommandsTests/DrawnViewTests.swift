import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyViews
import Synchronization
import Testing

@testable import MayflyCommands

/// When the view of an extension is drawn at a terminal, and who pays for it.
@Suite struct DrawnViewTests {
    /// How often something was charged.
    private final class Account: CPUAccount {
        private let count = Mutex(0)

        var charges: Int { count.withLock { $0 } }

        func noteHostTime(_ time: Duration) { count.withLock { $0 += 1 } }
    }

    private let account = Account()
    private let card: Card

    init() throws {
        card = try Card(
            json: #"""
                {"type":"AdaptiveCard","version":"1.5","body":[{"type":"Input.Text","id":"a","label":"Name"},
                 {"type":"Image","url":"bundle:a.png","altText":"Red"}]}
                """#
        )
    }

    private func source(
        _ inputs: CardInputs,
        _ style: PresentationStyle = .expanded,
        width: Int = 40,
        ansi: Bool = false
    ) -> DrawnView.Source {
        DrawnView.Source(view: .card(card, inputs), style: style, width: width, ansi: ansi)
    }

    private func drawn(_ source: DrawnView.Source, after last: DrawnView?, id: Int? = nil) -> DrawnView {
        DrawnView(source, after: last, chargedTo: account) { _, columns in
            id.map { PictureArea(id: $0, columns: columns, rows: 1) }
        }
    }

    @Test func theSameIsDrawnOnce() {
        let inputs = CardInputs(card)
        let first = drawn(source(inputs), after: nil)
        #expect(first.lines == ["(1) Name: ____", "[picture: Red]"])
        let second = drawn(source(inputs), after: first)
        #expect(second == first)
        #expect(account.charges == 1)
    }

    @Test func whatIsDifferentIsDrawnAgain() throws {
        var inputs = CardInputs(card)
        let first = drawn(source(inputs), after: nil)
        let sources = [
            source(inputs, .compact), source(inputs, width: 20), source(inputs, ansi: true),
        ]
        for source in sources { _ = drawn(source, after: first) }
        #expect(account.charges == 4)
        try inputs.set("a", to: "Ann", style: .expanded)
        #expect(drawn(source(inputs), after: first).lines.first == "(1) Name: Ann____")
        #expect(account.charges == 5)
    }

    /// A picture that was decoded meanwhile has a place, or another one.
    @Test func itIsDrawnAgainWhereAPictureHasAnotherPlace() {
        let source = source(CardInputs(card))
        let first = drawn(source, after: nil)
        let second = drawn(source, after: first, id: 1)
        #expect(second.lines.count == first.lines.count + 1)
        #expect(drawn(source, after: second, id: 1) == second)
        #expect(account.charges == 2)
        _ = drawn(source, after: second, id: 2)
        #expect(account.charges == 3)
    }
}
