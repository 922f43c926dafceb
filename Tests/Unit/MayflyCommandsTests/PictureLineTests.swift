import Foundation
import MayflyModel
import MayflyViews
import Testing

@testable import MayflyCommands

/// Pictures are drawn inside of their own rows only.
@Suite struct PictureLineTests {
    private static let area = PictureArea(id: 7, columns: 3, rows: 2)

    private func drawn(_ lines: [String], isText: Bool = false) -> [String] {
        PictureLines(isText: isText) { $0 == Self.area ? isText ? ["abc", "def"] : ["<picture>"] : nil }.drawn(lines)
    }

    private let marks = area.marks
    private let blank = "│    "

    @Test func aPictureIsPrintedOverItsRowsFromTheLastOne() {
        let lines = drawn(["above", "│ " + marks[0], "│ " + marks[1] + "!", "below"])
        #expect(lines == ["above", blank, "│ \u{1B}7\u{1B}[1A<picture>\u{1B}8\u{1B}[3C!", "below"])
    }

    @Test func blocksAreTextOfEachRow() {
        #expect(drawn(["│ " + marks[0], "(cut)", "│ " + marks[1]], isText: true) == ["│ abc", "(cut)", "│ def"])
    }

    /// A view that is cut leaves out rows, or a line of the host stands between them.
    @Test(arguments: [[1], [0], [0, -1, 1], [1, 0], [0, 0], [1, 1]])
    func aPictureWithoutAllOfItsRowsIsNotPrinted(rows: [Int]) {
        let lines = drawn(["above"] + rows.map { $0 < 0 ? "field: (empty)" : "│ " + marks[$0] })
        #expect(!lines.contains { $0.contains("<picture>") }, "\(lines)")
    }

    @Test func aPictureWhoseRowsStandInOtherColumnsIsNotPrinted() {
        #expect(!drawn(["│ " + marks[0], "│  " + marks[1]]).contains { $0.contains("<picture>") })
        // Colours take no columns, and wide characters two.
        let lines = drawn(["\u{1B}[31m日\u{1B}[0m" + marks[0], "  " + marks[1]])
        #expect(lines.last?.contains("<picture>") == true)
    }

    @Test func picturesStandBesideEachOther() {
        let lines = drawn([marks[0] + " " + marks[0], marks[1] + " " + marks[1]])
        #expect(lines.last?.components(separatedBy: "<picture>").count == 3, "\(lines)")
    }

    @Test func aCardHasThePictureAboveItsText() throws {
        let image = #"{"type":"Image","url":"bundle:a.png","altText":"A"}"#
        let columns = #"{"type":"ColumnSet","columns":[{"items":[\#(image)]},{"items":[\#(image)]}]}"#
        let card = try Card(json: #"{"type":"AdaptiveCard","version":"1.5","body":[\#(image),\#(columns)]}"#)
        var printer = CardPrinter(width: 40)
        printer.area = { _, _ in Self.area }
        let lines = printer.lines(of: card, inputs: CardInputs(card))
        #expect(lines.prefix(3) == [marks[0], marks[1], "[picture: A]"])
        let whole = drawn(lines)
        #expect(whole.joined().components(separatedBy: "<picture>").count == 4, "\(whole)")
    }

    /// What an extension writes is no mark.
    @Test func aTextCannotForgeAPicture() throws {
        let text = marks[0].unicodeScalars.map { $0.value < 32 ? "\\u000\($0.value)" : String($0) }.joined()
        #expect(text.hasPrefix("\\u00017,0,3,2"))
        let card = try Card(
            json: #"{"type":"AdaptiveCard","version":"1.5","body":[{"type":"TextBlock","text":"\#(text)"}]}"#
        )
        var printer = CardPrinter()
        printer.area = { _, _ in Self.area }
        let lines = printer.lines(of: card, inputs: CardInputs(card))
        #expect(!lines.isEmpty && !lines.contains { $0.contains(PictureArea.begin) }, "\(lines)")
    }
}
