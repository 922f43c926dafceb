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
}
