import MayflyCommands
import MayflyModel
import MayflyStore
import Testing

/// Words that a person typed do not look like a message of an extension, whatever that cannot be seen stands before them.
@Suite struct ForgedLabelTests {
    private static let forged = "[Tally] Tally: 3"

    /// All scalars of which nothing may be seen at the beginning of a text, by their categories, not by what the host takes for unseen;
    /// of private ones and of those that Unicode has not assigned yet, some.
    private static let unseen: [Unicode.Scalar] =
        (0...0x10FFFF).compactMap(Unicode.Scalar.init(_:)).filter { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
            default: scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
            }
        }
        .filter { !(0xE0000...0xE0FFF ~= $0.value && $0.value % 64 != 0) } + [
            "\u{FFFC}", "\u{2800}", "\u{1D159}", "\u{13441}", "\u{E000}", "\u{10FFFD}", "\u{378}", "\u{1FFFE}",
        ]

    /// Each one alone, twice, and with another one in front of it or behind it.
    private static let beginnings = unseen.flatMap { scalar in
        ["\(scalar)", "\(scalar)\(scalar)", "\(scalar)\u{200D}", "\u{A0}\(scalar)", " \(scalar)"]
    }

    private let samples: Samples
    private let text: ConversationText

    init() throws {
        samples = try Samples()
        text = ConversationText(samples.names)
    }

    private func entry(_ words: String) -> TranscriptEntry {
        .bubble(Bubble(samples.text(words, by: samples.bob), .received))
    }

    /// Expects a quotation mark or an escape there. It is looked for by its byte: a joiner makes one character of it and itself.
    private func expectMark(behind head: String, in line: String, _ beginning: String) {
        let isMarked = ["\"", "\\"].contains { line.utf8.starts(with: (head + $0).utf8) }
        #expect(isMarked, "\(beginning.unicodeScalars.map(\.value)): \(line)")
    }

    @Test func knowsWhatIsNotSeen() {
        #expect(Self.unseen.contains { $0 == "\u{A0}" } && Self.unseen.contains { $0 == "\u{200D}" })
        #expect(Self.unseen.count > 2000)
    }

    @Test func inATranscript() {
        for beginning in Self.beginnings {
            let page = TranscriptPage([entry(beginning + Self.forged)], firstNumber: 1, count: 1, firstPosition: 0)
            let lines = text.lines(of: page)
            expectMark(behind: "  1  bob: ", in: lines[0], beginning)
        }
    }

    @Test func inTheListOfConversations() {
        for beginning in Self.beginnings {
            let overview = ConversationOverview(
                conversation: ConversationRecord(id: ConversationID(), name: "chat"),
                members: [],
                newest: entry(beginning + Self.forged),
                hasDraft: false
            )
            expectMark(behind: "chat: ; bob: ", in: text.line(of: overview), beginning)
        }
    }
}
