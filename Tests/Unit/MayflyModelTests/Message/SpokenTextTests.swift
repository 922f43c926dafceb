import MayflyConformance
import MayflyModel
import Testing

@Suite struct SpokenTextTests {
    private func spoken(_ message: InteractiveMessage, app: String? = "Tally") throws -> String {
        let origin = try app.map { name in
            Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.tally")), name: name)
        }
        return Item(sender: ConversationSamples.alice, content: .interactive(message), origin: origin)
            .spokenText { $0 == ConversationSamples.bob ? "Bob" : "?" }
    }

    @Test(.proves("C-215"))
    func speaksTheLabelElseTheSummaryElseTheCaption() throws {
        var message = InteractiveMessage(url: "?a", layout: TemplateLayout())
        #expect(try spoken(message) == "Tally message")
        #expect(try spoken(message, app: nil) == "unknown app message")
        message.layout?.caption = MentionText(literal: "caption")
        #expect(try spoken(message) == "caption")
        message.summaryText = MentionText(segments: [.literal("to "), .participant(ConversationSamples.bob)])
        #expect(try spoken(message) == "to Bob")
        message.accessibilityLabel = MentionText(literal: "label")
        #expect(try spoken(message) == "label")
        message.accessibilityLabel = MentionText(literal: "")
        #expect(try spoken(message) == "to Bob")
    }

    @Test(.proves("C-233")) func speaksOfOtherContent() throws {
        let name: (ParticipantID) -> String = { _ in "?" }
        #expect(try ConversationSamples.sticker("a cat").spokenText(name: name) == "a cat")
        let long = String(repeating: "é", count: 150)
        #expect(try ConversationSamples.sticker(long + "!").spokenText(name: name) == long)
        #expect(try ConversationSamples.sticker("").spokenText(name: name) == "sticker")
        #expect(ConversationSamples.text("hi").spokenText(name: name) == "hi")
        let file = Attachment(file: try ConversationSamples.file("photo.png"))
        let item = Item(sender: ConversationSamples.alice, content: .attachment(file))
        #expect(item.spokenText(name: name) == "photo.png")
    }
}
