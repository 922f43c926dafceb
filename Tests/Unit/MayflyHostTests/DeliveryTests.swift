import MayflyConformance
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyHost
@testable import MayflyStore

@Suite struct DeliveryTests {
    @Test func bringsItemsToEveryOtherMemberAndMarksThemSent() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat(["alice", "bob", "carol"])
        let items = [try chat.message("m", in: nil, from: chat.alice), chat.text("hello", from: chat.alice)]
        try chat.exchange(items, from: chat.alice)
        for device in chat.devices { #expect(try chat.rows(device.id) == ["*m", "hello"]) }
        #expect(try deliveries(chat, chat.alice) == [.sent, .sent])
        #expect(try deliveries(chat, chat.bob) == [.received, .received])
        #expect(try chat.store.pendingEnvelopes().isEmpty)
    }

    @Test func sendsOnlyTheDraftThatWasShown() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let stale = try chat.store.look(at: chat.id, on: chat.alice)
        let item = chat.text("late", from: chat.alice)
        _ = try fixture.open().append([.staged(item)], to: chat.id, on: chat.alice)
        let refusal = #expect(throws: MayflyError.self) {
            try chat.store.sendDraft(stale.draft.id, in: chat.id, from: chat.alice, since: stale)
        }
        #expect(refusal?.code == .notAsShown)
        #expect(try chat.store.pendingEnvelopes().isEmpty)
        let shown = try chat.store.look(at: chat.id, on: chat.alice).draft
        #expect(shown.itemsToSend == [item])
        let sending = try chat.store.sendDraft(shown.id, in: chat.id, from: chat.alice, since: stale)
        #expect(sending.envelope.items == [item])
        #expect(try chat.store.log(of: chat.id, on: chat.alice) == [.sent([item])])
        #expect(sending.snapshot.draft.isEmpty)
        #expect(try chat.store.look(at: chat.id, on: chat.alice).draft.isEmpty)
        // Whoever sends it a second time, or sends what is empty, sends nothing.
        for (id, code) in [(shown.id, MayflyError.Code.notAsShown), (Draft().id, .notPossibleNow)] {
            let refusal = #expect(throws: MayflyError.self) {
                try chat.store.sendDraft(id, in: chat.id, from: chat.alice)
            }
            #expect(refusal?.code == code)
        }
        #expect(try chat.store.pendingEnvelopes().count == 1)
    }

    @Test func refusesToSendNothing() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        do {
            _ = try chat.store.send([], in: chat.id, from: chat.alice)
            Issue.record("nothing was sent")
        } catch {
            #expect(error.code == .notPossibleNow)
        }
        #expect(try chat.store.log(of: chat.id, on: chat.alice).isEmpty)
    }

    @Test func takesAnEnvelopeThatComesAgainOnlyOnce() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let item = chat.text("once", from: chat.alice)
        let envelope = try chat.store.send([item], in: chat.id, from: chat.alice).envelope
        let courier = Courier(store: chat.store, transport: LoopbackTransport(store: chat.store))
        for _ in 0..<3 { #expect(try await courier.deliver(envelope)) }
        #expect(try chat.store.look(at: chat.id, on: chat.bob).lastSeq == 1)
        #expect(try chat.store.look(at: chat.id, on: chat.alice).lastSeq == 2)
    }

    @Test func takesAnItemOfTwoEnvelopesOnlyOnce() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let item = chat.text("once", from: chat.alice)
        try chat.exchange([item], from: chat.alice)
        try chat.exchange([item], from: chat.alice)
        let received = try chat.store.append([.received(item)], to: chat.id, on: chat.bob)
        #expect(received.lastSeq == 1)
        #expect(try chat.store.log(of: chat.id, on: chat.bob) == [.received(item)])
    }

    @Test func deliversWhatAKilledProcessLeft() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        for word in ["one", "two"] {
            _ = try chat.store.send([chat.text(word, from: chat.alice)], in: chat.id, from: chat.alice)
        }
        #expect(try chat.rows(chat.bob).isEmpty)
        let reborn = try fixture.open()
        let courier = Courier(store: reborn, transport: LoopbackTransport(store: reborn))
        #expect(try await courier.deliverPending() == 2)
        #expect(try await courier.deliverPending() == 0)
        #expect(try chat.rows(chat.bob, in: reborn) == ["one", "two"])
        #expect(try deliveries(chat, chat.alice) == [.sent, .sent])
    }

    @Test(.proves("C-131", "C-138")) func marksWhatATransportRefused() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let item = try chat.message("m", in: nil, from: chat.alice)
        let envelope = try chat.store.send([item], in: chat.id, from: chat.alice).envelope
        let courier = Courier(store: chat.store, transport: BrokenTransport(error: MayflyError(.files, "no\nroute")))
        #expect(try await courier.deliver(envelope))
        let transcript = try chat.store.look(at: chat.id, on: chat.alice).page
        #expect(try deliveries(chat, chat.alice) == [.failed])
        #expect(transcript.item(item.id)?.message?.error?.message == "the message was not delivered: no\\nroute")
        #expect(try chat.store.pendingEnvelopes().isEmpty)
        #expect(try chat.rows(chat.bob).isEmpty)
    }

    /// No input field of this host can have such a text, and no other host takes it.
    @Test func refusesATextThatIsTooLong() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let longest = chat.text(String(repeating: "a", count: Draft.mostWholeTextBytes), from: chat.alice)
        let longer = chat.text(String(repeating: "a", count: Draft.mostWholeTextBytes + 1), from: chat.alice)
        let courier = Courier(store: chat.store, transport: LoopbackTransport(store: chat.store))
        let envelope = try chat.store.send([longest], in: chat.id, from: chat.alice).envelope
        #expect(try await courier.deliver(envelope))
        let refused = #expect(throws: MayflyError.self) {
            try chat.store.send([longer], in: chat.id, from: chat.alice)
        }
        #expect(refused?.code == .invalidInput)
        #expect(try deliveries(chat, chat.alice) == [.sent])
        #expect(try chat.store.look(at: chat.id, on: chat.bob).page.entries.compactMap(\.item) == [longest])
        #expect(try chat.store.pendingEnvelopes().isEmpty)
    }

    /// A manifest may have a name of 80 characters, and three extensions may have words in a text: others take what names all of them.
    @Test func takesTheLongestNamesOfExtensions() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let name = String(repeating: "\u{1F600}", count: 80)
        for id in ["one", "two", "three"] {
            let origin = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example." + id)), name: name)
            let item = Item(sender: chat.alice.ownPerson, content: .text(id), origin: origin)
            _ = try chat.store.append([.staged(item)], to: chat.id, on: chat.alice)
        }
        let draft = try chat.store.look(at: chat.id, on: chat.alice).draft
        let sent = try chat.store.sendDraft(draft.id, in: chat.id, from: chat.alice).envelope
        #expect(sent.items.first?.origin?.name == [name, name, name].joined(separator: ", "))
        let arrival = try chat.store.arrival(of: sent, on: chat.bob)
        #expect(arrival != nil)
    }

    /// What no other host takes stays in the field: it would be lost with the words of the person.
    @Test func whatNoOtherHostTakesStaysInTheField() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let digest = try #require(ContentDigest(bytes: Array(repeating: 1, count: 32)))
        let size = MediaFile.PixelSize(width: 1_048_577, height: 1)
        let file = MediaFile(digest: digest, name: "a.png", type: .png, byteCount: 1, pixelSize: size)
        let items = [
            chat.text("words", from: chat.alice),
            Item(sender: chat.alice.ownPerson, content: .attachment(Attachment(file: file))),
        ]
        let events = items.map(ConversationEvent.staged)
        let seen = try chat.store.append(events, to: chat.id, on: chat.alice)
        let error = #expect(throws: MayflyError.self) {
            try chat.store.sendDraft(seen.draft.id, in: chat.id, from: chat.alice)
        }
        #expect(error?.code == .invalidInput)
        let after = try chat.store.look(at: chat.id, on: chat.alice)
        #expect(after.draft == seen.draft && after.page.entries.isEmpty)
        #expect(try chat.store.pendingEnvelopes().isEmpty)
    }

    /// What has the identifier of another's message could not be shown. Its sender sees that it did not arrive, whether the other one sent
    /// the message or received it.
    @Test func refusesTheIdentifierOfAnothersMessage() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat(["alice", "bob", "carol"])
        let courier = Courier(store: chat.store, transport: LoopbackTransport(store: chat.store))
        let first = chat.text("first", from: chat.alice)
        try chat.exchange([first], from: chat.alice)
        for other in [chat.bob, chat.devices[2].id] {
            let second = Item(id: ItemID(), sender: other.ownPerson, content: .text("fine"))
            let forged = Item(id: first.id, sender: other.ownPerson, content: .text("forged"))
            // In the sender's own log, the identifier is that of the message that came from alice.
            let envelope = Envelope(conversation: chat.id, sender: other, items: [second, forged])
            for receiver in chat.devices.map(\.id) where receiver != other {
                let reason = "another sender's item has the identifier \(first.id)"
                let error = #expect(throws: MayflyError.self) { try chat.store.arrival(of: envelope, on: receiver) }
                #expect(error?.code == .invalidInput && error?.message == reason)
                #expect(try chat.rows(receiver) == ["first"])
            }
            let sent = try chat.store.send([forged], in: chat.id, from: other).envelope
            #expect(try await courier.deliver(sent))
            let last = try chat.store.log(of: chat.id, on: other).last
            guard case .failed([first.id], let error)? = last else {
                Issue.record("\(String(describing: last))")
                return
            }
            #expect(error.message.contains("another sender's item has the identifier \(first.id)"))
        }
        for receiver in chat.devices { #expect(try chat.rows(receiver.id) == ["first"]) }
    }

    @Test func keepsAnEnvelopeWhoseDeliveryWasCancelled() async throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let item = chat.text("later", from: chat.alice)
        let envelope = try chat.store.send([item], in: chat.id, from: chat.alice).envelope
        let courier = Courier(store: chat.store, transport: BrokenTransport(error: CancellationError()))
        #expect(try await courier.deliver(envelope) == false)
        #expect(try chat.store.pendingEnvelopes() == [envelope])
        #expect(try deliveries(chat, chat.alice) == [.sending])
    }

    private func deliveries(_ chat: Chat, _ device: DeviceID) throws -> [DeliveryState] {
        try chat.store.look(at: chat.id, on: device).page.entries.compactMap(\.bubble?.delivery)
    }
}

private struct BrokenTransport: Transport {
    let error: any Error

    func deliver(_ envelope: Envelope) async throws { throw error }
}
