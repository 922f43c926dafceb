import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@Suite struct ConversationStateTests {
    @Test func followsAMessageFromSendingToSent() throws {
        let item = try ConversationSamples.message()
        var state = folded([.staged(item), .sent([item])])
        #expect(state.transcript.entries.map(Self.delivery) == [.sending])
        #expect(state.transcript.item(item.id)?.message?.isPending == false)
        state.apply(.delivered([item.id]))
        #expect(state.transcript.entries.map(Self.delivery) == [.sent])
    }

    @Test(.proves("C-138")) func writesTheErrorIntoAMessageThatFailed() throws {
        let item = try ConversationSamples.message()
        let error = MessageError(.unknown, "no route")
        var state = folded([.sent([item]), .failed([item.id], error)])
        #expect(state.transcript.entries.map(Self.delivery) == [.failed])
        #expect(state.transcript.item(item.id)?.message?.error == error)
        state.apply(.delivered([item.id]))
        #expect(state.transcript.item(item.id)?.message?.error == nil)
    }

    @Test func neverMarksWhatOthersSent() throws {
        let item = try ConversationSamples.message()
        let state = folded([.received(item), .failed([item.id], MessageError(.unknown, "x")), .delivered([item.id])])
        #expect(state.transcript.entries.map(Self.delivery) == [.received])
        #expect(state.transcript.item(item.id)?.message?.error == nil)
    }

    @Test func takesAReceivedMessageAsNeitherPendingNorFailed() throws {
        var message = InteractiveMessage(url: "?a")
        message.error = MessageError(.unknown, "x")
        let item = Item(sender: ConversationSamples.bob, content: .interactive(message))
        let kept = folded([.received(item)]).transcript.item(item.id)?.message
        #expect(kept?.isPending == false)
        #expect(kept?.error == nil)
    }

    @Test(arguments: 0..<20) func takesAnyEventInAnyState(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        let session = SessionID()
        let items = [
            try ConversationSamples.message("a", in: session), try ConversationSamples.message(nil, in: session),
            try ConversationSamples.sticker(),
            ConversationSamples.text("t"), ConversationSamples.text(""),
        ]
        var state = ConversationState()
        for _ in 0..<200 {
            state.apply(Self.randomEvent(items, &generator))
            let ids = state.transcript.entries.map(\.itemID)
            #expect(Set(ids).count == ids.count)
            #expect(state.transcript.entries.filter { $0.item?.sessionScope != nil }.count <= 1)
            for (index, id) in ids.enumerated() { #expect(state.transcript.number(of: id) == index + 1) }
        }
    }

    @Test(.proves("C-164")) func survivesEncodingWithAllItsEvents() throws {
        let mention = MentionText(segments: [.literal("by "), .participant(ConversationSamples.bob)])
        var layout = TemplateLayout()
        layout.image = try ConversationSamples.file()
        layout.caption = mention
        var message = InteractiveMessage(session: SessionID(), url: "https://example.org/?ü=%20", layout: layout)
        message.summaryText = mention
        message.shouldExpire = true
        let item = Item(
            sender: ConversationSamples.alice,
            content: .interactive(message),
            origin: try ConversationSamples.origin("org.example.tally")
        )
        let events: [ConversationEvent] = [
            .staged(item), .staged(try ConversationSamples.sticker()), .replacedText(ConversationSamples.text("hi")),
            .sent([item]),
            .received(try ConversationSamples.message("s", in: SessionID())), .delivered([item.id]),
            .failed([item.id], MessageError(.unknown, "gone")), .cancelledMessage(item.id), .removed(item.id),
        ]
        let readEvents = try JSONDecoder().decode([ConversationEvent].self, from: JSONEncoder().encode(events))
        #expect(readEvents == events)
    }

    private static func delivery(_ entry: TranscriptEntry) -> DeliveryState? {
        entry.bubble?.delivery
    }

    private static func randomEvent(_ items: [Item], _ dice: inout SeededGenerator) -> ConversationEvent {
        let item = items[Int.random(in: 0..<items.count, using: &dice)]
        return switch Int.random(in: 0..<9, using: &dice) {
        case 0: .staged(item)
        case 1: .replacedText(item)
        case 2: .cancelledMessage(item.id)
        case 3: .removed(item.id)
        case 4: .cleared
        case 5: .sent([item, item])
        case 6: .received(item)
        case 7: .delivered([item.id, item.id])
        default: .failed([item.id], MessageError(.unknown, "x"))
        }
    }
}
