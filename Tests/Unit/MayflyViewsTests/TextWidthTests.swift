import Glibc
import Testing

@testable import MayflyViews

/// A row that is wider than it was counted leaves the screen, or is broken by the terminal.
@Suite struct TextWidthTests {
    /// The cells that the C library counts for each character in UTF-8; nil for those that it does not know.
    private static func cellsOfTheLibrary() throws -> [(scalar: Unicode.Scalar, cells: Int)] {
        // Its declaration needs _XOPEN_SOURCE, which the module Glibc does not define.
        let symbol = try #require(dlsym(nil, "wcwidth"))
        let cellCount = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> CInt).self)
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let former = uselocale(locale)
        defer {
            uselocale(former)
            freelocale(locale)
        }
        return (0x20...UInt32(0x10FFFF)).compactMap { value in
            let cells = Int(cellCount(wchar_t(value)))
            guard cells >= 0, let scalar = Unicode.Scalar(value) else { return nil }
            return (scalar, cells)
        }
    }

    @Test func noCharacterIsCountedWithFewerCellsThanTheLibraryCounts() throws {
        let known = try Self.cellsOfTheLibrary()
        #expect(known.count > 200_000)
        #expect(known.contains { $0.cells == 0 } && known.contains { $0.cells == 2 })
        let short = known.filter { TextWidth.of(Character($0.scalar)) < $0.cells }
        #expect(short.isEmpty, "\(short.count): \(short.prefix(40).map { String($0.scalar.value, radix: 16) })")
    }

    /// Unicode 16: characters that are wide in it, and that an older library does not know or counts as narrow.
    @Test(arguments: [
        0x2329, 0x2630, 0x268F, 0x31E5, 0x4DC0, 0xFE19, 0x16FF0, 0x18CFF, 0x1AFF0, 0x1B155, 0x1D300, 0x1D376,
    ])
    func aWideCharacterOfANewerUnicodeHasTwoCells(value: UInt32) throws {
        #expect(TextWidth.of(Character(try #require(Unicode.Scalar(value)))) == 2)
    }

    /// Signs of numbers and the like are drawn, although Unicode counts them as format characters.
    @Test(arguments: [0x0600, 0x0605, 0x06DD, 0x070F, 0x0890, 0x08E2, 0x110BD, 0x110CD, 0x13430])
    func aVisibleFormatCharacterHasACell(value: UInt32) throws {
        #expect(TextWidth.of(Character(try #require(Unicode.Scalar(value)))) == 1)
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "\u{20DD}"]) func aMarkHasNoCell(mark: Character) {
        #expect(TextWidth.of(mark) == 0)
    }

    /// A text of ASCII is measured and cut by a shorter way than one that has another character, here one without a width.
    @Test(arguments: [TextMeasure.cells, .font], [1, 2, 7])
    func aWordOfASCIIIsCutAsOthersAre(measure: TextMeasure, characters: Int) {
        let mark = "\u{200D}"
        let word = String(String.UnicodeScalarView((0x21...0x7E).map { Unicode.Scalar(UInt8($0)) }))
        let width = characters * measure.of("M")
        let lines = TextWrap.lines(word, width: width, measure: measure)
        #expect(measure.of(word) == word.reduce(0) { $0 + measure.of($1) })
        #expect(lines.allSatisfy { measure.of($0) <= width })
        #expect(TextWrap.lines(mark + word, width: width, measure: measure) == [mark + lines[0]] + lines.dropFirst())
    }
}
