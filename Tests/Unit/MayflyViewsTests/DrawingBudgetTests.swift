import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyViews

/// What a drawing of a card costs: its blocks and their widths are the extension's.
@Suite struct DrawingBudgetTests {
    private static let more = "… more lines are left out"
    private static let select = #""selectAction":{"type":"Action.Submit","title":"x"}"#

    /// The lines of the body, and what they took.
    private static func body(of card: Card, width: Int = 72) -> (lines: [DrawnLine], used: Int) {
        let drawing = CardDrawing(inputs: CardInputs(card), style: .expanded, isMeasuring: false)
        return (drawing.body(of: card.contents, width: width), drawing.budget.used)
    }

    private static func nested(_ levels: Int, _ body: String) -> String {
        (0..<levels).reduce(body) { inner, _ in
            #"{"type":"ColumnSet",\#(select),"columns":[{"type":"Column","width":"1px",\#(select),"items":[\#(inner)]}]}"#
        }
    }

    private static func tall(_ count: Int) -> String {
        #"{"type":"TextBlock","wrap":true,"text":"\#(String(repeating: "x", count: count))"}"#
    }

    @Test(arguments: [("x", 1), ("x", 7), ("é", 1), ("日", 1), ("e\u{301}", 2), ("x ", 1)])
    func aTextIsBrokenOnlyAsFarAsLinesAreWanted(piece: String, width: Int) {
        let text = String(repeating: piece, count: 50_000)
        let all = TextWrap.lines(text, width: width)
        #expect(all.count > 5_000)
        for most in [0, 1, 100] {
            #expect(TextWrap.lines(text, width: width, most: most) == Array(all.prefix(most + 1)))
        }
        #expect(TextWrap.lines(text, width: width, most: all.count) == all)
        #expect(TextWrap.lines("a\n" + text, width: width, most: 10) == ["a"] + all.prefix(10))
    }

    /// One character of many parts is cut, too.
    @Test func aCharacterOfManyPartsIsBrokenOnlyAsFar() {
        let text = String(repeating: "👩\u{200D}", count: 20_000)
        #expect(TextWrap.lines(text, width: 1, most: 10).count == 11)
    }

    @Test(arguments: [0, 1, 6]) func nestedBlocksMakeNoMoreThanTheBudget(levels: Int) throws {
        // As much as a card may have in so many columns inside of each other.
        let count = levels == 0 ? 250_000 : CardLimits.columnBytes / levels - 1_000
        let card = try card(Self.nested(levels, Self.tall(count)))
        let (lines, used) = Self.body(of: card)
        #expect(lines.count <= CardLimits.drawnLines + 1)
        #expect(used < CardLimits.drawnBytes + CardLimits.jsonBytes)
        let printed = CardPrinter(width: 72).lines(of: card, inputs: CardInputs(card))
        #expect(printed.count <= CardLimits.drawnLines + 2)
        #expect(printed.contains(Self.more))
    }

    /// Lists that stand below one another are cut while they are stacked.
    @Test(arguments: [
        #"{"type":"ColumnSet","columns":[COLUMNS]}"#,
        #"{"type":"ImageSet","images":[IMAGES]}"#,
        #"{"type":"FactSet","facts":[FACTS]}"#,
        #"{"type":"Table","columns":[{"width":1}],"rows":[ROWS]}"#,
    ])
    func stackedListsAreCut(element: String) throws {
        func many(_ part: String) -> String { Array(repeating: part, count: 300).joined(separator: ",") }
        let lines = String(repeating: "a\\n\\n", count: 30)
        let names = String(repeating: "word ", count: 100)
        let json =
            element
            .replacingOccurrences(
                of: "COLUMNS",
                with: many(#"{"type":"Column","items":[{"type":"TextBlock","wrap":true,"text":"\#(lines)"}]}"#)
            )
            .replacingOccurrences(
                of: "IMAGES",
                with: many(#"{"type":"Image","url":"bundle:a.png","altText":"\#(names)"}"#)
            )
            .replacingOccurrences(of: "FACTS", with: many(#"{"title":"a","value":"\#(names)"}"#))
            .replacingOccurrences(
                of: "ROWS",
                with: many(
                    #"{"type":"TableRow","cells":[{"type":"TableCell","items":[{"type":"TextBlock","wrap":true,"text":"\#(lines)"}]}]}"#
                )
            )
        let (drawn, used) = Self.body(of: try card(json), width: 16)
        #expect(drawn.count > CardLimits.drawnLines)
        #expect(drawn.count < CardLimits.drawnLines + 200)
        #expect(used < CardLimits.drawnBytes)
    }

    /// The buttons have a budget of their own.
    @Test func theButtonsFollowABodyThatIsCut() throws {
        let card = try card(
            Self.nested(6, Self.tall(CardLimits.columnBytes / 6 - 1_000)),
            actions: #"{"type":"Action.Submit","title":"Go"}"#
        )
        let printed = CardPrinter(width: 72).lines(of: card, inputs: CardInputs(card))
        #expect(printed.last?.hasSuffix("] Go") == true)
    }

    @Test func nothingMoreIsDrawnWhenTheBudgetIsUsedUp() {
        let budget = DrawingBudget(limit: 1_000)
        var asked = 0
        let lines = budget.lines(of: 0..<1_000) { number in
            asked += 1
            return DrawnLine("line \(number)")
        }
        #expect(lines.count == asked)
        #expect(asked < 20)
        #expect(budget.isUsedUp)
        #expect(budget.stacked(0..<10) { _ in [DrawnLine("a")] }.isEmpty)
    }

    /// A line that ends in an ellipsis before many blanks is no reason to look through these for each character behind it.
    @Test func stylesAreFoundBehindManyBlanks() {
        func time(_ count: Int) -> Int {
            let text =
                "abc" + String(repeating: " ", count: 20 * count) + "x" + String(repeating: "\nyyyyyyyy", count: count)
            var styles = SpanStyles([(text, .plain), ("b", .dim)])
            return processorTime {
                _ = styles.styled("abc …")
                for _ in 0..<count { _ = styles.styled("yyyyyyyy") }
            }
        }
        let (few, many) = (time(100), time(1_600))
        #expect(many < 16 * 8 * max(few, 100_000), "\(many) ns, and \(few) ns for a sixteenth")
    }

    /// The taken choices are looked through once, not for each choice.
    @Test func manyTakenChoicesAreDrawnInLinearTime() throws {
        func time(_ count: Int) throws -> Int {
            let values = (0..<count).map { "some value \($0)" }
            let choices = values.map { #"{"title":"a","value":"\#($0)"}"# }.joined(separator: ",")
            let card = try card(
                #"{"type":"Input.ChoiceSet","id":"c","isMultiSelect":true,"value":"\#(values.joined(separator: ","))","choices":[\#(choices)]}"#
            )
            let inputs = CardInputs(card)
            var lines: [String] = []
            let time = processorTime { lines = CardPrinter().lines(of: card, inputs: inputs) }
            #expect(lines.count == count)
            return time
        }
        let (few, many) = (try time(60), try time(960))
        #expect(many < 16 * 3 * few, "\(many) ns, and \(few) ns for a sixteenth")
    }
}
