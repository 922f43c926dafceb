import Foundation
import MayflyBundles
import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyStore
import MayflyTestSupport
import MayflyTesting
import Synchronization
import Testing

/// A transport of the app's own, between two home folders that nothing else connects.
@Suite struct OwnTransportTests {
    /// Carries envelopes as JSON, as over a network.
    private final class Wire: Transport {
        private let peer = Mutex<(host: ExtensionHost, device: String)?>(nil)
        private let own = Mutex<ExtensionHost?>(nil)
        /// How often each envelope comes.
        private let repeats: Int

        init(repeats: Int = 1) { self.repeats = repeats }

        func connect(_ host: ExtensionHost, to peer: ExtensionHost, device: String) {
            own.withLock { $0 = host }
            self.peer.withLock { $0 = (peer, device) }
        }

        func deliver(_ envelope: Envelope) async throws {
            let data = try JSONEncoder().encode(envelope)
            let (peer, own) = (try #require(peer.withLock { $0 }), try #require(own.withLock { $0 }))
            for _ in 0..<repeats {
                let received = try JSONDecoder().decode(Envelope.self, from: data)
                try await peer.host.receive(received, on: peer.device) { file in try own.content(of: file) }
            }
        }
    }

    private struct Pair {
        let alice: ExtensionHost
        let bob: ExtensionHost
        let homes: [String]
    }

    /// Two hosts that know the same people and the same conversation.
    private static func with(repeats: Int = 1, _ body: @Sendable (Pair) async throws -> Void) async throws {
        let homes = (0..<2).map { _ in NSTemporaryDirectory() + "mayfly-wire-\(UUID())" }
        defer { for home in homes { try? FileManager.default.removeItem(atPath: home) } }
        let wires = (0..<2).map { _ in Wire(repeats: repeats) }
        let hosts = try zip(homes, wires).map { home, wire in
            try ExtensionHost(
                home: HomeFolder(path: home),
                searchPath: SearchPath(folders: [Samples.folder]),
                worker: Bundle.main.bundlePath + "/mayfly-worker",
                mediaWorker: Bundle.main.bundlePath + "/mayfly-media-worker",
                transport: wire
            )
        }
        let (people, chat) = ([DeviceID(), DeviceID()], ConversationID())
        for host in hosts {
            for (name, id) in zip(["alice", "bob"], people) { try host.createDevice(name, id: id) }
            try host.createConversation("chat", with: ["alice", "bob"], id: chat)
        }
        wires[0].connect(hosts[0], to: hosts[1], device: "bob")
        wires[1].connect(hosts[1], to: hosts[0], device: "alice")
        try await HostPermits.withPermit {
            try await body(Pair(alice: hosts[0], bob: hosts[1], homes: homes))
        }
        for host in hosts { _ = await host.endHelpers() }
    }

    /// A count goes from one home to the other, is answered there, and comes back.
    @Test(arguments: [1, 2]) func aMessageGoesThereAndBack(repeats: Int) async throws {
        try await Self.with(repeats: repeats) { pair in
            let tally = try pair.alice.catalog().find("org.mayfly.tally")
            try await pair.alice.withWindow(on: "chat", as: "alice") { window in
                try await window.open(tally)
                for control in ["plus", "plus", "stage"] { try await window.tap(.typed(control)) }
                try await window.send(window.draft.id)
            }
            try await pair.bob.withWindow(on: "chat", as: "bob") { window in
                #expect(await window.transcript.count == 1)
                try await window.tapBubble(1)
                for control in ["plus", "stage"] { try await window.tap(.typed(control)) }
                try await window.send(window.draft.id)
            }
            let rows = try pair.alice.look(at: "chat", as: "alice").transcript.entries
            #expect(rows.count == 2)
            guard case .summary? = rows.first, let answer = rows.last?.bubble else {
                Issue.record("\(rows)")
                return
            }
            #expect(answer.delivery == .received)
            #expect(answer.item.message?.layout?.caption == MentionText(literal: "Tally: 3"))
        }
    }

    @Test func filesComeWithTheirItems() async throws {
        try await Self.with { pair in
            let path = pair.homes[0] + "/notes.txt"
            try Data("some words".utf8).write(to: URL(filePath: path))
            try await pair.alice.withWindow(on: "chat", as: "alice") { window in
                try await window.attach(fileAt: path)
                try await window.send(window.draft.id)
            }
            let entry = try #require(try pair.bob.look(at: "chat", as: "bob").transcript.entries.last)
            guard case .attachment(let attachment)? = entry.item?.content else {
                Issue.record("\(entry)")
                return
            }
            #expect(attachment.name == "notes.txt")
            #expect(try pair.bob.content(of: attachment.file) == Array("some words".utf8))
        }
    }

