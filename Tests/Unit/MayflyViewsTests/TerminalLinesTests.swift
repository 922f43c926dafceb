import Testing

@testable import MayflyViews

/// Rows of texts from elsewhere, which must not begin like rows of the host.
@Suite struct TerminalLinesTests {
    private static let blanks = String(repeating: "\u{2800}", count: 200)

    @Test func eachRowOfAnExtensionHasTheMargin() {
        #expect(TerminalLines.margined("one two three four", width: 12) == ["│ one two", "│ three four"])
        #expect(TerminalLines.margined("") == "│")
        #expect(TerminalLines.margined("12345678", width: 0) == ["│ 123", "│ 456", "│ 78"])
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
        #expect(
            TerminalLines.hanging(["short", "  one two three"], to: 12) == [
                "short", "  one", "      two", "      three",
            ]
        )
        #expect(TerminalLines.hanging(["one two three"], to: nil) == ["one two three"])
    }

    /// A cluster that is wider than a line would be broken by the terminal.
    @Test(arguments: [20, 40]) func aWideCharacterIsBroken(width: Int) {
        let text = "a " + String(repeating: "\u{1112}", count: 24) + " 👩\u{200D}👩\u{200D}👧"
        let rows = TerminalLines.hanging("  1  ", text, indent: 7, width: width)
        #expect(rows.count > 1 && rows.allSatisfy { TextWidth.of($0) <= width }, "\(rows)")
        #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("       ") }, "\(rows)")
        #expect(rows.joined().unicodeScalars.count { $0 == "\u{1112}" } == 24, "\(rows)")
        #expect(rows.contains { $0.hasSuffix("👩\u{200D}👩\u{200D}👧") }, "\(rows)")
    }

    @Test func aMarkedLineIsIndentedMore() {
        #expect(TerminalLines.marked("  1  bob: hi", by: "(covered) ", width: 22) == ["(covered)   1  bob: hi"])
        #expect(
            TerminalLines.marked("  1  bob: hi", by: "(covered) ", width: 21) == [
                "(covered)   1", "                 bob:", "                 hi",
            ]
        )
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
