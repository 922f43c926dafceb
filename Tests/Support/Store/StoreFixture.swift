internal import Foundation
package import MayflyModel
package import MayflyStore
internal import Testing

/// A separate home folder for each test, removed after the test.
package struct StoreFixture: ~Copyable {
    package let home: HomeFolder

    package init() {
        home = HomeFolder(path: NSTemporaryDirectory() + "/mayfly-store-\(UUID128())")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: home.path)
    }

    /// A second connection to the same file, as in another process.
    package func open() throws -> Store { try Store(home: home) }

    /// A store with a conversation of these people.
    package func chat(_ names: [String] = ["alice", "bob"]) throws -> Chat {
        let store = try open()
        let devices = try names.map { try store.createDevice($0) }
        let conversation = try store.createConversation("chat", with: names)
        return Chat(store: store, devices: devices, id: conversation.id)
    }

    package func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

/// One conversation, with short functions for its actions.
package struct Chat {
    package let store: Store
    package let devices: [DeviceRecord]
    package let id: ConversationID

    package init(
        store: Store,
        devices: [DeviceRecord],
        id: ConversationID
    ) {
        self.store = store
        self.devices = devices
        self.id = id
    }

    package var alice: DeviceID { devices[0].id }
    package var bob: DeviceID { devices[1].id }

    package func text(_ text: String, from device: DeviceID) -> Item {
        Item(sender: device.owner, content: .text(text))
    }

    package func message(_ summary: String, in session: SessionID?, from device: DeviceID) throws -> Item {
        var message = InteractiveMessage(session: session, url: "?x=\(summary)")
        message.summaryText = MentionText(literal: summary)
        let extensionID = try #require(ExtensionID(rawValue: "org.example.tally"))
        let origin = Origin(extensionID: extensionID, name: "Tally")
        return Item(sender: device.owner, content: .interactive(message), origin: origin)
    }

    /// Sends and delivers by loopback.
    package func exchange(_ items: [Item], from device: DeviceID) throws {
        let envelope = try store.send(items, in: id, from: device).envelope
        try store.handOver(envelope)
    }

    /// The transcript of a device, one word for each row: the text or summary, or `*summary` for a bubble.
    package func rows(_ device: DeviceID, in other: Store? = nil) throws -> [String] {
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
