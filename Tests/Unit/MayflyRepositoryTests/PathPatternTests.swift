import Testing

@testable import MayflyRepository

@Suite struct PathPatternTests {
    @Test(arguments: [
        ("org.mayfly.*/*/*", "org.mayfly.tally/1.0.0/bundle.tar", true),
        ("org.mayfly.*/*/*", "org.mayfly./1/x", true),
        ("org.mayfly.*/*/*", "org.mayfly.tally/bundle.tar", false),
        ("org.mayfly.*/*/*", "org.mayfly.tally/1.0.0/more/bundle.tar", false),
        ("org.mayfly.*/*/*", "org.mayflyx/1.0.0/bundle.tar", false),
        ("*", "a/b", false), ("*", "", true), ("a?c", "abc", true), ("a?c", "a/c", false), ("a?c", "ac", false),
        ("*b*", "abba", true), ("*ab*ab", "abxab", true), ("*ab*ab", "ab", false), ("a*", "ba", false),
        ("[ab]", "a", false), ("", "", true), ("", "a", false), ("é", "é", true), ("?", "é", false),
    ])
    func matchesPartByPart(pattern: String, path: String, isMatch: Bool) {
        #expect(PathPattern(pattern).matches(path) == isMatch, "\(pattern) and \(path)")
    }

    /// A pattern of stars alone takes the product of both lengths, and not a power of them.
    @Test func takesItsTimeForManyStarsOnly() {
        let pattern = PathPattern(String(repeating: "*a", count: 200))
        #expect(!pattern.matches(String(repeating: "a", count: 4000) + "b"))
    }

    @Test(arguments: [
        ("org.mayfly.", true), ("org.mayfly.games.", true), ("org.", true), ("org.mayflies.", false), ("com.", false),
    ])
    func tellsWhichPrefixesShareIDs(prefix: String, isShared: Bool) {
        #expect(PathPattern("org.mayfly.*/*/*").overlaps(prefix) == isShared)
    }
}
