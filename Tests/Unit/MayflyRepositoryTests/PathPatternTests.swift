import Testing

@testable import MayflyRepository

@Suite struct PathPatternTests {
    /// A part without letters has its price, too: a pattern may have many.
    @Test func eachPartCounts() {
        let pattern = PathPattern(String(repeating: "*/", count: 127) + "bb")
        var steps = 0
        #expect(pattern.matches(SplitPath(String(repeating: "/", count: 127) + "bb"), steps: &steps))
        #expect(steps >= 127 * 16)
    }

    @Test(arguments: [
        ("org.mayfly.*/*/*", "org.mayfly.tally/1.0.0/bundle.tar", true),
        ("org.mayfly.*/*/*", "org.mayfly./1/x", true),
        ("org.mayfly.*/*/*", "org.mayfly.tally/bundle.tar", false),
        ("org.mayfly.*/*/*", "org.mayfly.tally/1.0.0/more/bundle.tar", false),
        ("org.mayfly.*/*/*", "org.mayflyx/1.0.0/bundle.tar", false),
        ("*", "a/b", false), ("*", "", true), ("a?c", "abc", true), ("a?c", "a/c", false), ("a?c", "ac", false),
        ("a*b", "ab", true), ("a*b", "axxb", true), ("ab*ba", "aba", false), ("a*", "ba", false), ("*?b", "b", false),
        ("a*?/*b", "axy/b", true), ("*b*", "abba", false),
        ("[ab]", "a", false), ("", "", true), ("", "a", false), ("é", "é", true), ("?", "é", false),
    ])
    func matchesPartByPart(pattern: String, path: String, isMatch: Bool) {
        #expect(PathPattern(pattern).matches(path) == isMatch, "\(pattern) and \(path)")
    }

    @Test(arguments: [("*b*", false), ("a**", false), ("*/*b*/*", false), ("*/*", true), ("a?*?/?*", true)])
    func aPartHasOneStarAtMost(pattern: String, isSimple: Bool) {
        #expect(PathPattern(pattern).isSimple == isSimple)
    }

    /// Whatever the path, a byte of a pattern is compared once.
    @Test func aComparisonTakesNoMoreThanThePatternIsLong() {
        let pattern = PathPattern("*b" + String(repeating: "a", count: 100) + "/*" + String(repeating: "a", count: 100))
        for path in ["b", "a"].map({
            $0 + String(repeating: "a", count: 4000) + "/" + String(repeating: "a", count: 99)
        }) {
            var steps = 0
            #expect(!pattern.matches(SplitPath(path), steps: &steps))
            #expect(steps <= 32 + pattern.text.utf8.count)
        }
    }

    /// Of thousands of patterns, a path is compared with those that begin as it does.
    @Test func anIndexComparesFewPatterns() {
        var index = PatternIndex()
        for number in 0..<4000 { index.add([PathPattern("org.p\(number).*/*/*")]) }
        index.add([PathPattern("*/former")])
        var steps = 0
        #expect(index.matches(SplitPath("org.p3999.poll/1.0.0/bundle.tar"), steps: &steps))
        #expect(!index.matches(SplitPath("org.p3999poll/1.0.0/bundle.tar"), steps: &steps))
        #expect(index.matches(SplitPath("org.p3999/former"), steps: &steps))
        #expect(steps < 400)
    }

    @Test(arguments: [
        ("org.mayfly.", true), ("org.mayfly.games.", true), ("org.", true), ("org.mayflies.", false), ("com.", false),
    ])
    func tellsWhichPrefixesShareIDs(prefix: String, isShared: Bool) {
        #expect(PathPattern("org.mayfly.*/*/*").overlaps(prefix) == isShared)
    }
}
