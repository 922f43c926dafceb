import MayflyModel
import MayflyViews
import Testing

@Suite struct ControlTests {
    @Test func numbersEverythingUsableInDrawingOrder() throws {
        let card = try card(poll.body, actions: poll.actions)
        #expect(card.controls.map(\.number) == Array(1...9))
        #expect(
            card.controls.map(\.title)
                == ["Mint", "Lemon", "Nuts", "Sauce", "Cream", "In a cone", "Name", "Vote", "Cancel"]
        )
        #expect(
            card.controls.map(\.id)
                == ["flavour=m", "flavour=l", "tops=n", "tops=s", "tops=c", "cone", "name", "vote", nil]
        )
    }

    @Test(arguments: [("1", 1), ("tops=s", 4), ("cone", 6), ("iN A CONE", 6), ("vote", 8), ("CANCEL", 9)])
    func findsControlByNumberIDOrTitle(name: String, number: Int) throws {
        #expect(try card(poll.body, actions: poll.actions).control(.typed(name)).number == number)
    }

    @Test(arguments: [
        ("10", "the view has no control '10'; they are numbered 1 to 9"),
        ("", "the view has no control ''; they are numbered 1 to 9"),
        ("a\u{1B}", #"the view has no control 'a\u{1B}'; they are numbered 1 to 9"#),
        ("flavour", "'flavour' is a set of choices; tap one of its controls 1, 2"),
    ])
    func namesWhatItDoesNotFind(name: String, message: String) throws {
        let card = try card(poll.body, actions: poll.actions)
        let error = failure { _ = try card.control(.typed(name)) }
        #expect(error?.code == .unknownControl)
        #expect(error?.message == message)
    }

    @Test func refusesTitleOfSeveralControls() throws {
        let card = try card(
            "",
            actions: #"{"type":"Action.Submit","title":"Go"},{"type":"Action.Submit","title":"GO","id":"x"}"#
        )
        let error = failure { _ = try card.control("go") }
        #expect(error?.message == "'go' is the name of several controls; use a number: 1, 2")
        #expect(try card.control("x").number == 2)
    }

    @Test func numberWinsOverTitleAndUnusedNumberIsATitle() throws {
        let card = try card(
            "",
            actions: #"{"type":"Action.Submit","title":"2"},{"type":"Action.Submit","title":"2024"}"#
        )
        #expect(try card.control("2").title == "2024")
        #expect(try card.control("2024").number == 2)
    }

    @Test func tappableBlockIsCalledAfterItsFirstWords() throws {
        let card = try card(
            #"""
            {"type":"ColumnSet","selectAction":{"type":"Action.Submit","id":"row"},
             "columns":[{"isVisible":false,"items":[\#(text("hidden"))]},{"items":[\#(text("Mint"))]}]},
            {"type":"Image","url":"u","altText":"Cone","selectAction":{"type":"Action.Submit"}}
            """#
        )
        #expect(card.controls.map(\.title) == ["Mint", "Cone"])
    }

    @Test func disabledActionIsNoControl() throws {
        let card = try card("", actions: #"{"type":"Action.Submit","title":"Off","isEnabled":false}"#)
        #expect(card.controls.isEmpty)
        #expect(
            failure { _ = try card.control("Off") }?.message == "the view has no control 'Off'; it has none"
        )
    }

    /// A control that is meant by one of its names is not found by another one of the same text.
    @Test(arguments: [
        (ControlName.number(2), 2), (.id("2"), 1), (.title("2"), 3), (.id("b"), 2), (.title("B"), 1), (.typed("2"), 2),
        (.typed("b"), 2),
    ])
    func oneKindOfNameIsNotAnother(name: ControlName, number: Int) throws {
        #expect(try Self.mixed().control(name).number == number)
    }

    @Test(arguments: [
        (ControlName.number(4), "the view has no control 4; they are numbered 1 to 3"),
        (.id("c"), "the view has no control with the id 'c'; they are numbered 1 to 3"),
        (.title("d"), "the view has no control with the title 'd'; they are numbered 1 to 3"),
    ])
    func anErrorSaysWhichKindOfNameIsUnknown(name: ControlName, message: String) throws {
        let card = try Self.mixed()
        #expect(failure { _ = try card.control(name) }?.message == message)
    }

    /// Three buttons, of which each has the name of another one.
    private static func mixed() throws -> Card {
        let names = [("2", "b"), ("b", "c"), ("d", "2")]
        return try card(
            "",
            actions: names.map { #"{"type":"Action.Submit","id":"\#($0)","title":"\#($1)"}"# }.joined(separator: ",")
        )
    }
}
