import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyViews
import Testing

/// Two people answer in one session at the same moment (model 5.7): each device keeps the bubble that came last to it.
@Suite struct AnswerRaceTests {
    private static let people = ["alice", "bob", "carol"]

    @Test(.proves("C-169"), arguments: [["bob", "carol"], ["carol", "bob"]])
    func theStateUnderTheTokenHasBothAnswers(order: [String]) async throws {
        let transport = HeldTransport()
        try await Sessions.with(devices: Self.people, transport: transport) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("push")
                try await window.say("ask")
            }
            try await test.race(order, over: transport) { window, person in
                try await window.tapNewest()
                try await window.tap("push")
                try await window.tap("stage", ["word": person])
            }
            for person in Self.people {
                let trace = Trace()
                try await test.window(as: person, trace: trace) { window in
                    // The URL carries the token and nothing else.
                    let url = await window.transcript.entries.last?.item?.message?.url
                    #expect(url == "?token=07070707070707070707070707070707")
                    try await window.tapNewest()
                }
                let fetched = trace.told.last { $0.hasPrefix("fetched 0 version=3") }
                let words = fetched?.split(separator: " ").last?.split(separator: ",").map(String.init)
                #expect(Set(words ?? []) == ["ask", "bob", "carol"])
            }
        }
    }

    @Test(.proves("C-168"), arguments: [["bob", "carol"], ["carol", "bob"]])
    func theBurgerPollShowsBothVotesOnEveryDevice(order: [String]) async throws {
        let transport = HeldTransport()
        try await TestHost.with(
            bundles: [Samples.folder + "/BurgerPoll.mayfly"],
            devices: Self.people,
            policy: .immediate,
            transport: transport
        ) { test in
            try transport.attach(to: test)
            try await test.ask(with: BurgerPollTests.id)
            try await test.race(order, over: transport) { window, person in
                try await window.tapNewest()
                try await window.tap(person == "bob" ? "Veggie" : "Chili")
            } after: { window, person in
                // Whoever has the poll open sees the other's vote arrive.
                try await window.changeStyle(to: .expanded)
                #expect(await window.cardText.contains("Veggie 1 · Chili 1"), "\(person), open")
            }
            for person in Self.people {
                try await test.window(as: person) { window in
                    // One answer is a summary line, and which one differs.
                    let last = order.last { $0 != person } ?? ""
                    let caption = await window.transcript.entries.last?.item?.message?.layout?.caption
                    #expect(caption == MentionText(literal: last == "bob" ? "Veggie 1" : "Chili 1"), "\(person)")
                    #expect(await window.transcript.entries.map { $0.item == nil } == [true, true, false])
                    try await window.tapNewest()
                    let text = await window.cardText
                    #expect(text.contains("Veggie 1 · Chili 1"), "\(person)")
                    // The order of the others is their own on each device, and tells nothing about the members.
                    let names = ["You", "Participant 1", "Participant 2"].filter(text.contains)
                    #expect(names.count == 2 && names.contains("You") == (person != "alice"), "\(names) for \(person)")
                }
            }
        }
    }
}

extension TestHost {
    /// Alice asks with the sample.
    func ask(with id: String) async throws {
        try await window(as: "alice") { window in
            try await window.open(bundle(id))
            try await window.tap("ask")
            try await window.send()
        }
    }

    /// Bob and carol prepare an answer each, press Send before they see the other's, and are delivered in that order.
    func race(
        _ order: [String],
        over transport: HeldTransport,
        prepare: @Sendable (ConversationWindow, String) async throws -> Void,
        after: @Sendable (ConversationWindow, String) async throws -> Void = { _, _ in }
    ) async throws {
        try await window(as: order[0]) { first in
            try await window(as: order[1]) { second in
                try await prepare(first, order[0])
                try await prepare(second, order[1])
                transport.hold()
                async let firstSends: Void = first.send()
                async let secondSends: Void = second.send()
                await transport.waitUntilHeld(2)
                transport.release(first.device.id)
                try await firstSends
                transport.release(second.device.id)
                try await secondSends
                // Both have what the other sent.
                try await first.settle()
                try await second.settle()
                try await after(first, order[0])
                try await after(second, order[1])
            }
        }
        #expect(order.count == 2)
    }
}

extension ConversationWindow {
    /// What the extension's card says.
    var cardText: String {
        guard case .card(let card, let inputs) = view else { return "" }
        return CardPrinter(style: style).lines(of: card, inputs: inputs).joined(separator: "\n")
    }
}
