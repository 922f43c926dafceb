import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyViews

@Suite struct TranscriptPictureTests {
    private func tree(
        _ entries: [TranscriptEntry],
        title: String = "chat",
        lacks: Bool = false,
        picture: @escaping @Sendable (MediaFile) -> PictureData? = { PictureData(type: $0.type, bytes: [1, 2, 3, 4]) }
    ) throws -> XMLTree {
        let surroundings = TranscriptPicture.Surroundings(
            viewer: BubbleSamples.alice,
            name: BubbleSamples.name,
            lacks: { _ in lacks },
            picture: picture
        )
        let svg = TranscriptPicture(entries, title: title, surroundings).svg
        let tree = try #require(XMLTree(svg))
        #expect(try PythonXML.elements(of: svg).count == tree.elements.count)
        return tree
    }

    private func full(from sender: ParticipantID = BubbleSamples.alice) throws -> Item {
        let layout = try BubbleSamples.layout {
            $0.image = try BubbleSamples.file()
            $0.imageTitle = MentionText(literal: "Title")
            $0.caption = MentionText(segments: [.literal("for "), .participant(BubbleSamples.bob)])
            $0.trailingCaption = MentionText(literal: "$5")
        }
        return try BubbleSamples.item(layout, from: sender)
    }

    @Test(.proves("C-216"))
    func drawsMediaTextsAndIcon() throws {
        let tree = try tree([.bubble(Bubble(try full(), .sent))])
        let texts = tree["text"]
        #expect(texts.map(\.text) == ["Title", "for Bob", "$5", "T"])
        #expect(texts.map { $0.attributes["class"] } == ["imageTitle", "caption", "caption", nil])
        #expect(texts[2].attributes["text-anchor"] == "end")
        let image = try #require(tree["image"].first)
        #expect(image.attributes["href"] == "data:image/png;base64,AQIDBA==")
        let use = try #require(tree["use"].first)
        let clip = try #require(tree["clipPath"].first)
        #expect(use.path == ["svg", "g", "g"])
        let seen = try #require(tree["rect"].first { $0.path.last == "clipPath" })
        #expect(seen.attributes["width"] == "264" && use.attributes["width"] == "276")
        #expect(seen.attributes["rx"] == "16")
        #expect(tree["g"].contains { $0.attributes["clip-path"] == "url(#\(clip.attributes["id"] ?? ""))" })
    }

