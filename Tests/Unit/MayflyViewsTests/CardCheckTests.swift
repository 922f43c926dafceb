import MayflyModel
import Testing

@testable import MayflyViews

/// Values that a submit refuses, and what is said about them.
@Suite struct CardCheckTests {
    private static let go = #"{"type":"Action.Submit","title":"Go"}"#

    @Test(arguments: [
        (
            #"{"type":"Input.Number","id":"a","min":1,"max":9,"value":3}"#, ["1", "9", "2.5", ""], ["0", "10"],
            "9 or less"
        ),
        (
            #"{"type":"Input.Date","id":"a","min":"2026-01-01","max":"2026-12-31"}"#, ["2026-05-31"],
            ["2025-12-31", "2027-01-01"], "2026-12-31 or less"
        ),
        (
            #"{"type":"Input.Time","id":"a","min":"08:00","max":"20:00"}"#, ["08:00", "20:00"], ["07:59", "20:01"],
            "20:00 or less"
        ),
        (#"{"type":"Input.Text","id":"a","regex":"^[a-z]+$"}"#, ["abc", ""], ["A"], "the form that is asked for"),
    ])
    func aValueIsCheckedWhenItIsSubmitted(input: String, right: [String], wrong: [String], words: String) throws {
        var card = try card(input, actions: Self.go)
        for value in right {
            var inputs = CardInputs(card)
            try inputs.set("a", to: value, style: .expanded)
            guard case .submitted(let submission) = try inputs.tap(card.control("Go"), in: &card) else {
                Issue.record("'\(value)' is not submitted")
                continue
            }
            #expect(submission.inputs.map(\.value) == [value])
        }
        for value in wrong {
            var inputs = CardInputs(card)
            try inputs.set("a", to: value, style: .expanded)
            let error = failure { _ = try inputs.tap(card.control("Go"), in: &card) }
            #expect(error?.code == .invalidInput)
            #expect((error?.cause as? InputError)?.id == "a")
            #expect(inputs.problem(of: "a") != nil)
            try inputs.set("a", to: right[0], style: .expanded)
            #expect(inputs.problem(of: "a") == nil)
        }
        var inputs = CardInputs(card)
        try inputs.set("a", to: try #require(wrong.last), style: .expanded)
        #expect(failure { _ = try inputs.tap(card.control("Go"), in: &card) }?.message.hasSuffix(words) == true)
    }

    @Test(arguments: [
        ("Input.Number", "abc", "a number"), ("Input.Number", "1,5", "a number"), ("Input.Number", "inf", "a number"),
        ("Input.Date", "31.5.2026", "a date such as 2026-05-31"),
        ("Input.Date", "2026-02-29", "a date such as 2026-05-31"),
        ("Input.Time", "24:00", "a time such as 18:30"), ("Input.Time", "7pm", "a time such as 18:30"),
    ])
    func aValueOfAnotherFormIsRefused(type: String, value: String, rule: String) throws {
        var inputs = CardInputs(try card(#"{"type":"\#(type)","id":"a"}"#))
        let error = failure { try inputs.set("a", to: value, style: .expanded) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message == "input 'a' takes \(rule), not '\(value)'")
    }

    @Test func theWordsOfTheExtensionAreShownAtTheInput() throws {
        var card = try card(
            #"{"type":"Input.Number","id":"a","label":"Age","min":1,"isRequired":true,"errorMessage":"Say how old"}"#,
            actions: Self.go
        )
        var inputs = CardInputs(card)
        let error = failure { _ = try inputs.tap(card.control("Go"), in: &card) }
        #expect(error?.message == "input 'a' is required: Say how old")
        #expect(
            CardPrinter(style: .expanded).lines(of: card, inputs: inputs)
                == ["(1) Age*: ____ (1 or more)", "! Say how old", "", "[2] Go"]
        )
    }

    @Test func boundsOfAnotherFormAreNotUsed() throws {
        let card = try card(#"{"type":"Input.Date","id":"a","min":"6/1/2020","value":""}"#)
        #expect(
            card.notes == ["input 'a' has the min '6/1/2020', which is not a date such as 2026-05-31; it is not used"]
        )
    }

    @Test func anExecuteSaysItsVerb() throws {
        let card = try card("", actions: #"{"type":"Action.Execute","verb":"save","title":"Go","data":"x"}"#)
        let submission = try CardInputs(card).submission(for: card.control("Go"))
        #expect(submission.verb == "save")
        #expect(submission.dataJSON == #"{"data":"x"}"#)
    }

    @Test func aPasswordIsNotShown() throws {
        var inputs = CardInputs(try card(#"{"type":"Input.Text","id":"a","label":"Word","style":"Password"}"#))
        try inputs.set("a", to: "secret", style: .expanded)
        let drawn = CardPrinter(style: .expanded).lines(
            of: try card(#"{"type":"Input.Text","id":"a","label":"Word","style":"Password"}"#),
            inputs: inputs
        )
        #expect(drawn == ["(1) Word: ******____"])
    }

    @Test(arguments: ["http://e.org", "HTTPS://e.org/a?b#c"]) func addressesOfTheWebAreLinks(address: String) throws {
        let card = try card("", actions: #"{"type":"Action.OpenUrl","title":"Go","url":"\#(address)"}"#)
        #expect(card.controls.map(\.kind) == [.link(address)])
        var (copy, inputs) = (card, CardInputs(card))
        #expect(failure { _ = try inputs.tap(card.control("Go"), in: &copy) }?.code == .notPossibleNow)
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "https:e.org", "https://e.org/ x", "//e.org", "", "https://é.org",
    ])
    func otherAddressesAreNotOpened(address: String) throws {
        let card = try card("", actions: #"{"type":"Action.OpenUrl","title":"Go","url":"\#(address)"}"#)
        #expect(card.controls.isEmpty)
        #expect(card.actions.map(\.isEnabled) == [false])
        #expect(card.notes.count == 1)
    }
}
