import MayflyModel
import Testing

/// People, files and messages for the tests of drawn bubbles.
enum BubbleSamples {
    static let alice = ParticipantID()
    static let bob = ParticipantID()

    static func name(_ person: ParticipantID) -> String { person == alice ? "Alice" : person == bob ? "Bob" : "?" }

    static func file(
        _ name: String = "a.png",
        type: MediaType = .png,
        width: Int = 300,
        height: Int = 200,
        digest: UInt8 = 7
    ) throws -> MediaFile {
        MediaFile(
            digest: try #require(ContentDigest(bytes: Array(repeating: digest, count: 32))),
            name: name,
            type: type,
            byteCount: 2048,
            pixelSize: MediaFile.PixelSize(width: width, height: height)
        )
    }

    static func layout(_ set: (inout TemplateLayout) throws -> Void) rethrows -> TemplateLayout {
        var layout = TemplateLayout()
        try set(&layout)
        return layout
    }

    static func item(
        _ layout: TemplateLayout?,
        from sender: ParticipantID = alice,
        app: String = "Tally",
        _ set: (inout InteractiveMessage) -> Void = { _ in }
    ) throws -> Item {
        var message = InteractiveMessage(url: "?a", layout: layout)
        set(&message)
        return Item(sender: sender, content: .interactive(message), origin: try origin(app))
    }

    static func origin(_ app: String = "Tally") throws -> Origin {
        Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.tally")), name: app)
    }
}