    @Test(.proves("C-208", "C-209"))
    func drawsTheTitleOnTheMediaTheCaptionsBelowAndTheIconAbove() throws {
        let tree = try tree([.bubble(Bubble(try full(), .sent))])
        let media = try frame(try #require(tree["rect"].first { $0.path.last == "clipPath" }))
        let (title, caption, trailing) = (try corner(tree["text"][0]), try corner(tree["text"][1]), tree["text"][2])
        // The position of a text is the left end of its baseline, or the right end when it is anchored at the end.
        #expect(title.x > media.x && title.x < media.x + 20)
        #expect(title.y > media.y + media.height / 2 && title.y < media.maxY)
        #expect(caption.x == title.x && caption.y > media.maxY)
        #expect(try corner(trailing).y == caption.y)
        #expect(try corner(trailing).x > media.x + media.width / 2 && corner(trailing).x < media.maxX)
        let icon = try frame(try #require(tree["rect"].first { $0.attributes["fill"] == "#5b5bd6" }))
        #expect(icon.x < media.x && icon.y < media.y)
        #expect(icon.maxX > media.x && icon.maxX < media.x + 30)
        #expect(icon.maxY > media.y && icon.maxY < media.y + 30)
    }

    @Test func namesTheAppOfATextThatItBrought() throws {
        let origin = try BubbleSamples.origin()
        let brought = Item(sender: BubbleSamples.bob, content: .text("one"), origin: origin)
        let typed = Item(sender: BubbleSamples.bob, content: .text("two"))
        let tree = try tree([.bubble(Bubble(brought, .received)), .bubble(Bubble(typed, .received))])
        #expect(Set(tree["text"].map(\.text)).isSuperset(of: ["[Tally] one", "two"]))
        #expect(tree["g"].compactMap { $0.attributes["aria-label"] } == ["[Tally] one", "two"])
    }

    private func corner(_ element: XMLTree.Element) throws -> (x: Double, y: Double) {
        (try number("x", of: element), try number("y", of: element))
    }

    private func frame(_ element: XMLTree.Element) throws -> Rectangle {
        let (x, y) = try corner(element)
        return Rectangle(x: x, y: y, width: try number("width", of: element), height: try number("height", of: element))
    }

    private func number(_ name: String, of element: XMLTree.Element) throws -> Double {
        try #require(element.attributes[name].flatMap(Double.init))
    }

    @Test(.proves("C-215"))
    func speaksEachBubble() throws {
        let labelled = try BubbleSamples.item(nil) { $0.accessibilityLabel = MentionText(literal: "a <label>") }
        let plain = Item(sender: BubbleSamples.bob, content: .text("hi & bye"))
        let tree = try tree([
            .bubble(Bubble(try full(), .sent)), .bubble(Bubble(labelled, .sent)), .bubble(Bubble(plain, .received)),
            .bubble(Bubble(try BubbleSamples.item(nil), .sent)),
        ])
        let expected = ["for Bob", "a <label>", "hi & bye", "Tally message"]
        let groups = tree["g"].filter { $0.attributes["role"] == "img" }
        #expect(groups.map { $0.attributes["aria-label"] } == expected)
        #expect(tree["title"].map(\.text) == ["chat"] + expected)
    }

    @Test func putsOwnBubblesRightAndOthersLeft() throws {
        let tree = try tree([
            .bubble(Bubble(try full(from: BubbleSamples.alice), .sent)),
            .bubble(Bubble(try full(from: BubbleSamples.bob), .received)),
        ])
        let bodies = tree["rect"].filter { $0.path == ["svg", "g"] && $0.attributes["rx"] == "16" }
        #expect(bodies.map { $0.attributes["x"] } == ["106", "20"])
        #expect(tree["text"].contains { $0.text == "Bob" })
        #expect(!tree["text"].contains { $0.text == "Alice" })
    }

    @Test func embedsAPictureOnceHoweverOftenItIsShown() throws {
        let entry = TranscriptEntry.bubble(Bubble(try full(), .sent))
        let tree = try tree([entry, entry, entry])
        #expect(tree["image"].count == 1)
        #expect(tree["use"].count == 3)
        #expect(Set(tree["use"].map { $0.attributes["href"] }).count == 1)
    }

    @Test func marksWhatCannotBeDrawnWithItsType() throws {
        let movie = try BubbleSamples.file("a.mp4", type: .mp4)
        let item = try BubbleSamples.item(BubbleSamples.layout { $0.media = movie })
        #expect(try tree([.bubble(Bubble(item, .sent))])["text"].map(\.text) == ["▶ mp4", "T"])
        let lost = try tree([.bubble(Bubble(try full(), .sent))], picture: { _ in nil })
        #expect(lost["image"].isEmpty)
        #expect(lost["text"].contains { $0.text == "png" })
    }

    @Test func drawsSummariesStickersFilesAndNotes() throws {
        let session = SessionID()
        var state = ConversationState()
        state.apply(
            .received(
                try BubbleSamples.item(nil, from: BubbleSamples.bob) {
                    $0.session = session
                    $0.summaryText = MentionText(literal: "Bob voted")
                }
            )
        )
        let newer = try BubbleSamples.item(nil, from: BubbleSamples.bob) { $0.session = session }
        state.apply(.received(newer))
        let sticker = Sticker(file: try BubbleSamples.file("s.gif", type: .gif, digest: 8), description: "a cat")
        let notes = Attachment(file: try BubbleSamples.file("notes.txt", type: .text, digest: 9))
        state.apply(
            .sent([
                Item(sender: BubbleSamples.alice, content: .sticker(sticker), origin: try BubbleSamples.origin()),
                Item(sender: BubbleSamples.alice, content: .attachment(notes)),
            ])
        )
        let tree = try tree(state.transcript.entries, lacks: true)
        let texts = tree["text"].map(\.text)
        #expect(texts.first == "[Tally] Bob: Bob voted")
        #expect(texts.contains("from Tally"))
        #expect(texts.contains("notes.txt"))
        #expect(texts.filter { $0 == "on its way" }.count == 2)
        #expect(tree["image"].map { $0.attributes["href"]?.prefix(14) } == ["data:image/gif"])
        #expect(tree["g"].contains { $0.attributes["aria-label"] == "a cat" })
    }

    @Test(arguments: [
        "]]><script>alert(1)</script>", "\" onload=\"x", "' /><!-- ", "&amp;&lt;&#0;&bogus;",
        "\u{0}\u{1}\u{B}\u{1B}[2J\u{7F}\u{85}\u{9B}", "\u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}",
        "\u{202E}\u{2066}\u{FEFF}\u{2028}",
        "e\u{301}\u{301}\u{301}👩‍👩‍👧日本", "<![CDATA[", "<?xml?>", String(repeating: "x", count: 5_000),
    ])
    func staysWellFormedForAnyText(text: String) throws {
        let mention = MentionText(literal: text)
        let layout = try BubbleSamples.layout {
            $0.image = try BubbleSamples.file(text)
            ($0.imageTitle, $0.imageSubtitle) = (mention, mention)
            ($0.caption, $0.trailingCaption, $0.subcaption, $0.trailingSubcaption) = (
                mention, mention, mention, mention
            )
        }
        var state = ConversationState()
        let session = SessionID()
        for _ in 0..<2 {
            state.apply(
                .received(
                    try BubbleSamples.item(layout, from: BubbleSamples.bob, app: text) {
                        $0.session = session
                        $0.summaryText = mention
                    }
                )
            )
        }
        let failing = Item(sender: BubbleSamples.alice, content: .text(text), origin: try BubbleSamples.origin(text))
        state.apply(.sent([failing]))
        let name = Attachment(file: try BubbleSamples.file(text, type: .text), name: text)
        state.apply(.sent([Item(sender: BubbleSamples.alice, content: .attachment(name))]))
        let tree = try tree(state.transcript.entries, title: text, lacks: true)
        let allowed: Set = ["svg", "title", "defs", "symbol", "image", "clipPath", "rect", "g", "use", "text"]
        #expect(Set(tree.elements.map(\.name)).isSubset(of: allowed))
        let all = tree.elements.flatMap { [$0.text] + Array($0.attributes.values) }
        for scalar in all.joined().unicodeScalars where scalar != "\n" {
            #expect(!SafeText.isHarmful(scalar), "U+\(String(scalar.value, radix: 16))")
        }
        #expect(tree.elements.allSatisfy { $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
    }

    @Test func drawsStickersOverTheBubbleThatBearsThem() throws {
        let target = Item(sender: BubbleSamples.alice, content: .text("look"))
        let file = try BubbleSamples.file("s.png", width: 150, height: 150, digest: 9)
        let stickers = [0.0, 30].map { rotation in
            let placement = StickerPlacement(on: target.id, x: 1, y: 0, scale: 2, rotation: rotation)
            let sticker = Sticker(file: file, description: "a cat", placement: placement)
            return Item(sender: BubbleSamples.bob, content: .sticker(sticker))
        }
        let tree = try tree([.bubble(Bubble(target, .sent, stickers: stickers))])
        let groups = tree["g"].filter { $0.attributes["role"] == "img" }
        #expect(groups.map { $0.attributes["aria-label"] } == ["look", "a cat", "a cat"])
        #expect(groups[0].attributes["transform"] == nil && groups[1].attributes["transform"] == nil)
        #expect(groups[2].attributes["transform"]?.hasPrefix("rotate(30 ") == true)
        let bubble = try frame(try #require(tree["rect"].first { $0.attributes["rx"] == "16" }))
        let uses = try tree["use"].map(frame)
        #expect(uses.count == 2 && uses.allSatisfy { $0.width > 10 && $0.width < bubble.width / 2 + 0.01 })
        #expect(uses.allSatisfy { $0.x + $0.width / 2 > bubble.maxX - 20 && $0.y < bubble.y })
        #expect(tree["text"].map(\.text) == ["look", "stickers of Bob"])
    }

    /// A picture of another transcript, as large as it can be made.
    @Test(arguments: [0.0, 45]) func aLargeStickerLeavesOtherRowsToBeSeen(rotation: Double) throws {
        let target = Item(sender: BubbleSamples.bob, content: .text("look"))
        let file = try BubbleSamples.file("s.png", width: 618, height: 618, digest: 9)
        let placement = StickerPlacement(on: target.id, x: 0, y: 0, scale: 4, rotation: rotation)
        let sticker = Sticker(file: file, description: "a cat", placement: placement)
        let stickers = [Item(sender: BubbleSamples.alice, content: .sticker(sticker))]
        let plain = Bubble(Item(sender: BubbleSamples.bob, content: .text("other words")), .received)
        let tree = try tree([.bubble(plain), .bubble(Bubble(target, .received, stickers: stickers)), .bubble(plain)])
        let bubble = try frame(tree["rect"].filter { $0.attributes["rx"] == "16" }[1])
        let seen = try frame(try #require(tree["use"].first))
        // The numbers are written with two decimal places.
        #expect(seen.width < bubble.width / 2 + 0.01 && seen.height < bubble.height + 0.01)
        let (middle, side) = (seen.y + seen.height / 2, rotation == 0 ? seen.height : seen.height * 1.42)
        for text in tree["text"] where text.text != "look" {
            let line = try corner(text).y
            let size = try number("font-size", of: text)
            #expect(line + 0.3 * size <= middle - side / 2 || line - size >= middle + side / 2, "\(text)")
        }
    }

    /// A white picture, put on the words twice, side by side.
    @Test func severalStickersOfOthersLeaveHalfOfEachLine() throws {
        let target = Item(sender: BubbleSamples.bob, content: .text("I never said that.\nNo."))
        let file = try BubbleSamples.file("s.png", width: 396, height: 114, digest: 9)
        func stickers(of sender: ParticipantID) -> [Item] {
            [0.25, 0.75].map { place in
                let placement = StickerPlacement(on: target.id, x: place, y: 0.5, scale: 4)
                let sticker = Sticker(file: file, description: "smile", placement: placement)
                return Item(sender: sender, content: .sticker(sticker))
            }
        }
        func seen(_ stickers: [Item]) throws -> (words: Double, covered: Double) {
            let tree = try tree([.bubble(Bubble(target, .received, stickers: stickers))])
            let bubble = try frame(try #require(tree["rect"].first { $0.attributes["rx"] == "16" }))
            let covered = try tree["use"].map(frame).map(\.width).reduce(0, +)
            return (bubble.width - 2 * ItemShape.inset, covered)
        }
        let others = try seen(stickers(of: BubbleSamples.alice))
        // The numbers are written with two decimal places.
        #expect(others.covered > 5 && others.covered < others.words / 2 + 0.02, "\(others)")
        let own = try seen(stickers(of: BubbleSamples.bob))
        #expect(own.covered > own.words, "\(own)")
    }

    @Test func severalStickersOfOthersLeaveHalfOfAPicture() throws {
        let picture = try BubbleSamples.file("a.png", width: 400, height: 200, digest: 8)
        let target = Item(sender: BubbleSamples.bob, content: .attachment(Attachment(file: picture)))
        let file = try BubbleSamples.file("s.png", width: 600, height: 600, digest: 9)
        let stickers = [0.2, 0.8].map { place in
            let placement = StickerPlacement(on: target.id, x: place, y: 0.5, scale: 4)
            let sticker = Sticker(file: file, description: "smile", placement: placement)
            return Item(sender: BubbleSamples.alice, content: .sticker(sticker))
        }
        let frames = try tree([.bubble(Bubble(target, .received, stickers: stickers))])["use"].map(frame)
        try #require(frames.count == 3)
        #expect(frames[1].width + frames[2].width < frames[0].width / 2 + 0.02, "\(frames)")
    }

    /// What two items say of one file can differ, and neither decides how the other is drawn.
    @Test func aPictureOfTwoSizesIsDrawnByEach() throws {
        let files = try [(400, 200), (200, 400)].map { try BubbleSamples.file(width: $0, height: $1, digest: 8) }
        let entries = (files + files).map { file in
            TranscriptEntry.bubble(
                Bubble(Item(sender: BubbleSamples.bob, content: .attachment(Attachment(file: file))), .received)
            )
        }
        #expect(try tree(entries)["symbol"].map { $0.attributes["viewBox"] } == ["0 0 400 200", "0 0 200 400"])
    }

    /// The file that would be read can be large.
    @Test func aPictureForWhichThereIsNoRoomIsNotRead() throws {
        let digest = try #require(ContentDigest(rawValue: String(repeating: "b", count: 64)))
        let file = MediaFile(digest: digest, name: "a.png", type: .png, byteCount: 32 << 20 + 1)
        let item = Item(sender: BubbleSamples.bob, content: .attachment(Attachment(file: file)))
        let tree = try tree([.bubble(Bubble(item, .received))]) { file in
            Issue.record("\(file.name) is read")
            return nil
        }
        #expect(tree["image"].isEmpty && tree["text"].contains { $0.text == "png" })
    }

    @Test func drawsAnEmptyConversation() throws {
        #expect(try tree([])["svg"].first?.attributes["height"] == "40")
    }
}
