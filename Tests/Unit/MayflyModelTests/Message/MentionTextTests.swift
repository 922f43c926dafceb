import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@Suite struct MentionTextTests {
    private let bob = ParticipantID()
    private let token = UUID128()

    private func read(_ text: String) -> MentionText {
        MentionText(text) { $0 == token ? bob : nil }
    }

    @Test(.proves("C-196")) func findsMentionsInEitherCase() {
        for form in [token.description, token.description.lowercased()] {
            let text = read("Ask $\(form), not $\(form)!")
            #expect(text.display { $0 == bob ? "Bob" : "?" } == "Ask Bob, not Bob!")
        }
    }

    @Test(.proves("C-196")) func leavesUnknownUUIDsAsTheyAre() {
        let text = "$\(UUID128()) and \(token) and $\(token.description.dropLast())"
        #expect(read(text).segments == [.literal(text)])
    }

    @Test func takesExactly36CharactersAfterTheSign() {
        let text = read("$$\(token)0é")
        #expect(text.segments == [.literal("$"), .participant(bob), .literal("0é")])
    }

    @Test func findsNothingInCutOrBrokenTokens() {
        let cut = token.description.dropLast(1) + "ü"
        for text in ["", "$", "$$", "$\(cut)", "$\(token.description.replacing("-", with: "_"))"] {
            #expect(!read(text).segments.contains(.participant(bob)))
            #expect(read(text).display { _ in "?" } == text)
        }
    }

    @Test func speaksToEachInstallInItsOwnTerms() {
        let elsewhere = UUID128()
        #expect(read("hi $\(token)").text { $0 == bob ? elsewhere : nil } == "hi $\(elsewhere)")
    }

    @Test func neverShowsAnExtensionTheHostsOwnIdentifier() {
        let text = read("hi $\(token)").text { _ in nil }
        #expect(text == "hi $00000000-0000-0000-0000-000000000000")
        #expect(!text.contains(bob.description))
    }

    @Test func joinsAdjacentLiteralsAndLeavesOutEmptyOnes() {
        let parts: [MentionText.Segment] = [
            .literal(""), .literal("a"), .literal("b"), .participant(bob), .literal(""), .participant(bob),
            .literal("c"), .literal(""), .literal("d"),
        ]
        let joined: [MentionText.Segment] = [.literal("ab"), .participant(bob), .participant(bob), .literal("cd")]
        #expect(MentionText(segments: parts).segments == joined)
    }

    /// A peer may have cut a text into many parts.
    @Test func manyLiteralsAreJoinedInLinearTime() {
        func parts(_ count: Int) -> [MentionText.Segment] {
            Array(repeating: .literal(String(repeating: "x", count: 32)), count: count)
        }
        let (few, many) = (parts(4_000), parts(64_000))
        let short = processorTime { _ = MentionText(segments: few) }
        let long = processorTime { _ = MentionText(segments: many) }
        #expect(long < 64 * short, "\(long) ns for sixteen times as many as in \(short) ns")
    }

    @Test func countsBytesAsAnExtensionReadsThem() {
        let text = read("é $\(token) $\(token)")
        #expect(text.byteCount == text.text { _ in token }.utf8.count)
    }

    @Test func countsOnlyEmptyTextAsEmpty() {
        #expect(read("").isEmpty)
        #expect(!read(" ").isEmpty)
        #expect(!MentionText(segments: [.participant(bob)]).isEmpty)
    }
}
