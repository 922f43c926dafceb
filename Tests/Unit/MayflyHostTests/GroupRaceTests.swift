import MayflyConformance
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyHost

/// Two members answer one question at the same moment (model 5.7, C-168).
@Suite struct GroupRaceTests {
    @Test(.proves("C-168"), arguments: [true, false]) func endsOnEachDeviceByTheOrderOfArrival(bobFirst: Bool)
        async throws
    {
        let fixture = StoreFixture()
        let chat = try fixture.chat(["alice", "bob", "carol"])
        let carol = chat.devices[2].id
        let session = SessionID()
        try chat.exchange([try chat.message("ask", in: session, from: chat.alice)], from: chat.alice)
        let envelopes = try [(chat.bob, "bob"), (carol, "carol")].map { device, word in
            let answer = try chat.message(word, in: session, from: device)
            return try chat.store.send([answer], in: chat.id, from: device).envelope
        }
        let transport = LoopbackTransport(store: chat.store)
        for envelope in bobFirst ? envelopes : envelopes.reversed() { try await transport.deliver(envelope) }
        #expect(try chat.rows(chat.alice) == (bobFirst ? ["ask", "bob", "*carol"] : ["ask", "carol", "*bob"]))
        #expect(try chat.rows(chat.bob) == ["ask", "bob", "*carol"])
        #expect(try chat.rows(carol) == ["ask", "carol", "*bob"])
    }
}
