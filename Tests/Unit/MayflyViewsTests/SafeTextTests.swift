import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("plain, ünïcödé 日本 👩‍👩‍👧", "plain, ünïcödé 日本 👩‍👩‍👧"),
        ("a\nb\tc\r\nd", #"a\nb\tc\r\nd"#),
        ("\u{1B}[31m\u{7}\u{0}", #"\u{1B}[31m\u{7}\u{0}"#),
        ("\u{9B}31m\u{85}\u{7F}", #"\u{9B}31m\u{85}\u{7F}"#),
        ("\u{202E}\u{2066}\u{200F}\u{061C}\u{FEFF}\u{200B}", #"\u{202E}\u{2066}\u{200F}\u{61C}\u{FEFF}\u{200B}"#),
        ("a\u{E0001}\u{E0020}\u{E0041}\u{E007F}", #"a\u{E0001}\u{E0020}\u{E0041}\u{E007F}"#),
        ("a\u{AD}b\u{34F}c\u{115F}\u{1160}\u{3164}\u{FFA0}", #"a\u{AD}b\u{34F}c\u{115F}\u{1160}\u{3164}\u{FFA0}"#),
        ("d\u{180E}e\u{FE00}f\u{E0101}g\u{FE0F}", #"d\u{180E}e\u{FE00}f\u{E0101}g\u{FE0F}"#),
        (
            "❤\u{FE0F} 1\u{FE0F}\u{20E3} 👁\u{FE0F}\u{200D}🗨\u{FE0F}",
            "❤\u{FE0F} 1\u{FE0F}\u{20E3} 👁\u{FE0F}\u{200D}🗨\u{FE0F}"
        ),
        ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
    ])
    func escapesWhatActsOnATerminal(text: String, expected: String) {
        #expect(SafeText.line(text) == expected)
        #expect(SafeText.line(expected) == expected)
    }

    @Test(arguments: [
        "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2033}", "\u{2036}", "\u{275D}", "\u{275E}",
        "\u{301D}", "\u{301E}",
        "\u{301F}", "\u{FF02}", "\u{2BA}", "\u{2DD}", "\u{2EE}", "\u{5F4}", "\u{2034}", "\u{2037}", "\u{2057}",
        "\u{3003}",
        "\u{1F676}", "\u{1F677}", "\u{1F678}", "\u{2019}\u{2019}", "''", "\u{2BC}\u{2032}", "'\u{2019}'",
    ])
    func noMarkEndsAQuotation(mark: String) {
        for end in ["", "\u{200D}", "\u{200C}", "\u{301}", "\u{FE0F}", "\u{200D}\u{301}"] {
            let scalars = SafeText.quotation("a\(mark)\(end)b\(mark)\(end)").unicodeScalars.map { $0 }
            let shown = SafeText.line("a'\(end)b'\(end)").unicodeScalars.map { $0 }
            #expect(scalars == ["\u{201C}"] + shown + ["\u{201D}"])
        }
    }

    @Test func aQuotationIsSafeAndHasALimit() {
        #expect(SafeText.quotation("a\nb\u{202E}") == "\u{201C}" + #"a\nb\u{202E}"# + "\u{201D}")
        #expect(SafeText.quotation("abcdef", limit: 3) == "\u{201C}abc…\u{201D}")
        let long = String(repeating: "a\u{301}", count: 5_000)
        #expect(SafeText.quotation(long) == "\u{201C}\(long)\u{201D}")
    }

    @Test func cutsLongLines() {
        #expect(SafeText.line("abcdef", limit: 5) == "abcde…")
        #expect(SafeText.line("abcde", limit: 5) == "abcde")
        #expect(SafeText.line("日本語日本", limit: 5) == "日本語日本")
    }

    @Test func cutsPiledUpAccents() {
        let piled = "e" + String(repeating: "\u{301}", count: 10_000)
        let line = SafeText.line(piled)
        #expect(line.hasSuffix("…") && line.utf8.count < 4000)
        #expect(line.allSatisfy { $0.unicodeScalars.count <= 24 })
        #expect(SafeText.line(line, limit: .max) == line)
        let short = SafeText.line(piled, limit: 3)
        #expect(short.unicodeScalars.filter { $0 == "\u{301}" }.count == 23, "\(short)")
    }

    @Test(arguments: [-1, .min, 0]) func aLimitBelowOneShowsNothing(limit: Int) {
        #expect(SafeText.line("hello", limit: limit) == "…")
        #expect(SafeText.line("", limit: limit) == "")
        #expect(SafeText.beginning(of: "hello", bytes: limit) == "")
    }

    /// All of it is sent. Joiners, accents and letters of this kind make one character of any number of them.
    @Test(arguments: ["\u{200D}🖕", "\u{301}", "\u{1112}", "\u{1F3FB}", "\u{E0041}", "\u{200D}"], ["👍", "\u{1112}"])
    func aCharacterOfAnyLengthIsShownWhole(scalars: String, first: String) {
        let text = "great " + first + String(repeating: scalars, count: 1000) + " ok"
        for shown in [SafeText.line(text, limit: .max), SafeText.block(text)] {
            var plain = shown
            for scalar in scalars.unicodeScalars {
                let value = String(scalar.value, radix: 16, uppercase: true)
                plain = plain.replacingOccurrences(of: "\\u{\(value)}", with: String(scalar), options: .literal)
            }
            #expect(Array(plain.unicodeScalars) == Array(text.unicodeScalars))
            #expect(shown.allSatisfy { $0.unicodeScalars.count <= 24 })
            #expect(SafeText.line(shown, limit: .max) == shown)
        }
    }

    @Test func emojiBehindManyOthersAreShown() {
        let text = "👍" + String(repeating: "\u{200D}👍", count: 11) + String(repeating: "\u{200D}🖕", count: 40)
        let shown = SafeText.line(text)
        #expect(shown.unicodeScalars.count { $0 == "👍" } == 12 && shown.unicodeScalars.count { $0 == "🖕" } == 40)
    }

    private static let inkless = ["\u{2800}", "\u{1D159}", "\u{13441}\u{13442}", "\u{200D}\u{FE0F}"]

    @Test(arguments: inkless) func aTextWithoutInkIsNotVisible(text: String) {
        #expect(!SafeText.isVisible(text) && SafeText.isVisible(text + "a"))
    }

    /// The comparison of a character with another one puts its accents in order first.
    @Test func aLetterWithManyAccentsOutOfOrderTakesNoMuchLongerThanOtherLetters() {
        let accents = "a" + String(repeating: "\u{301}\u{323}", count: 32_768)
        let letters = "a" + String(repeating: "жж", count: 32_768)
        func time(_ text: String) -> Int { processorTime { #expect(!SafeText.block(text).isEmpty) } }
        let (ordinary, forged) = (time(letters), time(accents))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }

    @Test func aLineIsCutBeforeTheEndOfACharacterIsLookedFor() {
        func time(_ count: Int) -> Int {
            let text = "a" + String(repeating: "\u{301}", count: count)
            return processorTime { #expect(SafeText.line(text).hasSuffix("…")) }
        }
        let (short, long) = (time(4096), time(524_288))
        #expect(long < 20 * short, "\(long) ns, and \(short) ns for a shorter text")
    }

    @Test func aBlockKeepsLineBreaksAlone() {
        #expect(SafeText.block("a\r\nb\nc\rd\te\u{2028}\n\u{301}") == "a\nb\nc\\rd    e\\u{2028}\n\u{301}")
        #expect(SafeText.line("ж\r\n\n\r\t") == "ж\\r\\n\\n\\r\\t")
    }

    /// The end of a character is not looked for in a megabyte: what follows the character is cut.
    @Test(arguments: ["\u{301}", "\u{1F3FB}", "\u{200D}👩", "\u{E0041}"])
    func doesNotLookForTheEndOfACharacterWithoutEnd(scalar: String) {
        let piled = "e" + String(repeating: scalar, count: 100_000) + "z"
        for limit in [1, 5, 200, 4096] {
            let line = SafeText.line(piled, limit: limit)
            #expect(line.hasSuffix("…"))
            #expect(!line.contains("z"))
        }
    }

    @Test func keepsLongCharacters() {
        let families = String(repeating: "👩‍👩‍👧", count: 100)
        #expect(SafeText.line(families) == families)
    }

    @Test func makesRunsOfBlanksShort() {
        let spaced = "  a  b\u{3000}\u{2800} \u{200D} c "
        #expect(SafeText.collapsingBlanks(spaced) == "a b c")
        #expect(SafeText.countingBlanks("a  b\u{3000}\u{2800}\u{A0}c") == "a  b (3 spaces) c")
        #expect(SafeText.countingBlanks(String(repeating: " ", count: 5)) == " (5 spaces) ")
    }

    @Test func blockKeepsOnlyLineBreaks() {
        #expect(SafeText.block("a\nb\r\nc\rd\te\u{1B}") == "a\nb\nc\\rd    e\\u{1B}")
    }
}
