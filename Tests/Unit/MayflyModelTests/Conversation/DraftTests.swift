import MayflyConformance
import MayflyModel
import Testing

@Suite struct DraftTests {
    @Test func sendsMessageThenMediaThenText() throws {
        let text = ConversationSamples.text("look")
        let sticker = try ConversationSamples.sticker()
        let attachment = Item(
            sender: ConversationSamples.alice,
            content: .attachment(Attachment(file: try ConversationSamples.file()))
        )
        let message = try ConversationSamples.message()
        let draft = folded([.staged(text), .staged(sticker), .staged(attachment), .staged(message)]).draft
        #expect(draft.itemsToSend.map(\.id) == [message.id, sticker.id, attachment.id, text.id])
    }

    @Test(.proves("C-108")) func keepsOnlyTheNewestInteractiveMessage() throws {
        let second = try ConversationSamples.message("two")
        let draft = folded([.staged(try ConversationSamples.message("one")), .staged(second)]).draft
        #expect(draft.itemsToSend.map(\.id) == [second.id])
    }

    @Test(.proves("C-198")) func stagesAMessageAsPendingAndNamesItsSender() throws {
        var message = InteractiveMessage(url: "?a=b")
        message.isPending = false
        message.error = MessageError(.unknown, "left from before")
        #expect(message.sender == nil)
        let item = Item(sender: ConversationSamples.bob, content: .interactive(message))
        let staged = folded([.staged(item)]).draft.message?.message
        #expect(staged?.isPending == true)
        #expect(staged?.error == nil)
        #expect(staged?.sender == ConversationSamples.bob)
    }

    @Test(.proves("C-159")) func stagingCollapsesNothingAndSendingClearsTheField() throws {
        let session = SessionID()
        let old = try ConversationSamples.message("old", in: session)
        let new = try ConversationSamples.message("new", in: session)
        var state = folded([.received(old), .staged(new), .typed("and text", by: ConversationSamples.alice)])
        #expect(state.transcript.rows(names: [old.id: "old"]) == ["* old"])
        state.apply(.sent(state.draft.itemsToSend))
        #expect(state.draft.isEmpty)
        #expect(state.transcript.rows(names: [new.id: "new"]) == ["- old", "* new", "* ?"])
    }

    @Test func addsTextAtTheEndAndNamesTheLastExtensionThatAdded() throws {
        let origin = try ConversationSamples.origin("org.example.tally")
        let draft = folded([
            .typed("a", by: ConversationSamples.alice), .staged(ConversationSamples.text("b", origin: origin)),
            .typed("c", by: ConversationSamples.alice), .typed("", by: ConversationSamples.alice),
        ]).draft
        #expect(draft.text == "abc")
        #expect(draft.textItem?.origin == origin)
        #expect(draft.textItem?.content == .text("abc"))
    }

    @Test func namesAllExtensionsThatAddedText() throws {
        let bank = Origin(extensionID: try ConversationSamples.origin("org.example.bank").extensionID, name: "Bank")
        let tally = Origin(extensionID: try ConversationSamples.origin("org.example.tally").extensionID, name: "Tally")
        let texts = [("pay ", bank), ("5 ", tally), ("now", bank)].map { ConversationSamples.text($0, origin: $1) }
        let typed = ConversationEvent.typed("please", by: ConversationSamples.alice)
        let draft = folded([.staged(texts[0]), typed, .staged(texts[1]), .staged(texts[2])]).draft
        #expect(draft.textItem?.content == .text("pay please5 now"))
        #expect(draft.textItem?.origin == Origin(extensionID: bank.extensionID, name: "Tally, Bank"))
        #expect(folded([.staged(texts[0]), .staged(texts[2])]).draft.textItem?.origin == bank)
    }

    @Test func keepsWhatCameIntoTheFieldAfterTheSenderLooked() throws {
        let seen = folded([
            .staged(try ConversationSamples.message("one")), .typed("hello", by: ConversationSamples.alice),
        ])
        let late = try ConversationSamples.message("two")
        var state = seen
        state.apply(.staged(late))
        state.apply(.typed(" world", by: ConversationSamples.alice))
        state.apply(.sent(seen.draft.itemsToSend))
        #expect(state.draft.message?.id == late.id)
        #expect(state.draft.text == " world")
    }

