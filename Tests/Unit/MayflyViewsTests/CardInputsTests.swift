import MayflyModel
import MayflyViews
import Testing

@Suite struct CardInputsTests {
    @Test func beginsWithTheValuesOfTheCard() throws {
        let inputs = CardInputs(try card(poll.body))
        #expect(["flavour", "tops", "cone", "name"].map { inputs.value(of: $0) } == ["", "n,s", "no", "Ann"])
        #expect(inputs.value(of: "other") == nil)
    }

    @Test(arguments: [PresentationStyle.compact, .transcript])
    func refusesTypingOutsideExpandedStyle(style: PresentationStyle) throws {
        var inputs = CardInputs(try card(poll.body))
        let error = failure { try inputs.set("name", to: "Bo", style: style) }
        #expect(error?.code == .notPossibleNow)
        #expect(
            error?.message
                == "input 'name' needs the keyboard, which \(style.name) style does not give; ask for expanded"
        )
        #expect(inputs.value(of: "name") == "Ann")
    }

    @Test(arguments: [PresentationStyle.compact, .expanded])
    func choicesAndTogglesWorkInEveryStyle(style: PresentationStyle) throws {
        var inputs = CardInputs(try card(poll.body))
        try inputs.set("flavour", to: "l", style: style)
        try inputs.set("tops", to: "c,n", style: style)
        try inputs.set("cone", to: "yes", style: style)
        #expect(["flavour", "tops", "cone"].map { inputs.value(of: $0) } == ["l", "n,c", "yes"])
        try inputs.set("tops", to: "", style: style)
        #expect(inputs.value(of: "tops") == "")
    }

    @Test(arguments: [
        ("name", "Johann", "input 'name' takes at most 5 characters, not the 6 of 'Johann'"),
        ("name", "a\nb", #"input 'name' takes one line, not 'a\nb'"#),
        ("flavour", "x", "input 'flavour' takes 'm' or 'l', not 'x'"),
        ("flavour", "m,l", "input 'flavour' takes 'm' or 'l', not 'm,l'"),
        ("tops", "n,x", "input 'tops' takes 'n' or 's' or 'c', not 'x'"),
        ("cone", "true", "input 'cone' takes 'yes' or 'no', not 'true'"),
    ])
    func refusesValueThatBreaksARule(id: String, value: String, message: String) throws {
        var inputs = CardInputs(try card(poll.body))
        let before = inputs
        let error = failure { try inputs.set(id, to: value, style: .expanded) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message == message)
        #expect(inputs == before)
    }

    @Test func countsCharactersAsAPersonDoes() throws {
        var inputs = CardInputs(try card(poll.body))
        try inputs.set("name", to: "👩‍👩‍👧🍦日本e\u{301}", style: .expanded)
        #expect(inputs.value(of: "name")?.count == 5)
    }

    @Test func refusesMoreBytesThanTheHostTakes() throws {
        var inputs = CardInputs(try card(#"{"type":"Input.Text","id":"a"}"#))
        try inputs.set("a", to: String(repeating: "x", count: 16_384), style: .expanded)
        let error = failure { try inputs.set("a", to: String(repeating: "x", count: 16_385), style: .expanded) }
        #expect(error?.message == "input 'a' takes at most 16384 bytes, not 16385")
    }

    @Test func namesUnknownAndHiddenInputs() throws {
        var inputs = CardInputs(
            try card(#"{"type":"Input.Text","id":"a"},{"type":"Input.Text","id":"b","isVisible":false}"#)
        )
        for id in ["b", "c"] {
            let error = failure { try inputs.set(id, to: "x", style: .expanded) }
            #expect(error?.code == .unknownControl)
            #expect(error?.message == "the view shows no input '\(id)'; it shows a")
        }
    }

    @Test func tapTakesOneChoiceOrFlipsOneOfSeveral() throws {
        let card = try card(poll.body)
        var inputs = CardInputs(card)
        for name in ["Mint", "Lemon", "Lemon", "Cream", "Sauce", "cone"] {
            #expect(try tap(name, card, &inputs) == nil)
        }
        #expect(["flavour", "tops", "cone"].map { inputs.value(of: $0) } == ["l", "n,c", "yes"])
        try tap("cone", card, &inputs)
        #expect(inputs.value(of: "cone") == "no")
    }

    @Test func tapOnTextInputSaysHowToType() throws {
        let card = try card(poll.body)
        var inputs = CardInputs(card)
        let error = failure { try tap("name", card, &inputs) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message == "control 7 is the text input 'name'; write into it with: input name TEXT")
    }

    @Test func refusesControlOfAnotherView() throws {
        let card = try card(poll.body)
        var inputs = CardInputs(try MayflyViewsTests.card(text("empty")))
        for name in ["Mint", "cone"] {
            let error = failure { try tap(name, card, &inputs) }
            #expect(error?.code == .unknownControl)
        }
    }
}
