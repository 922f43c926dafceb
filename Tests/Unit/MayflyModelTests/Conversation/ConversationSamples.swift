import MayflyModel
import Testing

/// Fixed people, extensions and messages for the tests of conversations.
enum ConversationSamples {
    static let alice = ParticipantID()
    static let bob = ParticipantID()
    static let carol = ParticipantID()

    static func origin(_ id: String) throws -> Origin {
        let extensionID = try #require(ExtensionID(rawValue: id))
        return Origin(extensionID: extensionID, name: "Tally")
    }

    /// An interactive message with this summary.
    static func message(
        _ summary: String? = nil,
        in session: SessionID? = nil,
        from sender: ParticipantID = alice,
        of extensionID: String = "org.example.tally"
    ) throws -> Item {
        var message = InteractiveMessage(session: session, url: "?n=1")
        message.summaryText = summary.map(MentionText.init(literal:))
        return Item(sender: sender, content: .interactive(message), origin: try origin(extensionID))
    }

    static func file(_ name: String = "a.png", type: MediaType = .png) throws -> MediaFile {
        let digest = try #require(ContentDigest(bytes: Array(repeating: 7, count: 32)))
        return MediaFile(
            digest: digest,
            name: name,
            type: type,
            byteCount: 2048,
            pixelSize: .init(width: 300, height: 200)
        )
    }

    static func sticker(_ description: String = "a cat") throws -> Item {
        Item(sender: alice, content: .sticker(Sticker(file: try file(), description: description)))
    }

    static func text(_ text: String, origin: Origin? = nil) -> Item {
        Item(sender: alice, content: .text(text), origin: origin)
    }
}

/// The state after these events.
func folded(_ events: [ConversationEvent], fallback: SummaryFallback = .remove) -> ConversationState {
    var state = ConversationState(summaryFallback: fallback)
    for event in events { state.apply(event) }
    return state
}

extension Transcript {
    /// The rows as short text: `* id` for a bubble, `- text` for a summary line.
    func rows(names: [ItemID: String]) -> [String] {
        entries.map { entry in
            switch entry {
            case .bubble(let bubble): "* " + (names[bubble.item.id] ?? "?")
            case .summary(let line): "- " + line.text.display { _ in "?" }
            }
        }
    }
}