    @Test func replacesTheTextAndForgetsWhoWroteTheOld() throws {
        let origin = try ConversationSamples.origin("org.example.tally")
        let old = ConversationSamples.text("old", origin: origin)
        let new = ConversationSamples.text("new")
        let draft = folded([.staged(old), .replacedText(new)]).draft
        #expect(draft.itemsToSend == [new])
        #expect(folded([.staged(old), .replacedText(ConversationSamples.text(""))]).draft.isEmpty)
    }

    /// A person who edits the text gives all of it anew.
    @Test(arguments: [
        ("the words of it!", true), ("the words", true), ("words of it", true), ("say: the words of it", true),
        ("the long words of it", true), ("the of it", true), ("t", true), ("my own", false), ("", false),
    ]) func wordsOfAnExtensionKeepItsNameAsLongAsSomeAreLeft(text: String, isNamed: Bool) throws {
        let origin = try ConversationSamples.origin("org.example.tally")
        let old = ConversationSamples.text("the words of it", origin: origin)
        let new = ConversationSamples.text(text)
        var state = folded([.staged(old), .replacedText(new)])
        #expect(state.draft.textItem?.origin == (isNamed ? origin : nil))
        #expect(state.draft.text == text)
        // What the person types behind them does not change it.
        state.apply(.typed(" more", by: ConversationSamples.alice))
        #expect(state.draft.textItem?.origin == (isNamed ? origin : nil))
        state.apply(.replacedText(ConversationSamples.text("")))
        #expect(state.draft.isEmpty && state.draft == Draft())
    }

    @Test func onlyTheWordsOfAnExtensionHaveItsName() throws {
        let origin = try ConversationSamples.origin("org.example.tally")
        let typed = ConversationEvent.typed("Hello ", by: ConversationSamples.alice)
        let start: [ConversationEvent] = [typed, .staged(ConversationSamples.text("there", origin: origin))]
        // A letter in the middle, then what the extension wrote is taken away from both sides of it.
        let edits = ["Hello thXere", "Hello there", "Hello ere", "ere", "e", "Hello e", "Hello "]
        for count in 0...edits.count {
            let draft = folded(start + edits.prefix(count).map { .replacedText(ConversationSamples.text($0)) }).draft
            #expect(draft.textItem?.origin == (count < edits.count ? origin : nil), "\(count)")
        }
        // Sent text takes its names with it.
        let edited = folded(start + [.replacedText(ConversationSamples.text("Hello there!"))])
        var state = edited
        state.apply(typed)
        state.apply(.sent(edited.draft.itemsToSend))
        #expect(state.draft.text == "Hello " && state.draft.textItem?.origin == nil)
    }

    @Test func refusesATextThatIsTooLongToReplaceItsOwn() {
        let most = String(repeating: "é", count: Draft.mostTextBytes / 2)
        #expect(Draft.refusal(ofText: most) == nil)
        #expect(Draft.refusal(ofText: most + "a")?.code == .limitExceeded)
    }

    private static func draft(of parts: [(String?, String)]) throws -> Draft {
        var draft = Draft()
        for (id, text) in parts {
            draft.apply(.staged(ConversationSamples.text(text, origin: try id.map(ConversationSamples.origin))))
        }
        return draft
    }

    /// An extension may search for the largest text that fits: it finds the same, whatever others have in the field.
    @Test func theRoomForAnExtensionTellsNothingOfOthers() throws {
        let longest = String(repeating: "a", count: Draft.mostTextBytes)
        let id = "org.example.tally"
        let origin = try ConversationSamples.origin(id)
        let own = (id as String?, "own words")
        let others: [[(String?, String)]] = [
            [], [(nil, "secret")], [(nil, longest)], [("org.example.poll", "x")],
            [("org.example.poll", longest), (nil, longest)],
            Array(repeating: (nil, "k"), count: 4096),
        ]
        var answers: [[MessageError?]] = []
        for other in others {
            let draft = try Self.draft(of: other + [own])
            answers.append(
                [0, 9, 10].map { less in
                    draft.refusal(of: ConversationSamples.text(String(longest.dropFirst(less)), origin: origin))
                }
            )
        }
        #expect(answers[0].map { $0 == nil } == [false, true, true])
        #expect(answers.allSatisfy { $0 == answers[0] })
        // Neither has the person less room for it.
        let draft = try Self.draft(of: [(id, longest)])
        #expect(draft.refusal(of: ConversationSamples.text(longest)) == nil)
        #expect(draft.refusal(of: ConversationSamples.text(longest + "a"))?.code == .limitExceeded)
    }

