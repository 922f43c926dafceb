import MayflyHost
import MayflyModel
import MayflyStore
import Testing

@Suite struct HostEventsTests {
    private static let text = String(repeating: "x", count: 1 << 20)
    private static let person = ParticipantID()

    /// Events of a MiB of text each, by whatever they bring it.
    private static func event(_ kind: Int, _ id: ExtensionID) throws -> HostEvent {
        func item(_ content: ItemContent) -> Item { Item(sender: person, content: content) }
        var message = InteractiveMessage(url: "?a")
        message.summaryText = MentionText(literal: text)
        let items = [item(.text(text)), item(.interactive(message))]
        func page(_ entries: [TranscriptEntry]) -> HostEvent {
            .transcript(TranscriptPage(entries, firstNumber: 1, count: entries.count, firstPosition: 0))
        }
        switch kind {
        case 0: return .openURL(text)
        case 1: return .log(id, .info, text)
        case 2: return .callback(id, name: "didReceive", arguments: .object(["message": .list([.text(text)])]))
        case 3: return .call(id, name: "log", arguments: .null, error: MessageError(.unknown, text))
        case 4: return page([.bubble(Bubble(items[0], .received))])
        case 5: return page([.bubble(Bubble(items[1], .received))])
        default:
            var draft = Draft()
            draft.apply(.staged(items[kind % 2]))
            return .draft(draft)
        }
    }

    /// A reader that does not keep up is told what it has missed by the bytes, too.
    @Test(arguments: 0..<8) func theMemoryOfEventsIsBounded(kind: Int) async throws {
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        let events = HostEvents(keeping: 100, bytes: 5 << 20)
        for _ in 0..<10 { events.observer(try Self.event(kind, id)) }
        var reader = events.makeAsyncIterator()
        let error = await #expect(throws: MayflyError.self) { try await reader.next() }
        #expect(error?.code == .eventsLost)
        #expect(error?.message == "6 events were dropped before they were read")
        events.finish()
        var count = 0
        while try await reader.next() != nil { count += 1 }
        #expect(count == 4)
    }

    @Test func theNewestEventIsKeptHoweverLarge() async throws {
        let events = HostEvents(bytes: 1)
        events.observer(.openURL("a"))
        events.observer(.openURL("b"))
        var reader = events.makeAsyncIterator()
        await #expect(throws: MayflyError.self) { try await reader.next() }
        guard case .openURL("b") = try await reader.next() else {
            Issue.record("the newest event is not there")
            return
        }
    }
}
