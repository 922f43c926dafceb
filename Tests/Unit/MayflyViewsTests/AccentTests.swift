import MayflyModel
import MayflyTestSupport
import MayflyViews
import Testing

/// Cards whose texts have very many accents take no more time than other cards.
@Suite struct AccentTests {
    /// Two accents in turn are out of order, and out of order they are compared slowly.
    private static let accents = String(repeating: "\u{301}\u{323}", count: 8192)
    private static let letters = String(repeating: "жж", count: 8192)

    private static let bodies: [@Sendable (String) -> String] = [
        { #"{"type":"T\#($0)"}"# },
        { #"{"type":"TextBlock","text":"x","size":"l\#($0)","style":"h\#($0)"}"# },
        { #"{"type":"TextBlock","text":"x","t\#($0)":1}"# },
        { #"{"type":"TextBlock","text":"x","spacing":"m\#($0)","fallback":"d\#($0)"}"# },
        { #"{"type":"TextBlock","text":"x","requires":{"adaptiveCards":"1.\#($0)"}}"# },
        { #"{"type":"None","fallback":"d\#($0)"}"# },
        { #"{"type":"ColumnSet","columns":[{"width":"a\#($0)"}]}"# },
        { #"{"type":"Input.Text","id":"i\#($0)\#u{300}"},{"type":"Input.Text","id":"i\#($0)\#u{302}"}"# },
        {
            #"{"type":"Input.Toggle","id":"i","title":"x","valueOn":"v\#($0)\#u{300}","valueOff":"v\#($0)\#u{302}","value":"v\#($0)\#u{304}"}"#
        },
        {
            #"""
            {"type":"Input.ChoiceSet","id":"i","isMultiSelect":true,"value":"v\#($0)\#u{304},v\#($0)\#u{306}","choices":[
             {"title":"x","value":"v\#($0)\#u{300}"},{"title":"y","value":"v\#($0)\#u{302}"}]}
            """#
        },
    ]

    private static func time(_ body: () -> Void, _ forged: () -> Void) -> (ordinary: Int, forged: Int) {
        (processorTime(body), processorTime(forged))
    }

    @Test(arguments: bodies.indices) func areReadAsFastAsOthers(_ index: Int) {
        let (ordinary, forged) = (Self.bodies[index](Self.letters), Self.bodies[index](Self.accents))
        let time = Self.time({ _ = try? card(ordinary) }, { _ = try? card(forged) })
        #expect(time.forged < 20 * time.ordinary, "\(time.forged) ns, and \(time.ordinary) ns for letters")
    }

    @Test(arguments: ["type", "version", "selectAction"]) func wholeCardsAreReadAsFastAsOthers(_ key: String) {
        func json(_ text: String) -> String {
            let fields = ["type": "AdaptiveCard", "version": "1.5"].merging([key: "A" + text]) { $1 }
            return "{" + fields.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
        }
        let time = Self.time({ _ = try? Card(json: json(Self.letters)) }, { _ = try? Card(json: json(Self.accents)) })
        #expect(time.forged < 20 * time.ordinary, "\(time.forged) ns, and \(time.ordinary) ns for letters")
    }

    /// A host compares the card that it is shown with the one that it shows.
    @Test func areComparedAsFastAsOthers() throws {
        func pair(_ accents: String) throws -> (Card, Card) {
            (try card(text("a" + accents + "\u{300}")), try card(text("a" + accents + "\u{302}")))
        }
        let (ordinary, forged) = (try pair(Self.letters), try pair(Self.accents))
        let time = Self.time(
            { #expect((ordinary.0 == ordinary.1) == false) },
            { #expect((forged.0 == forged.1) == false) }
        )
        #expect(time.forged < 20 * time.ordinary, "\(time.forged) ns, and \(time.ordinary) ns for letters")
    }

    @Test func areTappedAsFastAsOthers() throws {
        func tapped(_ text: String) throws -> @Sendable () -> Void {
            let toggle =
                #"{"type":"Input.Toggle","id":"t","title":"x\#(text)","valueOn":"v\#(text)\#u{300}","valueOff":"v\#(text)\#u{302}"}"#
            let choices = #"""
                {"type":"Input.ChoiceSet","id":"c","isMultiSelect":true,"choices":[
                 {"title":"y\#(text)","value":"v\#(text)\#u{300}"},{"title":"z\#(text)","value":"v\#(text)\#u{302}"}]}
                """#
            let card = try card(
                toggle + "," + choices,
                actions: #"{"type":"Action.Submit","id":"x\#(text)","title":"b"}"#
            )
            return {
                var (card, inputs) = (card, CardInputs(card))
                for control in card.controls { _ = try? inputs.tap(control, in: &card) }
                for control in card.controls { _ = try? inputs.tap(control, in: &card) }
                _ = inputs.isTaken("v\(text)\u{300}", of: "c")
                _ = try? card.control("x")
            }
        }
        let time = Self.time(
            try tapped(String(repeating: "жж", count: 4096)),
            try tapped(String(repeating: "\u{301}\u{323}", count: 4096))
        )
        #expect(time.forged < 20 * time.ordinary, "\(time.forged) ns, and \(time.ordinary) ns for letters")
    }

    @Test func longIDsAreRefused() throws {
        let id = String(repeating: "i", count: 256)
        #expect(try card(#"{"type":"Input.Text","id":"\#(id)"}"#).inputs.map(\.id) == [id])
        let refused = try card(#"{"type":"Input.Text","id":"\#(id)i"}"#)
        #expect(refused.inputs.isEmpty)
        #expect(refused.notes.first?.contains("has an 'id' of 257 bytes; at most 256 are allowed") == true)
    }
}