    @Test func theWholeFieldHasALimit() throws {
        let longest = String(repeating: "a", count: Draft.mostTextBytes)
        let ids = ["org.example.one", "org.example.two", "org.example.three"]
        let draft = try Self.draft(of: ids.map { ($0, longest) } + [(nil, longest)])
        #expect(draft.text.utf8.count == Draft.mostWholeTextBytes)
        for id in ids + ["org.example.four", nil] {
            let origin = try id.map(ConversationSamples.origin)
            #expect(draft.refusal(of: ConversationSamples.text("a", origin: origin))?.code == .limitExceeded)
        }
        #expect(draft.refusal(of: try ConversationSamples.sticker()) == nil)
    }

    /// The person may make a text of their own of those of three extensions: their words are still there, and no others get in.
    @Test func noFurtherExtensionGetsInWhereThePersonHasEditedTheText() throws {
        let ids = ["org.example.one", "org.example.two", "org.example.three"]
        var draft = try Self.draft(of: ids.map { ($0, "words ") })
        draft.apply(.replacedText(ConversationSamples.text(draft.text + "mine")))
        let fourth = ConversationSamples.text("a", origin: try ConversationSamples.origin("org.example.four"))
        #expect(draft.refusal(of: fourth)?.code == .limitExceeded)
        let third = ConversationSamples.text("a", origin: try ConversationSamples.origin(ids[2]))
        #expect(draft.refusal(of: third) == nil)
    }

    @Test func leavesTheDraftAloneOnADirectSend() throws {
        let staged = try ConversationSamples.message("staged")
        let state = folded([.staged(staged), .sent([try ConversationSamples.message("direct")])])
        #expect(state.draft.message?.id == staged.id)
        #expect(state.transcript.entries.count == 1)
    }

    @Test func cancelsOnlyTheMessageThatIsMeant() throws {
        let first = try ConversationSamples.message("one")
        let second = try ConversationSamples.message("two")
        var state = folded([.staged(first), .staged(second), .cancelledMessage(first.id)])
        #expect(state.draft.message?.id == second.id)
        state.apply(.cancelledMessage(second.id))
        #expect(state.draft.isEmpty)
    }

    @Test func eachContentHasAnIdentifierOfItsOwn() throws {
        let items = [
            try ConversationSamples.message("one"), try ConversationSamples.message("one"),
            try ConversationSamples.sticker(), ConversationSamples.text("a"), ConversationSamples.text("a"),
        ]
        var state = ConversationState()
        var seen: Set<DraftID> = [state.draft.id]
        for item in items {
            state.apply(.staged(item))
            #expect(seen.insert(state.draft.id).inserted)
        }
        let full = state.draft.id
        state.apply(.removed(items[2].id))
        #expect(seen.insert(state.draft.id).inserted)
        // Others' events, and what is refused by the rules, change nothing.
        let rest = state.draft.id
        state.apply(.received(try ConversationSamples.message("two")))
        state.apply(.staged(ConversationSamples.text("")))
        #expect(state.draft.id == rest && rest != full)
        state.apply(.cleared)
        #expect(state.draft.id == Draft().id)
    }

    @Test func removesOneItemAndClearsAll() throws {
        let sticker = try ConversationSamples.sticker()
        let other = try ConversationSamples.sticker("a dog")
        var state = folded([
            .staged(sticker), .staged(other), .typed("x", by: ConversationSamples.alice), .removed(sticker.id),
        ])
        #expect(state.draft.media.map(\.id) == [other.id])
        let text = try #require(state.draft.textItem)
        state.apply(.removed(text.id))
        #expect(state.draft.text.isEmpty)
        state.apply(.cleared)
        #expect(state.draft.isEmpty)
    }
}
