import MayflyCommands
import MayflyModel
import MayflyProtocol
import MayflyStore

/// A conversation of two, with one extension.
struct Samples {
    let alice = ParticipantID()
    let bob = ParticipantID()
    let tally: ExtensionID

    init() throws {
        tally = try Self.required(ExtensionID(rawValue: "org.mayfly.tally"))
    }

    var names: Names { Names(people: People([alice: "alice", bob: "bob"]), extensions: [tally: "Tally"]) }

    func count(_ count: Int, by sender: ParticipantID, in session: SessionID, name: String = "Tally") -> Item {
        var message = InteractiveMessage(session: session, url: "?count=\(count)")
        var layout = TemplateLayout()
        layout.caption = MentionText(literal: "Laps: \(count)")
        message.layout = layout
        message.summaryText = MentionText(segments: [.participant(sender), .literal(" counted \(count)")])
        return Item(
            sender: sender,
            content: .interactive(message),
            origin: Origin(extensionID: tally, name: name)
        )
    }

    func text(_ text: String, by sender: ParticipantID) -> Item { Item(sender: sender, content: .text(text)) }

    func sticker(_ description: String) throws -> Sticker {
        let digest = try Self.required(ContentDigest(rawValue: String(repeating: "a", count: 64)))
        let size = MediaFile.PixelSize(width: 300, height: 300)
        return Sticker(
            file: MediaFile(digest: digest, name: "a.png", type: .png, byteCount: 2048, pixelSize: size),
            description: description
        )
    }

    private struct Missing: Error {}

    private static func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Missing() }
        return value
    }
}
