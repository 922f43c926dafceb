import MayflyCommands
import MayflyModel
import MayflyProtocol
import MayflyTestSupport
import Testing

@Suite struct TextExcerptTests {
    @Test(arguments: ["b", "ж", "日", "👩", "e\u{301}", "\r\n"]) func isCutBetweenCharacters(character: String) {
        let text = String(repeating: character, count: 1000)
        let excerpt = TextExcerpt(text, bytes: 103)
        #expect(excerpt.end != nil)
        let shown = [excerpt.beginning, excerpt.end ?? ""]
        #expect(shown.allSatisfy { part in part.allSatisfy { String($0) == character } })
        #expect(shown.allSatisfy { 1...52 ~= $0.utf8.count || $0.utf8.count < 52 + character.utf8.count })
        #expect(shown.map(\.unicodeScalars.count).reduce(excerpt.hidden, +) == text.unicodeScalars.count)
    }

    /// Also where a place lies in the middle of a flag or of a character without end, nothing is lost or shown twice.
    @Test(arguments: ["\u{1F1E6}", "\u{301}", "\u{1F468}\u{200D}", "\u{1100}", "\u{308}\u{327}"])
    func hasTheBeginningAndTheEndOfTheText(scalars: String) {
        let text = "a" + String(repeating: scalars, count: 1000)
        for bytes in 100..<120 {
            let excerpt = TextExcerpt(text, bytes: bytes)
            let (beginning, end) = (excerpt.beginning.utf8, (excerpt.end ?? "").utf8)
            #expect(text.utf8.starts(with: beginning) && text.utf8.reversed().starts(with: end.reversed()))
            #expect(beginning.count <= bytes / 2 && end.count <= bytes / 2 + 24 * 4)
            #expect(!beginning.isEmpty && !end.isEmpty)
            let shown = (excerpt.beginning + (excerpt.end ?? "")).unicodeScalars.count
            #expect(excerpt.hidden == text.unicodeScalars.count - shown)
            #expect(!(excerpt.beginning + (excerpt.end ?? "")).unicodeScalars.contains("\u{FFFD}"))
        }
    }

    @Test func aShortTextIsWhole() {
        let excerpt = TextExcerpt("hello", bytes: 5)
        #expect(excerpt.beginning == "hello" && excerpt.end == nil && excerpt.hidden == 0)
    }

    /// The end of a letter with so many accents is far away.
    @Test func aLetterWithManyAccentsTakesNoMuchLongerThanOtherLetters() {
        let accents = "a" + String(repeating: "\u{301}", count: 131_072)
        let letters = "a" + String(repeating: "ж", count: 131_072)
        func time(_ text: String) -> Int { processorTime { #expect(TextExcerpt(text, bytes: 25_600).end != nil) } }
        let (ordinary, forged) = (time(letters), time(accents))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }
}
