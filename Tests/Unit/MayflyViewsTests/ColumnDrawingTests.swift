import Testing

@testable import MayflyViews

@Suite struct ColumnDrawingTests {
    private func column(_ items: String, _ more: String = "") -> String {
        #"{"type":"Column"\#(more),"items":[\#(items)]}"#
    }

    private func set(_ columns: String...) -> String {
        #"{"type":"ColumnSet","columns":[\#(columns.joined(separator: ","))]}"#
    }

    @Test func drawsColumnsSideBySide() throws {
        let lines = try drawn(
            set(
                column(text("Mint") + "," + text("2"), #","width":"auto""#),
                column(#"{"type":"TextBlock","text":"cool and green, like the sea in May","wrap":true}"#)
            ),
            width: 30
        )
        #expect(lines == ["Mint  cool and green, like the", "2     sea in May"])
    }

    @Test func drawsRuleBetweenSeparatedColumns() throws {
        let lines = try drawn(
            set(column(text("a") + "," + text("b")), column(text("c"), #","separator":true"#)),
            width: 23
        )
        #expect(lines == ["a          │ c", "b          │"])
    }

    @Test func keepsColumnsStraightBesideWideCharacters() throws {
        let lines = try drawn(set(column(text("冷") + "," + text("x")), column(text("a") + "," + text("b"))), width: 22)
        #expect(lines == ["冷          a", "x           b"])
    }

    @Test func stacksColumnsThatHaveNoRoom() throws {
        let lines = try drawn(
            set(column(text("apple pies")), column(text("blackberries")), column(text("c"))),
            width: 24
        )
        #expect(lines == ["apple pies", "blackberries", "c"])
    }

    @Test func drawsColumnsInsideColumns() throws {
        let inner = set(column(text("x"), #","width":"auto""#), column(text("y"), #","width":"auto""#))
        let lines = try drawn(set(column(inner, #","width":"auto""#), column(text("z"))), width: 40)
        #expect(lines == ["x  y  z"])
    }

    @Test func givesFlexibleColumnsInsideAnAutoColumnTheirRoom() throws {
        let inner = set(column(text("a long one")), column(text("b")))
        let lines = try drawn(set(column(inner, #","width":"auto""#), column(text("z"))), width: 60)
        #expect(lines == ["a long one  b           z"])
    }

    @Test func numbersControlsColumnByColumn() throws {
        let toggle = { (id: String) in #"{"type":"Input.Toggle","id":"\#(id)","title":"\#(id)"}"# }
        let lines = try drawn(set(column(toggle("a") + "," + toggle("b")), column(toggle("c"))), width: 40)
        #expect(lines == ["(1) [ ] a            (3) [ ] c", "(2) [ ] b"])
    }

    @Test func nestedColumnsAreDrawnInTime() throws {
        // Seven nested column sets are all measured: work that doubles at each level would be visible here.
        var body = text(String(repeating: "word ", count: 2_000))
        for _ in 0..<7 { body = set(column(body, #","width":"auto""#), column(text("side"), #","width":"auto""#)) }
        let lines = try drawn(body, width: 400)
        #expect(lines.first?.hasSuffix("side") == true)
    }

    /// The widths of columns for a given room, with the expected result.
    struct Sharing: Sendable {
        let columns: [CardColumn.Width]
        let natural: [Int]
        let room: Int
        let expected: [Int]?

        init(_ columns: [CardColumn.Width], _ natural: [Int], _ room: Int, _ expected: [Int]?) {
            self.columns = columns
            self.natural = natural
            self.room = room
            self.expected = expected
        }
    }

    @Test(arguments: [
        Sharing([.stretch, .stretch], [20, 20], 41, [21, 20]),
        Sharing([.stretch, .stretch], [20, 20], 19, nil),
        Sharing([.weight(1), .weight(3)], [20, 20], 80, [20, 60]),
        Sharing([.weight(1), .weight(99)], [20, 20], 80, [11, 69]),
        Sharing([.weight(1), .weight(9)], [1, 5], 10, [1, 9]),
        Sharing([.auto, .stretch], [7, 20], 50, [7, 43]),
        Sharing([.auto, .auto], [90, 8], 50, [42, 8]),
        Sharing([.auto, .auto, .stretch], [90, 90, 20], 50, [20, 20, 10]),
        Sharing([.pixels(80), .stretch], [90, 20], 30, [10, 20]),
        Sharing([.weight(1e308), .weight(1e308), .weight(1e-308)], [20, 20, 20], 50, [20, 20, 10]),
        Sharing([], [], 50, []),
    ])
    func sharesTheWidth(_ sharing: Sharing) {
        let widths = ColumnLayout.widths(sharing.columns, natural: sharing.natural, room: sharing.room)
        #expect(widths == sharing.expected)
    }

    @Test(arguments: [
        (#""auto""#, CardColumn.Width.auto), (#""Stretch""#, .stretch), ("2", .weight(2)), ("0.5", .weight(0.5)),
        (#""30""#, .weight(30)), (#""64px""#, .pixels(64)), ("2.5000000000000000000001", .weight(2.5)),
    ])
    func readsWidths(json: String, expected: CardColumn.Width) throws {
        guard case .columns(let set)? = try card(set(column("", #","width":\#(json)"#))).body.first?.content else {
            Issue.record("the element is not a column set")
            return
        }
        #expect(set.columns.map(\.width) == [expected])
    }

    @Test(arguments: [#""wide""#, "0", "-1", "[]", #""-5px""#, #""nan""#, #""inf""#])
    func stretchesColumnOfUnreadableWidth(json: String) throws {
        let card = try card(set(column(text("a"), #","width":\#(json)"#), column(text("b"))))
        #expect(
            card.notes == ["a column has a 'width' that is not auto, stretch, a weight or pixels; it is stretched"]
        )
        guard case .columns(let set)? = card.body.first?.content else {
            Issue.record("the element is not a column set")
            return
        }
        #expect(set.columns.first?.width == .stretch)
    }
}
