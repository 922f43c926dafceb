import Testing

@testable import MayflyViews

/// Rows of texts from elsewhere, which must not begin like rows of the host.
@Suite struct TerminalLinesTests {
    private static let blanks = String(repeating: "\u{2800}", count: 200)

    @Test func eachRowOfAnExtensionHasTheMargin() {
        #expect(TerminalLines.margined("one two three four", width: 12) == ["│ one two", "│ three four"])
        #expect(TerminalLines.margined("") == "│")
        #expect(TerminalLines.margined("12345678901234567890", width: 0) == ["│ 12345678", "│ 90123456", "│ 7890"])
    }

    @Test func blanksMakeNoRowsOfAnExtension() {
        #expect(TerminalLines.margined("one\(Self.blanks)two", width: 80) == ["│ one two"])
    }

    @Test func furtherRowsOfALineAreIndented() {
        let rows = TerminalLines.hanging("  1  ", "one two three four", indent: 7, width: 20)
        #expect(rows == ["  1  one two three", "       four"])
        #expect(
            TerminalLines.hanging("  1  ", "12345678901234567890", indent: 7, width: 20).dropFirst() == [
                "       4567890"
            ]
        )
        #expect(TerminalLines.hanging(["short", "  one two three"], to: 12) == ["short", "  one two", "      three"])
        #expect(TerminalLines.hanging(["one two three"], to: nil) == ["one two three"])
    }

    @Test(arguments: 0...7) func whatIsLeftOutIsCounted(limit: Int) {
        let lines = (1...6).map(String.init)
        let rows = TerminalLines.bounded(lines, to: limit) { "(\($0.joined()))" }
        let expected = [
            ["(123456)"], ["(123456)"], ["(12345)", "6"], ["1", "(2345)", "6"], ["1", "(234)", "5", "6"],
            ["1", "2", "(34)", "5", "6"], lines, lines,
        ]
        #expect(rows == expected[limit])
    }
}
