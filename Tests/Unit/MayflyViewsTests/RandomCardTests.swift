import MayflyModel
import Testing

@testable import MayflyViews

/// Random cards, well-formed and not: nothing traps, and the drawings keep their limits.
@Suite struct RandomCardTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func drawsAnythingWithinTheWidth(seed: UInt64) throws {
        var maker = RandomCard(seed: seed)
        let elements = (0..<6).map { _ in maker.element(depth: 5) }.joined(separator: ",")
        var card = try card(elements, actions: maker.action())
        var inputs = CardInputs(card)
        for control in card.controls {
            #expect(card.controls[control.number - 1] == control)
            if case .textInput = control.kind { continue }
            _ = try? inputs.tap(control, in: &card)
        }
        for width in [0, 20, 33, 72, 1_000] {
            let shown = CardPrinter(width: width).lines(of: card, inputs: inputs)
            let limit = min(max(width, 16), 400)
            for line in shown {
                #expect(TextWidth.of(line) <= limit, "'\(line)' is wider than \(limit)")
                #expect(SafeText.line(line, limit: .max) == line)
            }
            #expect(shown == CardPrinter(width: width).lines(of: card, inputs: inputs))
        }
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func readsOrRefusesDamagedText(seed: UInt64) {
        var maker = RandomCard(seed: seed)
        var bytes = Array(
            #"{"type":"AdaptiveCard","version":"1.5","body":[\#(maker.element(depth: 5))]}"#.utf8
        )
        for _ in 0..<3 {
            bytes[Int(maker.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: maker.next())
        }
        do {
            let card = try Card(json: String(decoding: bytes, as: UTF8.self))
            _ = CardPrinter().lines(of: card, inputs: CardInputs(card))
        } catch {
            #expect(error.code == .invalidView)
        }
    }
}

/// Random JSON elements, the same for the same seed.
private struct RandomCard {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    private mutating func pick(_ items: [String]) -> String {
        items[Int(next() % UInt64(items.count))]
    }

    /// A value of any kind, most often a text.
    private mutating func value() -> String {
        pick([
            #""a few words to be wrapped somewhere""#, #""日本語\n🍦🍨""#, #""\u001b[2Jx\u202e""#, #""""#, "true", "7",
            #""averyveryverylongwordwithoutanyspaceinit""#, "null", "-1", "1e300", "[]", "{}",
            #""e\u0301\u0301""#, #""auto""#, #""12px""#,
        ])
    }

    mutating func action() -> String {
        #"{"type":"Action.Submit","title":\#(value()),"id":\#(value()),"data":\#(value())}"#
    }

    mutating func element(depth: Int) -> String {
        let leaf = [
            #""TextBlock","text":\#(value()),"wrap":\#(pick(["true", "false"])),"maxLines":\#(value())"#,
            #""Image","url":"u","altText":\#(value()),"selectAction":\#(action())"#,
            #""FactSet","facts":[{"title":\#(value()),"value":\#(value())}]"#,
            #""Input.Text","id":"\#(next())","label":\#(value()),"value":\#(value())"#,
            #""Input.Toggle","id":"\#(next())","title":\#(value()),"isRequired":\#(pick(["true", "false"]))"#,
            #""Input.ChoiceSet","id":"\#(next())","choices":[{"title":\#(value()),"value":\#(value())}]"#,
            #""ActionSet","actions":[\#(action()),\#(action())]"#,
            #""Unknown","fallback":\#(value())"#,
        ]
        guard depth > 0, next() % 2 == 0 else { return #"{"type":\#(pick(leaf)),"separator":true}"# }
        let items = (0..<(next() % 4)).map { _ in element(depth: depth - 1) }
        guard next() % 2 == 0 else {
            return #"""
                {"type":"Container","items":[\#(items.joined(separator: ","))],"selectAction":\#(action())}
                """#
        }
        let columns = items.map { #"{"width":\#(value()),"separator":true,"items":[\#($0)]}"# }
        return #"{"type":"ColumnSet","columns":[\#(columns.joined(separator: ","))]}"#
    }
}
