import MayflyModel
import MayflyTestSupport
import MayflyViews
import Testing

/// Names of controls and inputs that a person gives take no more time with very many accents than others.
@Suite struct LongControlNameTests {
    private static let accents = String(repeating: "\u{301}\u{316}", count: 16_384)
    private static let letters = String(repeating: "жж", count: 16_384)
    private static let body = #"""
        {"type":"Input.Toggle","id":"i","title":"x"},
        {"type":"Input.ChoiceSet","id":"v","choices":[{"title":"y","value":"1"},{"title":"z","value":"2"}]}
        """#

    @Test(
        arguments: [
            { card, name in
                var inputs = CardInputs(card)
                try inputs.set("q" + name, to: "true", style: .expanded)
            },
            { card, name in _ = try card.control(.id("q" + name)) },
            { card, name in _ = try card.control(.title("q" + name)) },
            { card, name in _ = try card.control(.typed("q" + name)) },
        ] as [@Sendable (Card, String) throws -> Void]
    )
    func areLookedUpAsFastAsOthers(_ body: @Sendable (Card, String) throws -> Void) throws {
        let card = try card(Self.body)
        func time(_ name: String) -> Int {
            processorTime { #expect(throws: MayflyError.self) { try body(card, name) } }
        }
        _ = time("x")
        let (ordinary, forged) = (time(Self.letters), time(Self.accents))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }

    /// A host compares the values that it has shown with those that it shows.
    @Test func valuesAreComparedAsFastAsOthers() throws {
        let card = try card(#"{"type":"Input.Text","id":"i"}"#)
        func time(_ text: String) throws -> Int {
            var (first, second) = (CardInputs(card), CardInputs(card))
            try first.set("i", to: "x" + text + "\u{300}", style: .expanded)
            try second.set("i", to: "x" + text + "\u{302}", style: .expanded)
            #expect(first == first)
            return processorTime { #expect(first != second) }
        }
        let ordinary = try time(String(Self.letters.prefix(8_000)))
        let forged = try time(String(repeating: "\u{301}\u{316}", count: 4_000))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }
}
