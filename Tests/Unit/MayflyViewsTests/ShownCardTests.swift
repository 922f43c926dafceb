import MayflyModel
import Testing

@testable import MayflyViews

/// What a person shows and hides: cards of buttons, and blocks.
@Suite struct ShownCardTests {
    private static func lines(_ card: Card, _ inputs: CardInputs) -> [String] {
        CardPrinter(width: 60, style: .expanded).lines(of: card, inputs: inputs)
    }

    private static func shown(_ title: String, _ body: String, actions: String = "") -> String {
        #"{"type":"Action.ShowCard","title":"\#(title)","card":{"type":"AdaptiveCard","body":[\#(body)],"actions":[\#(actions)]}}"#
    }

    @Test func oneCardOfAGroupIsShownAtATime() throws {
        var card = try card(
            "",
            actions: [Self.shown("A", text("a")), Self.shown("B", text("b"))].joined(separator: ",")
        )
        var inputs = CardInputs(card)
        func tap(_ name: ControlName) throws { _ = try inputs.tap(card.control(name), in: &card) }
        #expect(Self.lines(card, inputs) == ["[1] A …   [2] B …"])
        try tap("A")
        #expect(Self.lines(card, inputs) == ["[1] A (open)   [2] B …", "| a"])
        try tap("B")
        #expect(Self.lines(card, inputs) == ["[1] A …   [2] B (open)", "| b"])
        try tap("B")
        #expect(Self.lines(card, inputs) == ["[1] A …   [2] B …"])
    }

    @Test func anActionTakesTheInputsOfItsCardAndOfThoseAround() throws {
        let inner = Self.shown(
            "Inner",
            #"{"type":"Input.Toggle","id":"c","title":"c"}"#,
            actions: #"{"type":"Action.Submit","title":"Deep"}"#
        )
        let one = Self.shown(
            "One",
            #"{"type":"Input.Toggle","id":"b","title":"b"}"#,
            actions: #"{"type":"Action.Submit","title":"Sub"},\#(inner)"#
        )
        let two = Self.shown("Two", #"{"type":"Input.Toggle","id":"d","title":"d"}"#)
        var card = try card(
            #"{"type":"Input.Toggle","id":"a","title":"a"}"#,
            actions: #"{"type":"Action.Submit","title":"Top"},\#(one),\#(two)"#
        )
        var inputs = CardInputs(card)
        func tap(_ name: ControlName) throws -> [String]? {
            guard case .submitted(let submission) = try inputs.tap(card.control(name), in: &card) else { return nil }
            return submission.inputs.map(\.id)
        }
        #expect(try tap("Top") == ["a"])
        #expect(try tap("One") == nil)
        #expect(try tap("Sub") == ["a", "b"])
        #expect(try tap("Inner") == nil)
        #expect(try tap("Deep") == ["a", "b", "c"])
    }

    @Test func aCardThatIsNotShownKeepsItsValues() throws {
        var card = try card(
            "",
            actions: Self.shown(
                "A",
                #"{"type":"Input.Text","id":"t"}"#,
                actions: #"{"type":"Action.Submit","title":"Go"}"#
            )
        )
        var inputs = CardInputs(card)
        #expect(failure { try inputs.set("t", to: "x", style: .expanded) }?.code == .unknownControl)
        _ = try inputs.tap(card.control("A"), in: &card)
        try inputs.set("t", to: "x", style: .expanded)
        _ = try inputs.tap(card.control("A"), in: &card)
        #expect(card.controls.count == 1)
        _ = try inputs.tap(card.control("A"), in: &card)
        #expect(inputs.value(of: "t") == "x")
    }

    @Test func blocksAreShownAndHidden() throws {
        let toggle =
            #"{"type":"Action.ToggleVisibility","title":"T","targetElements":["x",{"elementId":"y","isVisible":true},"none"]}"#
        var card = try card(
            #"""
            {"type":"TextBlock","id":"x","text":"x"},{"type":"TextBlock","id":"y","text":"y","isVisible":false},
            {"type":"ColumnSet","columns":[{"type":"Column","id":"x","items":[\#(text("column"))]}]}
            """#,
            actions: toggle
        )
        let first = card
        var inputs = CardInputs(card)
        #expect(Self.lines(card, inputs) == ["x", "column", "", "[1] T"])
        _ = try inputs.tap(card.control("T"), in: &card)
        #expect(Self.lines(card, inputs) == ["y", "", "[1] T"])
        #expect(card != first)
        _ = try inputs.tap(card.control("T"), in: &card)
        #expect(Self.lines(card, inputs) == ["x", "y", "column", "", "[1] T"])
    }

    @Test func aCardCannotBeShownWhereThereIsNoPlaceForIt() throws {
        let card = try card(
            #"{"type":"Container","items":[\#(text("a"))],"selectAction":\#(Self.shown("A", text("b")))}"#
        )
        #expect(card.controls.isEmpty)
        #expect(card.notes == ["action 'Action.ShowCard' stands where no card can be shown and has no fallback"])
    }
}
