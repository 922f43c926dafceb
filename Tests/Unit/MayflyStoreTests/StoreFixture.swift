import Foundation
import MayflyModel
import Testing

@testable import MayflyHost

/// A home folder of its own for each test, removed when the test is over.
struct StoreFixture: ~Copyable {
    let home: HomeFolder

    init() {
        home = HomeFolder(path: NSTemporaryDirectory() + "/mayfly-store-\(UUID128())")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: home.path)
    }

    /// Another connection to the same file, as another process would have it.
    func open() throws -> Store { try Store(home: home) }

    /// A store in which these people talk.
    func chat(_ names: [String] = ["alice", "bob"]) throws -> Chat {
        let store = try open()
        let devices = try names.map { try store.createDevice($0) }
        let conversation = try store.createConversation("chat", with: names)
        return Chat(store: store, devices: devices, id: conversation.id)
    }

    func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

/// One conversation and short ways to act in it.
struct Chat {
    let store: Store
    let devices: [DeviceRecord]
    let id: ConversationID

    var alice: DeviceID { devices[0].id }
    var bob: DeviceID { devices[1].id }

    func text(_ text: String, from device: DeviceID) -> Item {
        Item(sender: device.owner, content: .text(text))
    }

    func message(_ summary: String, in session: SessionID?, from device: DeviceID) throws -> Item {
        var message = InteractiveMessage(session: session, url: "?x=\(summary)")
        message.summaryText = MentionText(literal: summary)
        let extensionID = try #require(ExtensionID(rawValue: "org.example.tally"))
        let origin = Origin(extensionID: extensionID, name: "Tally")
        return Item(sender: device.owner, content: .interactive(message), origin: origin)
    }

    /// Sends and delivers by loopback.
    func exchange(_ items: [Item], from device: DeviceID) async throws {
        let envelope = try store.send(items, in: id, from: device).envelope
        try await LoopbackTransport(store: store).deliver(envelope)
    }

    /// What a device shows, one word a row: the text or summary, or `*summary` for a bubble.
    func rows(_ device: DeviceID, in other: Store? = nil) throws -> [String] {
        try (other ?? store).look(at: id, on: device).page.entries.map(Self.row)
    }

    private static func row(_ entry: TranscriptEntry) -> String {
        switch entry {
        case .summary(let line): return line.text.display { _ in "?" }
        case .bubble(let bubble):
            if case .text(let text) = bubble.item.content { return text }
            return "*" + (bubble.item.message?.summaryText?.display { _ in "?" } ?? "")
        }
    }
}
