import MayflyHost
import MayflyViews
import Testing

@testable import MayflyModel
@testable import MayflyProtocol

/// What is cut so that an answer fits into a line: a text may have 320 bytes here, a caption 80, a title 20.
@Suite struct TextLimitTests {
    private static let alice = ParticipantID()
    private let names: Names = {
        var names = Names.none
        names.longestText = 320
        return names
    }()

    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    private func item(_ content: ItemContent) -> JSONValue {
        Shapes.item.json(Item(sender: Self.alice, content: content), names)
    }

    @Test(arguments: [320, 321]) func ofALongTextTheBeginningIsWritten(count: Int) {
        let value = item(.text(text(count)))
        #expect(value["text"] == .text(text(320)))
        #expect(value["text_bytes"] == (count > 320 ? .number(count) : .null))
    }

    /// No character is cut in two.
    @Test func theBeginningEndsWithAWholeCharacter() {
        let value = item(.text(text(319) + "ä"))
        #expect(value["text"] == .text(text(319)))
        #expect(value["text_bytes"] == .number(321))
    }

    @Test func captionsOfABubbleAreCut() {
        var layout = TemplateLayout()
        (layout.caption, layout.trailingCaption) = (MentionText(literal: text(80)), MentionText(literal: text(81)))
        var message = InteractiveMessage(url: "?1", layout: layout)
        message.summaryText = MentionText(literal: text(500))
        let value = item(.interactive(message))
        #expect(value["layout"]["caption"] == .text(text(80)))
        #expect(value["layout"]["trailing_caption"] == .text(text(80) + "…"))
        #expect(value["summary"] == .text(text(80) + "…"))
    }

    @Test func theLineThatReplacedAMessageIsCut() {
        let replacement = MentionText(literal: text(500))
        let line = SummaryLine(text: replacement, item: ItemID(), sender: Self.alice, origin: nil, isUnread: false)
        let value = Shapes.row.json((number: 1, entry: .summary(line), time: nil), names)
        #expect(value["text"] == .text(text(80) + "…"))
    }

    @Test func titlesAndDescriptionsAreCut() throws {
        let file = MediaFile(
            digest: try #require(ContentDigest(rawValue: String(repeating: "a", count: 64))),
            name: "a.png",
            type: .png,
            byteCount: 3
        )
        #expect(item(.sticker(Sticker(file: file, description: text(20))))["description"] == .text(text(20)))
        #expect(item(.sticker(Sticker(file: file, description: text(21))))["description"] == .text(text(20) + "…"))
        let actions = [20, 21].map { #"{"type":"Action.Submit","title":"\#(text($0))"}"# }.joined(separator: ",")
        let card = try Card(json: #"{"type":"AdaptiveCard","version":"1.5","body":[],"actions":[\#(actions)]}"#)
        let view = Shapes.view.json((style: .expanded, view: .card(card, CardInputs(card))), names)
        guard case .list(let controls) = view["controls"] else {
            Issue.record("\(view)")
            return
        }
        #expect(controls.map { $0["title"] } == [.text(text(20)), .text(text(20) + "…")])
    }

    /// The lines of a view: as many whole ones as there is room for, their ends counted.
    @Test func linesAreLeftOutAtTheEnd() throws {
        let blocks = (0..<60).map { #"{"type":"TextBlock","text":"line \#($0)"}"# }.joined(separator: ",")
        let card = try Card(json: #"{"type":"AdaptiveCard","version":"1.5","body":[\#(blocks)]}"#)
        let view = Shapes.View(style: .expanded, view: .card(card, CardInputs(card)))
        guard case .list(let all) = Shapes.view.json(view, .none)["lines"],
            case .list(let kept) = Shapes.view.json(view, names)["lines"]
        else {
            Issue.record("a view without lines")
            return
        }
        #expect(kept == Array(all.prefix(kept.count)))
        func bytes(_ lines: [JSONValue]) -> Int {
            // Each has two quotes, and an end.
            lines.reduce(0) { $0 + $1.line.utf8.count - 1 }
        }
        #expect(bytes(kept) <= 320)
        #expect(bytes(Array(all.prefix(kept.count + 1))) > 320)
    }

    @Test func argumentsThatAreTooLongAreNull() throws {
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        func event(_ count: Int) -> JSONValue {
            let arguments = JSONValue.object(["url": .text(text(count))])
            return Shapes.event.json(.callback(id, name: "didSelect", arguments: arguments), names)
        }
        // With braces, quotes, name and colon, ten bytes more.
        #expect(event(310)["arguments"]["url"] == .text(text(310)))
        #expect(event(311)["arguments"] == .null)
        #expect(event(311)["name"] == .text("didSelect"))
    }

    /// The notes of a launch, which an extension writes as often as it likes.
    @Test func aReceiptIsCut() throws {
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        var end = WorkerEnd(withoutProcess: .finished)
        for _ in 0..<100 { end.notes.add(text(99)) }
        let value = Shapes.event.json(.receipt(id, end), names)
        #expect(value["notes"] == .texts(Array(repeating: text(99), count: 3)))
        #expect(value["note_count"] == .number(100))
    }
}
