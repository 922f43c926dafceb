import MayflyConformance
import Testing

@testable import MayflyModel

@Suite struct LegacyFormTests {
    /// An identifier made of the item's and the part, so that a test can recognise the part.
    private static func partID(_ item: ItemID, _ part: LegacyPart) -> ItemID {
        UUID128(bytes: item.value.bytes.dropLast() + [part.rawValue]).map { ItemID($0) } ?? item
    }

    private let form = LegacyForm(
        name: { $0 == ConversationSamples.bob ? "Bob" : "?" },
        partID: LegacyFormTests.partID
    )

    private func message(_ url: String?, _ set: (inout InteractiveMessage) throws -> Void = { _ in }) throws -> Item {
        var message = InteractiveMessage(session: SessionID(), url: url, layout: TemplateLayout())
        try set(&message)
        return Item(
            sender: ConversationSamples.alice,
            content: .interactive(message),
            origin: try ConversationSamples.origin("org.example.tally")
        )
    }

    private func contents(_ item: Item) -> [ItemContent] { form.items(for: item).map(\.content) }

    /// The file under the name that a legacy device shows.
    private func attachment(_ file: MediaFile, _ name: String = "picture.png") -> ItemContent {
        .attachment(
            Attachment(
                file: MediaFile(
                    digest: file.digest,
                    name: name,
                    type: file.type,
                    byteCount: file.byteCount,
                    pixelSize: file.pixelSize
                )
            )
        )
    }

    /// The field that the sender has seen does not show the name that the extension gave the file.
    @Test func aPictureHasNoNameOfTheExtension() throws {
        let image = try ConversationSamples.file("You are a thief.jpg", type: .jpeg)
        #expect(contents(try message("?a") { $0.layout?.image = image }) == [attachment(image, "picture.jpg")])
    }

    @Test(.proves("C-255", "C-256", "C-257"))
    func sendsTheImageAndThenTheAddress() throws {
        let image = try ConversationSamples.file()
        let item = try message("https://a.example/?x=ü y") { $0.layout?.image = image }
        #expect(
            contents(item) == [attachment(image), .text("https://a.example/?x=ü y")]
        )
    }

    @Test func sendsTheMediaFileWhereThereIsNoImage() throws {
        let movie = try ConversationSamples.file("b.mp4", type: .mp4)
        #expect(contents(try message("?a") { $0.layout?.media = movie }) == [attachment(movie, "movie.mp4")])
        let image = try ConversationSamples.file()
        let both = try message("?a") {
            $0.layout?.media = movie
            $0.layout?.image = image
        }
        #expect(contents(both) == [attachment(image)])
    }

    @Test(
        .proves("C-258"),
        arguments: [
            "data:text/plain,x", "?count=1", "", "//a.example/", " https://a.example/", "x:https://a.example",
        ]
    )
    func sendsNoOtherAddress(url: String) throws {
        let image = try ConversationSamples.file()
        #expect(contents(try message(url) { $0.layout?.image = image }) == [attachment(image)])
    }

    @Test(arguments: ["http://a.example", "HTTPS://a.example/?x=y:z"])
    func sendsTheAddressAloneWhereThereIsNoMedia(url: String) throws {
        #expect(contents(try message(url) { $0.layout?.caption = MentionText(literal: "caption") }) == [.text(url)])
        #expect(contents(try message(url) { $0.layout = nil }) == [.text(url)])
    }

    @Test(.proves("C-259"))
    func describesAMessageThatHasNeither() throws {
        var item = try message("?a")
        #expect(contents(item) == [.text("Tally message")])
        item = try message("?a") { $0.layout?.caption = MentionText(literal: "caption") }
        #expect(contents(item) == [.text("caption")])
        item = try message("data:,x") {
            $0.layout?.caption = MentionText(literal: "caption")
            $0.summaryText = MentionText(segments: [.participant(ConversationSamples.bob), .literal(" won")])
        }
        #expect(contents(item) == [.text("Bob won")])
        item = try message(nil) {
            $0.summaryText = MentionText(literal: "summary")
            $0.accessibilityLabel = MentionText(literal: "label")
        }
        #expect(contents(item) == [.text("label")])
        item = try message(nil) { $0.accessibilityLabel = MentionText(literal: "") }
        #expect(contents(item) == [.text("Tally message")])
    }

    @Test func namesAMessageOfAnUnknownApp() throws {
        let item = Item(sender: ConversationSamples.alice, content: .interactive(InteractiveMessage(url: "?a")))
        #expect(contents(item) == [.text("unknown app message")])
    }

    @Test func givesEachPartAnIDOfItsOwnThatStays() throws {
        let item = try message("https://a.example") { $0.layout?.image = try ConversationSamples.file() }
        let parts = form.items(for: item)
        #expect(parts.map(\.id) == form.items(for: item).map(\.id))
        #expect(parts.map(\.id) == LegacyPart.allCases.map { Self.partID(item.id, $0) })
    }

    @Test func keepsTheSenderAndTheAppAndLeavesTheSession() throws {
        let item = try message("https://a.example") { $0.layout?.image = try ConversationSamples.file() }
        for part in form.items(for: item) {
            #expect(part.sender == item.sender)
            #expect(part.origin == item.origin)
            #expect(part.sessionScope == nil)
        }
    }

    @Test func leavesOrdinaryItemsAlone() throws {
        let file = try ConversationSamples.file()
        let items = [
            ConversationSamples.text("hi"), try ConversationSamples.sticker(),
            Item(sender: ConversationSamples.alice, content: .attachment(Attachment(file: file))),
        ]
        #expect(items.flatMap(form.items(for:)) == items)
    }
}
