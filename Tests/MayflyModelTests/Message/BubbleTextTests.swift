import MayflyModel
import Testing

@Suite struct BubbleTextTests {
    private func text(_ layout: TemplateLayout?, app: String = "Tally") throws -> BubbleText {
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        let message = InteractiveMessage(url: "?a", layout: layout)
        let item = Item(
            sender: ConversationSamples.alice,
            content: .interactive(message),
            origin: Origin(extensionID: id, name: app)
        )
        return BubbleText(item) { $0 == ConversationSamples.bob ? "Bob" : "?" }
    }

    private func layout(_ set: (inout TemplateLayout) throws -> Void) rethrows -> TemplateLayout {
        var layout = TemplateLayout()
        try set(&layout)
        return layout
    }

    @Test func printsAllRowsInOrder() throws {
        let bubble = try text(
            layout {
                $0.image = try ConversationSamples.file()
                $0.media = try ConversationSamples.file("b.mp4", type: .mp4)
                $0.imageTitle = MentionText(literal: "Title")
                $0.imageSubtitle = MentionText(literal: "Subtitle")
                $0.caption = MentionText(segments: [.literal("for "), .participant(ConversationSamples.bob)])
                $0.trailingCaption = MentionText(literal: "$5")
                $0.subcaption = MentionText(literal: "sub")
                $0.trailingSubcaption = MentionText(literal: "trail")
            }
        )
        let line = "[Tally] Title / Subtitle / for Bob | $5 / sub | trail / (png, 300 x 200 px, 2048 bytes)"
        #expect(bubble.line == line)
        #expect(bubble.lines.count == 5)
    }

    @Test func hidesTitlesWithoutMediaAndASubcaptionWithoutCaption() throws {
        let bubble = try text(
            layout {
                $0.imageTitle = MentionText(literal: "Title")
                $0.imageSubtitle = MentionText(literal: "Subtitle")
                $0.caption = MentionText(literal: "")
                $0.subcaption = MentionText(literal: "sub")
                $0.trailingSubcaption = MentionText(literal: "trail")
            }
        )
        #expect(bubble.lines == ["[Tally] | trail"])
    }

    @Test func showsTheAppAloneWithoutALayout() throws {
        #expect(try text(nil).lines == ["[Tally]"])
    }

    @Test func makesUntrustedTextSafe() throws {
        let bubble = try text(layout { $0.caption = MentionText(literal: "a\n[Bank] b\u{1B}[2J") }, app: "T\u{7}")
        #expect(bubble.lines.count == 1)
        #expect(!bubble.line.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func namesTheAppOfPlainContentOnlyWhereItIsMissing() throws {
        let origin = try ConversationSamples.origin("org.example.tally")
        let item = ConversationSamples.text("one\ntwo", origin: origin)
        #expect(BubbleText(item, name: { _ in "?" }).lines == ["one", "two"])
        let lacking = BubbleText(item, name: { _ in "?" }, lacks: { $0 == origin.extensionID })
        #expect(lacking.lines == ["one", "two", "from Tally"])
    }

    @Test func describesStickersAndAttachments() throws {
        let sticker = BubbleText(try ConversationSamples.sticker("a cat"), name: { _ in "?" })
        #expect(sticker.lines == ["sticker: a cat (png, 300 x 200 px, 2048 bytes)"])
        let file = MediaFile(
            digest: try ConversationSamples.file().digest,
            name: "notes.txt",
            type: .text,
            byteCount: 9
        )
        let attachment = Item(sender: ConversationSamples.alice, content: .attachment(Attachment(file: file)))
        #expect(BubbleText(attachment, name: { _ in "?" }).lines == ["attachment: notes.txt (text, 9 bytes)"])
    }

    @Test func speaksTheLabelElseTheSummaryElseTheCaption() throws {
        var message = InteractiveMessage(layout: layout { $0.caption = MentionText(literal: "caption") })
        #expect(message.spokenText == MentionText(literal: "caption"))
        message.summaryText = MentionText(literal: "summary")
        #expect(message.spokenText == MentionText(literal: "summary"))
        message.accessibilityLabel = MentionText(literal: "label")
        #expect(message.spokenText == MentionText(literal: "label"))
        message.accessibilityLabel = MentionText(literal: "")
        #expect(message.spokenText == MentionText(literal: "summary"))
    }
}
