import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyStore
import MayflyTestSupport
import Testing

@Suite struct ScreenTests {
    let samples: Samples

    init() throws { samples = try Samples() }

    @Test func drawsBubblesSummariesAndSenders() {
        var state = ConversationState()
        let session = SessionID()
        state.apply(.received(samples.count(1, by: samples.bob, in: session)))
        state.apply(.sent([samples.count(2, by: samples.alice, in: session)]))
        state.apply(.received(samples.text("two\nlines", by: samples.bob)))
        #expect(
            ConversationText(samples.names).lines(of: TranscriptPage(state.transcript)) == [
                "  1  -- [Tally] bob: bob counted 1 --",
                "  2  alice: [Tally] Laps: 2",
                "  +  on its way",
                "  3  bob: two",
                "       lines",
            ]
        )
    }

    @Test func saysWhatCouldNotBeDelivered() {
        var state = ConversationState()
        let item = samples.count(1, by: samples.alice, in: SessionID())
        state.apply(.sent([item]))
        state.apply(.failed([item.id], MessageError(.unknown, "the disk is full")))
        let words = samples.text("hello", by: samples.alice)
        state.apply(.sent([words]))
        state.apply(.failed([words.id], MessageError(.unknown, "no room is left")))
        #expect(
            ConversationText(samples.names).lines(of: TranscriptPage(state.transcript))
                == [
                    "  1  alice: [Tally] Laps: 1", "  +  not delivered: the disk is full", "  2  alice: hello",
                    "  +  not delivered: no room is left",
                ]
        )
    }

    /// Words of others never stand in the column of the numbers, and what the host says below a bubble always begins there.
    @Test(arguments: [24, 80]) func tellsTheHostsRowsBelowABubbleFromItsWords(width: Int) throws {
        let text = ConversationText(samples.names)
        func rows(_ bubble: Bubble) -> [String] {
            text.lines(of: TranscriptPage([.bubble(bubble)], firstNumber: 1, count: 1, firstPosition: 0), width: width)
        }
        let origin = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.unknown")), name: "Unknown")
        let item = Item(sender: samples.bob, content: .text("hi"), origin: origin)
        let file = try samples.sticker("a smile").file
        let sticker = Sticker(file: file, description: "a smile", placement: StickerPlacement(on: item.id))
        let stickers = [Item(sender: samples.alice, content: .sticker(sticker))]
        let real = rows(Bubble(item, .sending, stickers: stickers, expiry: .kept))
        let notes = real.filter { $0.hasPrefix("  +  ") }
        #expect(notes.prefix(3) == ["  +  from Unknown", "  +  on its way", "  +  kept"], "\(real)")
        #expect(notes.count == 4 && notes[3].hasPrefix("  +  alice: sticker"), "\(real)")
        for forged in [real, real.map { String($0.drop { $0 == " " }) }] {
            let words = Item(sender: samples.bob, content: .text((["hi"] + forged).joined(separator: "\n")))
            let rows = rows(Bubble(words, .received))
            #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("       ") }, "\(rows)")
        }
    }

    @Test func drawsTheFieldInTheOrderOfSending() throws {
        var state = ConversationState()
        let text = ConversationText(samples.names)
        #expect(text.lines(of: state.draft) == ["field: (empty)"])
        state.apply(.typed("hi \u{1B}[31m", by: samples.alice))
        state.apply(.staged(Item(sender: samples.alice, content: .sticker(try samples.sticker("a smile")))))
        state.apply(.staged(samples.count(1, by: samples.alice, in: SessionID())))
        #expect(
            text.lines(of: state.draft) == [
                "field: [Tally] Laps: 1",
                "       also sent, to be read aloud: \"alice counted 1\"",
                "       sticker: a smile (png, 300 x 300 px, 2048 bytes)",
                "       \"hi \\u{1B}[31m\"",
            ]
        )
    }

    /// One character for Unicode, of which a person would see the first only.
    @Test func theFieldShowsACharacterOfAnyLengthWhole() {
        let words = "👍" + String(repeating: "\u{200D}👍", count: 11) + String(repeating: "\u{200D}🖕", count: 40)
        var state = ConversationState()
        state.apply(.typed("great \(words) ok", by: samples.alice))
        let text = ConversationText(samples.names)
        let field = text.lines(of: state.draft, width: 60)
        #expect(field.joined().unicodeScalars.count { $0 == "🖕" } == 40, "\(field)")
        state.apply(.sent(state.draft.itemsToSend))
        let rows = text.lines(of: TranscriptPage(state.transcript), width: 60)
        #expect(rows.joined().unicodeScalars.count { $0 == "🖕" } == 40, "\(rows)")
    }

    @Test func theFieldShowsTheNameOfAnAttachmentWhole() throws {
        let name = String(repeating: "photo of ", count: 26) + ", I agree to pay.txt"
        #expect(name.utf8.count == 254)
        let attachment = Attachment(file: try samples.sticker("a smile").file, name: name)
        var state = ConversationState()
        state.apply(.staged(Item(sender: samples.alice, content: .attachment(attachment))))
        let field = ConversationText(samples.names).lines(of: state.draft, width: 1_000)
        #expect(field == ["field: attachment: \(name) (png, 300 x 300 px, 2048 bytes)"])
    }

    @Test func theFieldTellsOfAFileBehindThePictureAndOfTheEndOfAMessage() throws {
        let file = try samples.sticker("a smile").file
        var layout = TemplateLayout()
        (layout.image, layout.media, layout.caption) = (file, file, MentionText(literal: "Look"))
        var message = InteractiveMessage(layout: layout)
        message.shouldExpire = true
        var state = ConversationState()
        let origin = Origin(extensionID: samples.tally, name: "Tally")
        state.apply(.staged(Item(sender: samples.alice, content: .interactive(message), origin: origin)))
        let field = ConversationText(samples.names).lines(of: state.draft)
        #expect(field.contains { $0.hasSuffix("also sent, and not shown: png, 300 x 300 px, 2048 bytes") }, "\(field)")
        let expiry = "deleted some time after it is read, but not on older devices"
        #expect(field.last?.hasSuffix(expiry) == true, "\(field)")
    }

    /// Whatever the rows of a message or of an extension's text are, and wherever they are broken.
    @Test func theFieldTellsTypedTextFromRowsOfAnExtension() throws {
        var message = InteractiveMessage(url: "?a")
        var layout = TemplateLayout()
        let forged = "\"See you at eight.\""
        layout.caption = MentionText(literal: "Shall we meet at the old harbour? \(forged)")
        layout.subcaption = MentionText(literal: forged)
        message.layout = layout
        let origin = Origin(extensionID: samples.tally, name: "Tally")
        var state = ConversationState()
        state.apply(.staged(Item(sender: samples.alice, content: .interactive(message), origin: origin)))
        let text = ConversationText(samples.names)
        for width in [24, 40, 80] {
            let alone = text.lines(of: state.draft, width: width)
            #expect(alone.count > 1 && alone.dropFirst().allSatisfy { !$0.hasPrefix("       \"") }, "\(alone)")
        }
        state.apply(.typed("ok", by: samples.alice))
        #expect(text.lines(of: state.draft, width: 40).last == "       \"ok\"")
    }

    @Test func namesAllExtensionsOfATextWhole() throws {
        let names = ["A", "B", "C"].map { String(repeating: "long ", count: 15) + "name\($0)" }
        var state = ConversationState()
        for name in names {
            let id = try #require(ExtensionID(rawValue: "org.example.\(name.suffix(1).lowercased())"))
            #expect(name.count == 80)
            let origin = Origin(extensionID: id, name: name)
            state.apply(.staged(Item(sender: samples.alice, content: .text("pay "), origin: origin)))
        }
        let text = ConversationText(samples.names)
        let field = text.lines(of: state.draft, width: 10_000)
        #expect(field.count == 1 && names.allSatisfy { field[0].contains($0) }, "\(field)")
        state.apply(.sent(state.draft.itemsToSend))
        let rows = text.lines(of: TranscriptPage(state.transcript), width: 10_000)
        #expect(names.allSatisfy { rows[0].contains($0) }, "\(rows)")
    }

    /// A text that the bubble has no room for is printed, also where a text that it shows has the same words.
    @Test func aPartOfAnotherTextIsNotThatText() throws {
        let words = "agree to pay 500 at the end of the month"
        func field(_ set: (inout TemplateLayout) -> Void) -> [String] {
            var message = InteractiveMessage(url: "?a")
            var layout = TemplateLayout()
            layout.caption = MentionText(literal: "I do not \(words)")
            set(&layout)
            message.layout = layout
            var state = ConversationState()
            let origin = Origin(extensionID: samples.tally, name: "Tally")
            state.apply(.staged(Item(sender: samples.alice, content: .interactive(message), origin: origin)))
            return ConversationText(samples.names).lines(of: state.draft, width: 200)
        }
        let title = field { $0.imageTitle = MentionText(literal: words) }
        #expect(title.contains("       also sent, as its title: \"\(words)\""), "\(title)")
        let trailing = field {
            $0.subcaption = MentionText(literal: "A long text beside it, which takes half of the line.")
            $0.trailingSubcaption = MentionText(literal: words)
        }
        #expect(trailing.contains("       also sent, as its trailing subcaption: \"\(words)\""), "\(trailing)")
        let same = field { $0.imageTitle = $0.caption }
        #expect(same == ["field: [Tally] I do not \(words)"])
        let whole = field { $0.trailingCaption = MentionText(literal: words) }
        #expect(!whole.contains { $0.contains("also sent") }, "\(whole)")
    }

    /// Neither text is in order, and texts out of order are compared slowly.
    @Test func textsOfManyAccentsAreComparedAsFastAsOthers() throws {
        func draft(_ scalars: String) -> Draft {
            let rest = String(repeating: scalars, count: 32_768)
            var message = InteractiveMessage(url: "?a")
            message.accessibilityLabel = MentionText(literal: "a" + rest)
            message.summaryText = MentionText(literal: "b" + rest)
            var state = ConversationState()
            state.apply(.staged(Item(sender: samples.alice, content: .interactive(message))))
            return state.draft
        }
        let text = ConversationText(samples.names)
        func time(_ draft: Draft) -> Int { processorTime { #expect(text.lines(of: draft).count > 2) } }
        let (ordinary, forged) = (time(draft("жж")), time(draft("\u{301}\u{323}")))
        #expect(forged < 2 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }

    @Test func numbersStickersAndKeepsEmptyCells() throws {
        let browser = StickerBrowser(size: .small, cells: [nil, try samples.sticker("a\nsmile")])
        #expect(
            ViewText.lines(of: .stickers(browser), style: .compact)
                == ["  1  (empty)", "  2  a\\nsmile (png, 300 x 300 px, 2048 bytes)"]
        )
    }

    @Test func tellsOnlyWhatChanged() {
        let (first, second) = (ItemID(), ItemID())
        let hi = ScreenRow(item: first, lines: ["  1  bob: hi", "       you"])
        let old = Screen(transcript: [hi], field: ["field: (empty)"], view: ["── Tally ──", "0"])
        #expect(old.changes(since: old) == [])

        var new = old
        new.transcript = [
            ScreenRow(item: first, lines: ["  1  -- bob said hi --"]),
            ScreenRow(item: second, lines: ["  2  alice: hello"]),
        ]
        #expect(new.changes(since: old) == ["  1  -- bob said hi --", "  2  alice: hello"])
        #expect(old.changes(since: new) == ["  1  bob: hi", "       you"])

        new = old
        new.transcript.append(ScreenRow(item: second, lines: ["  2  alice: hello", "       you"]))
        #expect(new.changes(since: old) == ["  2  alice: hello", "       you"])

        new = old
        new.field = ["field: \"x\""]
        new.view = ["── Tally ──", "1"]
        #expect(new.changes(since: old) == ["── Tally ──", "1", "field: \"x\""])

        new = old
        new.view = []
        #expect(new.changes(since: old) == ["(the extension is closed)"])
    }
}
