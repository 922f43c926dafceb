import Testing

@testable import MayflyTracing

/// Which texts are words of an extension, and what a search for them costs, whatever the files of the extension hold.
@Suite struct VocabularyTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func aTextIsAWordWhereItStandsAsAWhole() {
        let library = "\u{0}\u{1}Tap here, please\u{0}(none)\u{0}f(x) größer\u{0}-5 +7\u{0}ok"
        var words = Vocabulary(files: [Self.bytes(library), Self.bytes("lib/plugin.so\nicon.png")])
        for word in [
            "Tap here, please", "Tap", "here", "here, please", "(none)", "none", "größer", "-5", " größer", "ok",
            "plugin.so", "lib/plugin", "icon.png",
        ] {
            let isFound = words.contains(word)
            #expect(isFound, "\(word)")
        }
        for text in ["Ta", "ap here", "Tap her", "please (none)", "(x)", "ößer", "größ", "x", "5 +", "o", "son", "pl"] {
            let isFound = words.contains(text)
            #expect(!isFound, "\(text)")
        }
    }

    /// Only the places where its first word stands are looked at for a text.
    @Test func aSearchLooksAtThePlacesOfTheFirstWordOnly() {
        let library = (0..<20_000).map { "word\($0) and" }.joined(separator: " ")
        var words = Vocabulary(files: [Self.bytes(library)])
        let found = ["word777 and word778", "word777 or"].map { words.contains($0) }
        #expect(found == [true, false])
        // Words of another first one may share a key; they are few.
        #expect(Vocabulary.mostSteps - words.steps < 100)
    }

    /// Each byte of one long word would be a place where a text of the same letters could begin.
    @Test func aLibraryOfOneLetterTakesNoSteps() {
        var words = Vocabulary(files: [[UInt8](repeating: UInt8(ascii: "e"), count: 1 << 20)])
        for length in 2...WordIndex.longest {
            let isFound = words.contains(String(repeating: "e", count: length - 1) + "x")
            #expect(!isFound)
        }
        #expect(words.steps == Vocabulary.mostSteps)
    }

    @Test func allSearchesTogetherHaveABound() {
        let library = String(repeating: "ee ", count: 1 << 12) + "the last"
        var words = Vocabulary(files: [Self.bytes(library)], steps: 10_000)
        let before = (["the last"] + (0..<10).map { "ee \($0)" }).map { words.contains($0) }
        #expect(before == [true] + Array(repeating: false, count: 10))
        #expect(words.steps == 0)
        // What was found stays a word; nothing else is one any more.
        let after = ["the last", "last"].map { words.contains($0) }
        #expect(after == [true, false])
    }

    @Test func whatBeginsBehindTheMostPlacesIsNotFound() {
        let index = WordIndex(Self.bytes("one two three"), mostPlaces: 2)
        var steps = 100
        let found = ["one two", "two three", "three"].map { index.contains(Self.bytes($0), &steps) }
        #expect(found == [true, true, false])
    }
}