    /// What comes from elsewhere is checked: its sender is not trusted.
    @Test func whatBreaksARuleIsRefused() async throws {
        try await Self.with { pair in
            let people = try pair.bob.devices()
            let (alice, bob) = (try #require(people.first), try #require(people.last))
            let chat = try #require(try pair.bob.conversations().first).id
            func refusal(
                _ items: [Item],
                in conversation: ConversationID? = nil,
                from sender: DeviceID? = nil,
                content: [UInt8] = []
            ) async throws -> MayflyError? {
                let envelope = Envelope(conversation: conversation ?? chat, sender: sender ?? alice.id, items: items)
                do {
                    try await pair.bob.receive(envelope, on: "bob") { _ in content }
                    return nil
                } catch {
                    return try #require(error as? MayflyError)
                }
            }
            func text(_ text: String, by sender: ParticipantID? = nil) -> Item {
                Item(sender: sender ?? alice.owner, content: .text(text))
            }
            #expect(try await refusal([text("hello")]) == nil)
            #expect(try await refusal([])?.message == "an envelope has 1 to 512 items, not 0")
            #expect(try await refusal([text("by bob", by: bob.owner)])?.message.contains("another sender") == true)
            #expect(try await refusal([text("hello")], in: ConversationID())?.code == .unknownConversation)
            #expect(try await refusal([text("hello")], from: DeviceID())?.code == .unknownDevice)
            #expect(
                try await refusal([text("hello", by: bob.owner)], from: bob.id)?.message.contains("is the sender")
                    == true
            )
            let pretended = try Self.forged(by: alice.owner, as: bob.owner)
            #expect(try await refusal([pretended])?.message.contains("names another sender than its envelope") == true)
            let twice = text("twice")
            #expect(try await refusal([twice, twice])?.message.contains("have the same identifier") == true)
            let long = InteractiveMessage(url: "?" + String(repeating: "x", count: 6_000))
            let message = Item(sender: alice.owner, content: .interactive(long))
            #expect(try await refusal([message])?.message.contains("over the limit of 5,000") == true)
            let digest = try #require(ContentDigest(rawValue: String(repeating: "a", count: 64)))
            let file = MediaFile(digest: digest, name: "a.txt", type: .text, byteCount: 3)
            let attachment = Item(sender: alice.owner, content: .attachment(Attachment(file: file)))
            #expect(
                try await refusal([attachment], content: Array("abc".utf8))?.message.contains("another one") == true
            )
            #expect(try await refusal([attachment], content: [0, 1, 2])?.message.contains("another one") == true)
            #expect(try pair.bob.look(at: "chat", as: "bob").transcript.count == 1)
        }
    }

