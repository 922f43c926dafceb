import MayflyModel
import Testing

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("plain, ünïcödé 日本 👩‍👩‍👧", "plain, ünïcödé 日本 👩‍👩‍👧"),
        ("a\nb\tc\r\nd", #"a\nb\tc\r\nd"#),
        ("\u{1B}[31m\u{7}\u{0}", #"\u{1B}[31m\u{7}\u{0}"#),
        ("\u{9B}31m\u{85}\u{7F}", #"\u{9B}31m\u{85}\u{7F}"#),
        ("\u{202E}\u{2066}\u{200F}\u{061C}\u{FEFF}\u{200B}", #"\u{202E}\u{2066}\u{200F}\u{61C}\u{FEFF}\u{200B}"#),
        ("a\u{E0001}\u{E0020}\u{E0041}\u{E007F}", #"a\u{E0001}\u{E0020}\u{E0041}\u{E007F}"#),
        ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
    ])
    func escapesWhatActsOnATerminal(text: String, expected: String) {
        #expect(SafeText.line(text) == expected)
        #expect(SafeText.line(expected) == expected)
    }

    @Test func cutsLongLines() {
        #expect(SafeText.line("abcdef", limit: 5) == "abcde…")
        #expect(SafeText.line("abcde", limit: 5) == "abcde")
        #expect(SafeText.line("日本語日本", limit: 5) == "日本語日本")
    }

    @Test func cutsPiledUpAccents() {
        let piled = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(SafeText.line(piled).unicodeScalars.count == 24)
    }

    @Test func blockKeepsOnlyLineBreaks() {
        #expect(SafeText.block("a\nb\r\nc\rd\te\u{1B}") == "a\nb\nc\\rd    e\\u{1B}")
    }
}
