import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyViews

/// The Markdown of the format: bold, italic, lists, links and moments; everything else stands for itself.
@Suite struct MarkdownTests {
    /// The pieces of a text block: `*` around bold, `/` around italic, `<>` with the address around a link.
    private static func read(_ text: String) throws -> [String] {
        let json = JSONValue.object(["type": .text("TextBlock"), "text": .text(text)]).line
        guard case .text(let text)? = try card(json).body.first?.content else { return [] }
        return text.paragraphs.map { paragraph in
            let spans = paragraph.spans.map { span in
                var words = span.text
                if span.style.isItalic { words = "/\(words)/" }
                if span.style.weight == .bolder { words = "*\(words)*" }
                if case .openURL(let address)? = span.action?.kind { words = "<\(words) \(address)>" }
                return words
            }
            let marker =
                switch paragraph.marker {
                case nil: ""
                case .bullet: "- "
                case .number(let number): "\(number). "
                }
            return marker + spans.joined(separator: "|")
        }
    }

    @Test(arguments: [
        ("plain", ["plain"]), ("**bold**", ["*bold*"]), ("_italic_ and *more*", ["/italic/| and |/more/"]),
        ("***both***", ["*/both/*"]), ("**bold _and italic_**", ["*bold *|*/and italic/*"]),
        ("2 * 3 * 4", ["2 * 3 * 4"]), ("snake_case_name", ["snake_case_name"]), ("**open", ["**open"]),
        ("a ** b", ["a ** b"]), (#"\*no\*"#, ["*no*"]), ("**a*", ["**a*"]), ("*a **b* c**", ["/a **b/| c**"]),
        ("# heading", ["# heading"]), ("`code`", ["`code`"]), ("<b>x</b>", ["<b>x</b>"]),
        ("![x](https://e.org)", ["!|<x https://e.org>"]),
        ("[a](https://e.org/?q=1)", ["<a https://e.org/?q=1>"]), ("[a](javascript:alert(1))", ["a|)"]),
        ("[a](x y)", ["[a](x y)"]),
        ("[**a** b](https://e.org)!", ["<a b https://e.org>|!"]), ("[a] (https://e.org)", ["[a] (https://e.org)"]),
        ("- a\n- **b**\nend", ["- a", "- *b*", "end"]), ("1. a\r2. b", ["1. a", "2. b"]), ("7) x", ["7. x"]),
        ("-a\n1.b", ["-a\n1.b"]), ("a\n\nb", ["a\n\nb"]), ("* a\r\n* b", ["- a", "- b"]),
    ])
    func readsItsSigns(text: String, expected: [String]) throws {
        #expect(try Self.read(text) == expected)
    }

    @Test func momentsAreReadInTheZoneOfTheReader() throws {
        let json =
            #"{"type":"TextBlock","text":"at {{DATE(2026-05-31T18:30:00+02:00, SHORT)}} {{TIME(2026-05-31T16:30:00Z)}}."}"#
        guard case .text(let text)? = try card(json).body.first?.content else {
            Issue.record("it is no text")
            return
        }
        let moments = text.paragraphs.flatMap(\.spans).compactMap(\.moment)
        #expect(moments.map(\.time.rawValue) == [1_780_245_000_000, 1_780_245_000_000])
        #expect(moments.map(\.format) == [.short, .time])
    }

    @Test(arguments: [
        "{{DATE(2026-02-30T00:00:00Z)}}", "{{DATE(2026-05-31)}}", "{{DATE(x, SHORT)}}",
        "{{TIME(2026-05-31T25:00:00Z)}}", "{{DATE(",
        "{{DATE(2026-05-31T18:30:00Z,HUGE)}}", "{{MOON(2026-05-31T18:30:00Z)}}", "{{DATE(2026-05-31T18:30:00Z)}",
    ])
    func whatIsNoMomentStandsForItself(text: String) throws {
        #expect(try Self.read(text) == [text])
    }

    /// Texts that make other readers of Markdown take the square of their length, or more.
    private static let endless = [
        "*", "**a ", "_a ", "[", "[a](", "](", "[a](b", "a_", "*a_", "{{DATE(", "\\", "- ", "1. ", "***a **b *c ",
    ]

    @Test(arguments: endless) func readsAnythingInLinearTime(_ piece: String) throws {
        func json(_ bytes: Int) -> String {
            let text = String(repeating: piece, count: bytes / piece.utf8.count)
            return JSONValue.object([
                "type": .text("AdaptiveCard"), "version": .text("1.5"),
                "body": .list([.object(["type": .text("TextBlock"), "text": .text(text)])]),
            ]).line
        }
        let (short, long) = (json(6_000), json(96_000))
        _ = try Card(json: long)
        let (few, many) = (processorTime { _ = try? Card(json: short) }, processorTime { _ = try? Card(json: long) })
        #expect(many < 16 * 8 * max(few, 200_000), "\(many) ns, and \(few) ns for a sixteenth")
    }

    @Test func piecesOfACardAreBounded() throws {
        let text = String(repeating: "**a** b ", count: 4_000)
        let body = (0..<4).map { _ in #"{"type":"TextBlock","text":"\#(text)"}"# }.joined(separator: ",")
        let spans = try card(body).body.flatMap { element -> [CardSpan] in
            guard case .text(let text) = element.content else { return [] }
            return text.paragraphs.flatMap(\.spans)
        }
        #expect(spans.count <= CardLimits.spans + 8)
        #expect(spans.last?.text.hasSuffix("**a** b ") == true)
    }
}
