import MayflyConformance
import MayflyModel
import Testing

@testable import MayflyViews

@Suite struct BubbleTextTests {
    private func text(_ layout: TemplateLayout?, app: String = "Tally", width: Int = 72) throws -> BubbleText {
        BubbleText(try BubbleSamples.item(layout, app: app), width: width, name: BubbleSamples.name)
    }

    @Test func printsAllRowsInOrder() throws {
        let bubble = try text(
            BubbleSamples.layout {
                $0.image = try BubbleSamples.file()
                $0.media = try BubbleSamples.file("b.mp4", type: .mp4)
                $0.imageTitle = MentionText(literal: "Title")
                $0.imageSubtitle = MentionText(literal: "Subtitle")
                $0.caption = MentionText(segments: [.literal("for "), .participant(BubbleSamples.bob)])
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
            BubbleSamples.layout {
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
        let bubble = try text(
            BubbleSamples.layout { $0.caption = MentionText(literal: "a\n[Bank] b\u{1B}[2J") },
            app: "T\u{7}"
        )
        #expect(bubble.lines.count == 1)
        #expect(!bubble.line.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func namesTheAppOfATextThatItBrought() throws {
        let origin = try BubbleSamples.origin()
        let item = Item(sender: BubbleSamples.alice, content: .text("one\ntwo"), origin: origin)
        #expect(BubbleText(item, name: { _ in "?" }).lines == ["[Tally] one", "two"])
        let lacking = BubbleText(item, name: { _ in "?" }, lacks: { $0 == origin.extensionID })
        #expect(lacking.lines == ["[Tally] one", "two", "from Tally"])
    }

    private static let names = [
        ("Game] I agree to it. [", "Game) I agree to it. ("), ("Game］ no ［", "Game) no ("),
        ("a]\u{301}\u{1B}", "a)\u{301}\\u{1B}"),
    ]

    /// What a name would have behind its brackets looks like words of the sender.
    @Test(arguments: names) func aNameHasNoBracketsOfItsOwn(name: String, shown: String) throws {
        let origin = try BubbleSamples.origin(name)
        let text = Item(sender: BubbleSamples.alice, content: .text("x"), origin: origin)
        #expect(BubbleText(text, name: { _ in "?" }).lines == ["[\(shown)] x"])
        let layout = BubbleSamples.layout { $0.caption = MentionText(literal: "x") }
        let message = try BubbleSamples.item(layout, from: BubbleSamples.alice, app: name)
        #expect(BubbleText(message, name: { _ in "?" }).lines == ["[\(shown)] x"])
        var state = ConversationState()
        let session = SessionID()
        for _ in 0..<2 {
            let message = try BubbleSamples.item(layout, app: name) {
                ($0.session, $0.summaryText) = (session, MentionText(literal: "x"))
            }
            state.apply(.received(message))
        }
        let first = try #require(state.transcript.entries.first)
        #expect(BubbleText(first, name: { _ in "bob" }).line == "[\(shown)] bob: x")
    }

    @Test func describesStickersAndAttachments() throws {
        let sticker = BubbleText(
            Item(
                sender: BubbleSamples.alice,
                content: .sticker(Sticker(file: try BubbleSamples.file(), description: "a cat"))
            ),
            name: { _ in "?" }
        )
        #expect(sticker.lines == ["sticker: a cat (png, 300 x 200 px, 2048 bytes)"])
        let file = MediaFile(
            digest: try BubbleSamples.file().digest,
            name: "notes.txt",
            type: .text,
            byteCount: 9
        )
        let attachment = Item(sender: BubbleSamples.alice, content: .attachment(Attachment(file: file)))
        #expect(BubbleText(attachment, name: { _ in "?" }).lines == ["attachment: notes.txt (text, 9 bytes)"])
    }

    @Test(.proves("C-212"))
    func breaksCaptionsIntoThreeLines() throws {
        let words = (1...60).map { "word\($0)" }.joined(separator: " ")
        let bubble = try text(
            BubbleSamples.layout {
                $0.caption = MentionText(literal: words)
                $0.trailingCaption = MentionText(literal: words)
                $0.trailingSubcaption = MentionText(literal: "end")
            },
            width: 40
        )
        #expect(
            bubble.lines == [
                "[Tally] word1 word2 word3 word4 word5", "word6 word7 word8 word9 word10",
                "word11 word12 word13 word14 …",
                "| word1 word2 word3 word4 word5", "word6 word7 word8 word9 word10", "word11 word12 word13 word14 …",
                "| end",
            ]
        )
    }

    @Test func putsBothCaptionsInOneLineWhereTheyFit() throws {
        let layout = BubbleSamples.layout {
            $0.caption = MentionText(literal: "a caption of some length")
            $0.trailingCaption = MentionText(literal: "12:30")
        }
        #expect(try text(layout, width: 40).lines == ["[Tally] a caption of some length | 12:30"])
        #expect(try text(layout, width: 39).lines == ["[Tally] a caption of some length", "| 12:30"])
    }

    @Test(.proves("C-213"))
    func cutsASubcaptionToOneLine() throws {
        let words = (1...60).map { "word\($0)" }.joined(separator: " ")
        let bubble = try text(
            BubbleSamples.layout {
                $0.caption = MentionText(literal: "caption")
                $0.subcaption = MentionText(literal: words)
                $0.trailingSubcaption = MentionText(literal: "now")
            },
            width: 30
        )
        #expect(bubble.lines == ["[Tally] caption", "word1 word2 word3 word4… | now"])
    }

    @Test(arguments: [Int.min, 0, 1, 16, 72, 500, .max / 8])
    func neverGetsWiderThanItMay(width: Int) throws {
        let long = MentionText(literal: String(repeating: "日本 long ", count: 300))
        let bubble = try text(
            BubbleSamples.layout {
                $0.image = try BubbleSamples.file()
                ($0.imageTitle, $0.imageSubtitle) = (long, long)
                ($0.caption, $0.trailingCaption, $0.subcaption, $0.trailingSubcaption) = (long, long, long, long)
            },
            app: String(repeating: "App", count: 100),
            width: width
        )
        for line in bubble.lines { #expect(TextWidth.of(line) <= max(16, width)) }
        #expect(bubble.lines.count <= 10)
    }

    private static let words = [
        ("[Tally] Tally: 100", true), ("  [Tally] 100", true), ("[\u{301}Tally] 100", true),
        ("sticker: a (png, 1 bytes)", true), ("attachment: a.pdf (text, 20 bytes)", true),
        ("［Tally］ 100", true), ("\u{2045}Tally\u{2046} 100", true), ("【Tally】 100", true),
        ("s\u{200D}ticker: a", true), ("\u{200C}\u{A0}\u{200D}attachment:\u{200C} a", true),
        ("\u{23A1}Tally\u{23A4} 100", true), ("\u{250C}Tally\u{2510} 100", true), ("\u{A712}Tally] 100", true),
        ("\u{2308}Tally\u{2309} 100", true), ("Sticker: a", true), ("\u{455}ticker: a", true), ("stiсkеr: a", true),
        ("sticker\u{A789} a", true), ("ｓｔｉｃｋｅｒ： a", true), ("𝐬𝐭𝐢𝐜𝐤𝐞𝐫: a", true), ("\u{1D68A}ttachment: a.pdf", true),
        ("attachrnent: a.pdf", true), ("аttасhmеnt: a.pdf", true), ("stıcker: a", true), ("stlcker: a", true),
        ("Спасибо: а", false), ("+1: a", false), ("\u{2192} a", false), ("\u{1F600} hi", false), ("stickers: a", false),
        ("one [Tally]", false), ("my sticker: a", false), ("(hi)", false),
        ("\u{201E}hi\u{201C}", false), ("\u{A0}hi", false), ("", false), ("\u{A0}\u{200D}", false),
    ]

    /// Words of a person do not look like an item of an extension, or like a file.
    @Test(arguments: words) func quotesWordsThatBeginLikeALabel(words: String, isQuoted: Bool) {
        let item = Item(sender: BubbleSamples.bob, content: .text(words))
        let text = BubbleText(item, name: BubbleSamples.name)
        #expect(text.line == (isQuoted ? "\"\(words)\"" : words))
    }
}