    /// What an envelope says of a file decides how it is drawn and handed on, whether the file came with it or was here.
    @Test func filesAreWhatTheirItemsSay() async throws {
        try await Self.with { pair in
            let alice = try #require(try pair.bob.devices().first).id
            let chat = try #require(try pair.bob.conversations().first).id
            let bytes = try SampleFiles.bytes("palette.png")
            let digest = try #require(ContentDigest(bytes: SHA256.hash(bytes)))
            let size = try MediaProbe.picture(bytes).size
            func refusal(
                _ content: (MediaFile) -> ItemContent,
                type: MediaType = .png,
                count: Int? = nil,
                size: MediaFile.PixelSize?
            ) async throws -> String? {
                let file = MediaFile(
                    digest: digest,
                    name: "a",
                    type: type,
                    byteCount: count ?? bytes.count,
                    pixelSize: size
                )
                let item = Item(sender: alice.ownPerson, content: content(file))
                let envelope = Envelope(conversation: chat, sender: alice, items: [item])
                do {
                    try await pair.bob.receive(envelope, on: "bob") { _ in bytes }
                    return nil
                } catch {
                    return try #require(error as? MayflyError).message
                }
            }
            func sticker(_ file: MediaFile) -> ItemContent { .sticker(Sticker(file: file, description: "a")) }
            func attachment(_ file: MediaFile) -> ItemContent { .attachment(Attachment(file: file)) }
            func image(_ file: MediaFile) -> ItemContent {
                var layout = TemplateLayout()
                layout.image = file
                return .interactive(InteractiveMessage(layout: layout))
            }
            func media(_ file: MediaFile) -> ItemContent {
                var layout = TemplateLayout()
                layout.media = file
                return .interactive(InteractiveMessage(layout: layout))
            }
            let wide = MediaFile.PixelSize(width: size.width * 2, height: size.height)
            // First the file comes with its item, then it is here.
            for _ in 0..<2 {
                for lie in [wide, nil] {
                    let reason = try await refusal(attachment, size: lie)
                    #expect(reason?.contains("another one than the item names") == true)
                }
                #expect(try await refusal(attachment, count: 3, size: size)?.contains("another one") == true)
                #expect(try await refusal(attachment, type: .gif, size: size)?.contains("another one") == true)
                #expect(try await refusal(attachment, size: size) == nil)
            }
            #expect(try await refusal(sticker, type: .text, size: nil)?.contains("where a picture is needed") == true)
            #expect(try await refusal(image, type: .text, size: nil)?.contains("where a picture is needed") == true)
            #expect(try await refusal(image, type: .mp4, size: nil)?.contains("where a picture is needed") == true)
            #expect(try await refusal(media, type: .text, size: nil)?.contains("where a picture or a movie") == true)
            #expect(try await refusal(sticker, count: 500_001, size: size)?.contains("the limit is 500000") == true)
            for kind in [sticker, image, media] { #expect(try await refusal(kind, size: size) == nil) }
        }
    }

    /// No message is kept that cannot be handed to its extension, and none is lost without an error.
    @Test func whatNobodyCouldReadIsRefused() async throws {
        try await Self.with { pair in
            let people = try pair.bob.devices()
            let (alice, bob) = (try #require(people.first).id, try #require(people.last).id)
            let chat = try #require(try pair.bob.conversations().first).id
            func refusal(_ item: Item) async throws -> String? {
                do {
                    let envelope = Envelope(conversation: chat, sender: alice, items: [item])
                    try await pair.bob.receive(envelope, on: "bob") { _ in [] }
                    return nil
                } catch {
                    return try #require(error as? MayflyError).message
                }
            }
            func message(_ count: Int) -> Item {
                var message = InteractiveMessage(url: "?")
                message.summaryText = MentionText(literal: String(repeating: "x", count: count))
                return Item(sender: alice.ownPerson, content: .interactive(message))
            }
            let long = message(262_144)
            #expect(
                try await refusal(long)
                    == "the message \(long.id): the message's texts have 262145 bytes, over the limit of 262144; "
                    + "the longest is 'summary_text' with 262144"
            )
            #expect(try await refusal(message(262_143)) == nil)
            try await pair.bob.withWindow(on: "chat", as: "bob") { window in
                try await window.type("mine")
                try await window.send(window.draft.id)
            }
            let mine = try #require(try pair.bob.look(at: "chat", as: "bob").transcript.entries.last?.item)
            #expect(mine.sender == bob.ownPerson)
            let forged = Item(id: mine.id, sender: alice.ownPerson, content: .text("forged"))
            #expect(try await refusal(forged)?.contains("another sender's item has the identifier") == true)
            #expect(try pair.bob.look(at: "chat", as: "bob").transcript.count == 2)
        }
    }

    /// An item whose message names another sender. The library makes none, but the bytes of a peer can say anything.
    private static func forged(by sender: ParticipantID, as other: ParticipantID) throws -> Item {
        let encoder = JSONEncoder()
        // The content stands before the sender of the item.
        encoder.outputFormatting = .sortedKeys
        let item = Item(sender: sender, content: .interactive(InteractiveMessage(url: "?1")))
        var json = String(decoding: try encoder.encode(item), as: UTF8.self)
        let first = try #require(json.range(of: "\(sender)"))
        json.replaceSubrange(first, with: "\(other)")
        let forged = try JSONDecoder().decode(Item.self, from: Data(json.utf8))
        #expect(forged.sender == sender && forged.message?.sender == other)
        return forged
    }

    /// Of an envelope that is refused, no file is asked for.
    @Test func filesOfARefusedEnvelopeAreNotFetched() async throws {
        try await Self.with { pair in
            let people = try pair.bob.devices()
            let chat = try #require(try pair.bob.conversations().first).id
            let (alice, bob) = (try #require(people.first), try #require(people.last))
            let digest = try #require(ContentDigest(rawValue: String(repeating: "a", count: 64)))
            let file = MediaFile(digest: digest, name: "a.txt", type: .text, byteCount: 3)
            let item = Item(sender: bob.owner, content: .attachment(Attachment(file: file)))
            let envelope = Envelope(conversation: chat, sender: alice.id, items: [item])
            await #expect(throws: MayflyError.self) {
                try await pair.bob.receive(envelope, on: "bob") { _ in
                    Issue.record("a file was asked for")
                    return []
                }
            }
        }
    }

    /// A sender's program may have written what no host writes.
    @Test func aLongDescriptionIsCutWhereItIsRead() throws {
        let digest = try #require(ContentDigest(rawValue: String(repeating: "a", count: 64)))
        let file = MediaFile(digest: digest, name: "a.png", type: .png, byteCount: 3)
        let data = try JSONEncoder().encode(Sticker(file: file, description: "short"))
        let long = String(decoding: data, as: UTF8.self)
            .replacingOccurrences(of: "short", with: String(repeating: "x", count: 100_000))
        #expect(try JSONDecoder().decode(Sticker.self, from: Data(long.utf8)).description.count == 150)
    }
}
