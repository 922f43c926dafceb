import MayflyModel
import MayflyViews
import Testing

@Suite struct CardReadingTests {
    @Test(arguments: [
        ("[]", "the view must be a JSON object of type 'AdaptiveCard'"),
        ("{", "the view is not JSON: line 1, column 2: expected a key in quotes"),
        ("", "the view is not JSON: line 1, column 1: the text is empty"),
        (#"{"version":"1.5"}"#, "the card has no 'type'"),
        (#"{"type":"Card","version":"1.5"}"#, "the card has the type 'Card', not 'AdaptiveCard'"),
        (#"{"type":"AdaptiveCard"}"#, "the card has no 'version'"),
        (#"{"type":"AdaptiveCard","version":1.5}"#, "the card has a 'version' that is a number, not a string"),
        (#"{"type":"AdaptiveCard","version":"1.x"}"#, "the card has a version that is not readable: '1.x'"),
        (
            #"{"type":"AdaptiveCard","version":"1.6"}"#,
            "the card has the version '1.6', which is above 1.5, and no 'fallbackText'"
        ),
        (#"{"type":"AdaptiveCard","version":"1.5","body":3}"#, "the card has a 'body' that is a number, not an array"),
    ])
    func refusesWhatIsNoCard(json: String, message: String) {
        let error = failure { _ = try Card(json: json) }
        #expect(error?.code == .invalidView)
        #expect(error?.message == message)
    }

    @Test func showsFallbackTextOfNewerCard() throws {
        let card = try Card(
            json: #"{"type":"AdaptiveCard","version":"2.0","fallbackText":"Please update","body":[{"type":"New"}]}"#
        )
        #expect(CardPrinter().lines(of: card, inputs: CardInputs(card)) == ["Please update"])
        #expect(card.notes == ["the card has the version '2.0', which is above 1.5; its 'fallbackText' is shown"])
    }

    @Test func readsOlderCards() throws {
        let card = try Card(json: #"{"type":"AdaptiveCard","version":"1.0","body":[\#(text("old"))]}"#)
        #expect(card.body.count == 1)
        #expect(card.notes.isEmpty)
    }

    @Test(arguments: [
        (#"{"type":"TextBlock","text":5}"#, "element 'TextBlock' has a 'text' that is a number, not a string"),
        (
            #"{"type":"TextBlock","text":"a","wrap":1}"#,
            "element 'TextBlock' has a 'wrap' that is a number, not true or false"
        ),
        (#"{"type":"Image","url":true}"#, "element 'Image' has a 'url' that is true or false, not a string"),
        (#"{"type":"Container","items":{}}"#, "element 'Container' has a 'items' that is an object, not an array"),
        (#"{"type":"FactSet","facts":[1]}"#, "element 'FactSet' has a fact that is not an object"),
        (#"{"type":"Input.Text"}"#, "element 'Input.Text' has no 'id'"),
        (
            #"{"type":"Input.Text","id":"a","maxLength":-1}"#,
            "element 'Input.Text' (id 'a') has a 'maxLength' that is not a whole number from 1"
        ),
        (
            #"{"type":"Input.ChoiceSet","id":"a","choices":[{"title":"x"}]}"#,
            "element 'Input.ChoiceSet' (id 'a') has no 'value'"
        ),
        (#"{"text":"x"}"#, "element without a type has no 'type'"),
    ])
    func leavesOutElementWithIllTypedField(json: String, reason: String) throws {
        let card = try card(json + "," + text("next"))
        #expect(card.body.count == 1)
        #expect(card.notes == [reason + " and has no fallback"])
    }

    @Test func countsNullAsAbsent() throws {
        let card = try card(#"{"type":"TextBlock","text":"a","wrap":null,"fallback":null,"id":null}"#)
        #expect(card.notes.isEmpty)
        #expect(card.body.count == 1)
    }

    @Test func readsNamesOfOptionsInAnyCase() throws {
        let card = try card(#"{"type":"TextBlock","text":"a","size":"EXTRALARGE","weight":"Bolder","color":"odd"}"#)
        guard case .text(let text)? = card.body.first?.content else {
            Issue.record("the element is not a text")
            return
        }
        let style = try #require(text.paragraphs.first?.spans.first?.style)
        #expect(style.size == .extraLarge)
        #expect(style.weight == .bolder)
        #expect(style.color == .default)
    }

    @Test func keepsFirstInputOfAnID() throws {
        let card = try card(
            #"""
            {"type":"Input.Text","id":"a","value":"1"},
            {"type":"Container","items":[{"type":"Input.Toggle","id":"a","title":"t"}]}
            """#
        )
        #expect(card.inputs.map(\.id) == ["a"])
        #expect(CardInputs(card).value(of: "a") == "1")
        #expect(
            card.notes == ["element 'Input.Toggle' (id 'a') has the id of an earlier input and has no fallback"]
        )
    }

    @Test func notesWhatItMendsInInputs() throws {
        let card = try card(
            #"""
            {"type":"Input.Text","id":"a","value":"12345","maxLength":3,"regex":"(?=a)b"},
            {"type":"Input.ChoiceSet","id":"b","value":"z","choices":[
              {"title":"X","value":"x"},{"title":"Other X","value":"x"}]}
            """#
        )
        let inputs = CardInputs(card)
        #expect(inputs.value(of: "a") == "123")
        #expect(inputs.value(of: "b") == "")
        #expect(card.controls.map(\.title) == ["a", "X"])
        #expect(
            card.notes == [
                "input 'a' starts with more than its 3 characters; the rest is cut",
                "input 'a' has a 'regex' that this host does not check: it cannot be matched in linear time, or is wrong or too long",
                "input 'b' has two choices of the value 'x'; the first is kept",
                "input 'b' starts with a value that is none of its choices",
            ]
        )
    }
}
