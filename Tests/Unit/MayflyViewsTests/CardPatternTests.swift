import Testing

@testable import MayflyViews

/// Regular expressions of inputs: the syntax of ECMAScript that can be matched in linear time.
@Suite struct CardPatternTests {
    @Test(arguments: [
        ("abc", ["abc", "xabcx"], ["ab", ""]), ("^abc$", ["abc"], ["xabc", "abcx"]), ("a|b", ["a", "b"], ["c"]),
        ("^(ab)+$", ["ab", "abab"], ["", "aba"]), ("^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]),
        ("^a{2}$", ["aa"], ["aaa"]),
        ("^a{2,}$", ["aa", "aaaaa"], ["a"]), ("^a*?b$", ["b", "aab"], ["a"]),
        ("^[A-Z][a-z]+, [A-Z][a-z]+$", ["Doe, Ann"], ["Ann"]),
        ("^[^0-9]$", ["a", "é"], ["5", ""]), (#"^\w{5,50}$"#, ["hello"], ["hell", "h llo"]),
        (#"^\d+\.\d$"#, ["12.5"], ["125", "1x5"]),
        (#"^\(?([0-9]{3})\)?[-.\s]?([0-9]{3})[-.\s]?([0-9]{4})$"#, ["(425) 555-0100", "4255550100"], ["425"]),
        ("^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+[.][A-Za-z0-9-]{2,4}$", ["a.b@example.org"], ["a@b", "@b.org"]),
        (#"\bcat\b"#, ["a cat!"], ["cats"]), (#"^\u0041\x42$"#, ["AB"], ["ab"]),
        ("^.{2}$", ["日本", "🍦🍨"], ["日", "a\n"]),
        ("^(?:a|b)(?<name>c)$", ["ac", "bc"], ["c"]), ("", ["", "x"], []), ("^$", [""], ["x"]), ("a{x", ["a{x"], ["a"]),
        (#"^[\]\-\\]$"#, ["]", "-", "\\"], ["a"]), (#"^\S+$"#, ["ab"], ["a b"]), ("^[a-]$", ["a", "-"], ["b"]),
    ])
    func matchesWhatItsSyntaxSays(source: String, matches: [String], others: [String]) throws {
        let pattern = try #require(CardPattern(source))
        var budget = PatternBudget()
        for text in matches { #expect(pattern.matches(text, &budget) == true, "\(source) does not match '\(text)'") }
        for text in others { #expect(pattern.matches(text, &budget) == false, "\(source) matches '\(text)'") }
    }

    @Test(arguments: [
        "(", ")", "a)", "[", "[b-a]", "*", "a**", "(?=a)", "(?!a)", "(?<=a)", #"(a)\1"#, #"\k<a>"#, #"\p{L}"#, "(?i)a",
        "a{3,2}", "\\",
        #"\u12"#, "a{1001}", String(repeating: "(", count: 40) + String(repeating: ")", count: 40),
        String(repeating: "a", count: 1_001),
        "(a{100}){100}",
    ])
    func refusesWhatItCannotMatch(source: String) {
        #expect(CardPattern(source) == nil)
    }

    /// Expressions that take other matchers for ever.
    private static let endless = ["^(a+)+$", "^(a|aa)+$", "^(a*)*$", "(.*){1,9}x", "^(((a*)*)*)*b$", "((){999}){999}"]

    @Test(arguments: endless) func matchesAnythingInLinearTime(source: String) {
        guard let pattern = CardPattern(source) else { return }
        func steps(_ count: Int) -> Int {
            var budget = PatternBudget(limit: .max)
            _ = pattern.matches(String(repeating: "a", count: count) + "!", &budget)
            return budget.used
        }
        let (few, many) = (steps(500), steps(8_000))
        #expect(many <= 17 * few, "\(many) steps, and \(few) for a sixteenth")
        #expect(many <= 8_002 * (CardLimits.patternSteps + 2))
    }
}
