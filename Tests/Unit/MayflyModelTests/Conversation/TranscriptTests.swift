import MayflyConformance
import MayflyModel
import Testing

@Suite struct TranscriptTests {
    @Test(.proves("C-154", "C-155", "C-158", "C-160")) func leavesSummariesOfOlderMessagesAtTheirOldPlaces() throws {
        let session = SessionID()
        let first = try ConversationSamples.message("one", in: session)
        let between = ConversationSamples.text("hello")
        let second = try ConversationSamples.message("two", in: session, from: ConversationSamples.bob)
        let third = try ConversationSamples.message("three", in: session)
        let state = folded([.sent([first]), .received(between), .received(second), .sent([third])])
        let names = [between.id: "hello", third.id: "three"]
        #expect(state.transcript.rows(names: names) == ["- one", "* hello", "- two", "* three"])
    }

    @Test(.proves("C-156"), arguments: [nil, ""]) func leavesNoTraceOfAMessageWithoutSummary(summary: String?) throws {
        let session = SessionID()
        let first = try ConversationSamples.message(summary, in: session)
        let second = try ConversationSamples.message("two", in: session)
        let state = folded([.sent([first]), .sent([second])])
        #expect(state.transcript.rows(names: [second.id: "two"]) == ["* two"])
    }

    @Test(.proves("C-166")) func usesTheDefaultSummaryOnlyWhenThePolicyHasOne() throws {
        let session = SessionID()
        let events: [ConversationEvent] = [
            .sent([try ConversationSamples.message(nil, in: session)]),
            .sent([try ConversationSamples.message("mine", in: session)]),
            .sent([try ConversationSamples.message(nil, in: session)]),
        ]
        let state = folded(events, fallback: .text("a message"))
        #expect(state.transcript.rows(names: [:]) == ["- a message", "- mine", "* ?"])
    }

    @Test(.proves("C-162")) func keepsMessagesWithoutSessionForEver() throws {
        let items = [try ConversationSamples.message("one"), try ConversationSamples.message("two")]
        let state = folded([.sent([items[0]]), .sent([items[1]])])
        #expect(state.transcript.entries.compactMap(\.item?.id) == items.map(\.id))
    }

    @Test(.proves("C-165")) func keepsTheSameSessionOfTwoExtensionsApart() throws {
        let session = SessionID()
        let tally = try ConversationSamples.message("one", in: session, of: "org.example.tally")
        let poll = try ConversationSamples.message("two", in: session, of: "org.example.poll")
        let state = folded([.sent([tally]), .sent([poll])])
        #expect(state.transcript.entries.compactMap(\.item?.id) == [tally.id, poll.id])
    }

    @Test(.proves("C-168")) func collapsesInTheOrderOfArrivalWhenTwoAnswersRace() throws {
        let session = SessionID()
        let question = try ConversationSamples.message("asked", in: session)
        let bob = try ConversationSamples.message("bob", in: session, from: ConversationSamples.bob)
        let carol = try ConversationSamples.message("carol", in: session, from: ConversationSamples.carol)
        let here = folded([.sent([question]), .received(bob), .received(carol)])
        let there = folded([.sent([question]), .received(carol), .received(bob)])
        #expect(here.transcript.rows(names: [carol.id: "carol"]) == ["- asked", "- bob", "* carol"])
        #expect(there.transcript.rows(names: [bob.id: "bob"]) == ["- asked", "- carol", "* bob"])
    }

    @Test func takesEachItemOnlyOnce() throws {
        let session = SessionID()
        let first = try ConversationSamples.message("one", in: session)
        let second = try ConversationSamples.message("two", in: session)
        let state = folded([.received(first), .received(second), .received(first), .received(second), .sent([first])])
        #expect(state.transcript.rows(names: [second.id: "two"]) == ["- one", "* two"])
    }

    @Test(.proves("C-161")) func hidesTheItemBehindASummaryLine() throws {
        let session = SessionID()
        let first = try ConversationSamples.message("one", in: session)
        let second = try ConversationSamples.message("two", in: session)
        let transcript = folded([.sent([first]), .sent([second])]).transcript
        #expect(transcript.item(first.id) == nil)
        #expect(transcript.entry(number: 1)?.item == nil)
        #expect(transcript.entry(number: 1)?.itemID == first.id)
        #expect(transcript.item(second.id)?.id == second.id)
        let scope = try #require(second.sessionScope)
        #expect(transcript.currentItem(of: scope)?.id == second.id)
    }

    @Test func numbersVisibleRowsFromOne() throws {
        let session = SessionID()
        let gone = try ConversationSamples.message(nil, in: session)
        let text = ConversationSamples.text("hi")
        let last = try ConversationSamples.message(nil, in: session)
        let transcript = folded([.sent([gone]), .received(text), .sent([last])]).transcript
        #expect(transcript.number(of: gone.id) == nil)
        #expect(transcript.number(of: text.id) == 1)
        #expect(transcript.entry(number: 2)?.itemID == last.id)
        for number in [Int.min, -1, 0, 3, Int.max] { #expect(transcript.entry(number: number) == nil) }
    }
}
