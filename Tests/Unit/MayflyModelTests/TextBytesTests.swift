import MayflyModel
import MayflyTestSupport
import Testing

/// Texts of strangers with very many accents take no more time than others.
@Suite struct TextBytesTests {
    /// Two accents in turn are out of order, and out of order they are compared slowly.
    private static let accents = String(repeating: "\u{301}\u{323}", count: 16_384)
    private static let letters = String(repeating: "жж", count: 16_384)

    @Test(
        arguments: [
            { text in _ = FileName.component(of: "/" + text + "/" + text) },
            { text in _ = ("." + text + "a").hasSameBytes(as: "." + text + "b") },
            { text in
                _ = MentionText(literal: "x" + text + "\u{300}") == MentionText(literal: "x" + text + "\u{302}")
            },
            { text in _ = MentionText(literal: "x" + text).hashValue },
            { text in _ = ("/" + text + "/" + text).lastPathPart },
            { text in _ = JSONValue.object([JSONValue.Member("t" + text, .null)])["type"] },
            { text in _ = InteractiveMessage(url: "h" + text + ":").webURL },
        ] as [@Sendable (String) -> Void]
    )
    func accentsTakeNoMoreTimeThanLetters(_ body: @Sendable (String) -> Void) {
        let (ordinary, forged) = (processorTime { body(Self.letters) }, processorTime { body(Self.accents) })
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }

    @Test func aSlashWithAnAccentIsASlash() {
        #expect("a/\u{301}b".lastPathPart == "\u{301}b")
        #expect(FileName.component(of: "../\u{301}b") == "\u{301}b")
        #expect("a//b/".parts(at: "/") == ["a", "b"])
        #expect("".lastPathPart == "" && "/".lastPathPart == "")
    }

    @Test func manySignsOfMentionsTakeNoMoreTimeThanLetters() {
        func time(_ text: String) -> Int {
            let mention = MentionText(literal: text)
            return processorTime { #expect(mention.unknownMentions.isEmpty) }
        }
        let ordinary = time(String(repeating: "a", count: 250_000))
        let forged = time(String(repeating: "$", count: 250_000))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }
}
