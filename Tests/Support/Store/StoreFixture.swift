internal import Foundation
package import MayflyModel
package import MayflyStore
internal import Testing

/// A temporary home folder for one test, removed after it.
package struct StoreFixture: ~Copyable {
    package let home: HomeFolder

    package init() {
        home = HomeFolder(path: NSTemporaryDirectory() + "/mayfly-store-\(UUID128())")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: home.path)
    }

    /// A new connection to the database, like that of another process.
    package func open() throws -> Store { try Store(home: home) }

    /// A store with a device for each name, and one conversation of all devices.
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

/// The same for the tests of one suite, which share it as long as the suite's value lives.
package final class SharedStoreFixture: Sendable {
    package let fixture = StoreFixture()

    package init() {}

    package var home: HomeFolder { fixture.home }
}

/// One conversation with helper functions.
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
        Item(sender: device.ownPerson, content: .text(text))
    }

    package func message(_ summary: String, in session: SessionID?, from device: DeviceID) throws -> Item {
        var message = InteractiveMessage(session: session, url: "?x=\(summary)")
        message.summaryText = MentionText(literal: summary)
        let extensionID = try #require(ExtensionID(rawValue: "org.example.tally"))
        let origin = Origin(extensionID: extensionID, name: "Tally")
        return Item(sender: device.ownPerson, content: .interactive(message), origin: origin)
    }

    /// Sends items and delivers them to the other members.
    package func exchange(_ items: [Item], from device: DeviceID) throws {
        let envelope = try store.send(items, in: id, from: device).envelope
        try store.handOver(envelope)
    }

    /// The rows on a device, each as its text or summary, or as `*summary` for a bubble.
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

extension Store {
    /// Hands an envelope over to all members, part by part.
    package func handOver(_ envelope: Envelope) throws {
        var served = 0
        while let next = try handOver(envelope, after: served) { served = next }
    }
}
