import Foundation
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTestSupport
import MayflyTesting
import Testing

/// What one extension has in the input field is not charged to another.
@Suite struct FieldTimeTests {
    /// A megabyte, and six as JSON.
    @Test func anExtensionDoesNotPayForTheTextOfAnother() async throws {
        var policy = Policy.immediate
        (policy.hostBudget, policy.hostWindow) = (Policy().hostBudget, Policy().hostWindow)
        try await Inserter.with(policy: policy) { inserter in
            let window = inserter.window
            let text = String(repeating: "\u{1}", count: Draft.mostTextBytes)
            let other = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.other")), name: "Other")
            let item = Item(sender: window.device.owner, content: .text(text), origin: other)
            let store = try Store(home: HomeFolder(path: inserter.test.home))
            _ = try store.append([.staged(item)], to: window.conversation.id, on: window.device.id)
            try await until { await window.draft.text.utf8.count == text.utf8.count }
            for round in 0..<40 {
                #expect(try await inserter.order("message|m\(round)|?x=\(round)").map(\.code) == [0])
            }
            #expect(await window.draft.message?.message?.url == "?x=39")
            #expect(inserter.trace.events.ends.isEmpty)
        }
    }

    /// Nor do the programs that tell clients of each change: 64 files with names of which each letter is an escape, and a megabyte of
    /// such letters.
    @Test(arguments: ["host", "launch"]) func anExtensionDoesNotPayForTheFilesOfAnother(command: String) async throws {
        try await Tool.with(bundles: [try PluginWorkshop.bundle("inserter")]) { tool in
            try await tool.setUp()
            let store = try Store(home: HomeFolder(path: tool.home))
            let (device, chat) = (try store.device(named: "alice").id, try store.conversation(named: "chat").id)
            try Self.fill(device, chat, store)
            let id = try #require(ExtensionID(rawValue: Inserter.id))
            let folder = try store.makeFolders(of: id, on: device).privateFolder
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("own".utf8).write(to: URL(filePath: folder + "/own.txt"))
            let order = ["attachment", "a", "@own.txt", "-"].joined(separator: "\t") + "\n"
            try Data(String(repeating: order, count: 64).utf8).write(to: URL(filePath: folder + "/orders"))
            if command == "host" {
                let client = try HostClient(tool)
                try client.sayHello()
                let window = try client.openWindow()
                try client.call("window.openExtension", ["window": window, "extension": Inserter.id])
                try client.call("window.tap", ["window": window, "control": "go"])
                // The tap has settled when the extension has given all of them away, which can be before the last one is staged.
                try await until { try client.draft(of: window)["media_count"] as? Int == 128 }
                try client.call("window.close", ["window": window])
            } else {
                let outcome = try await tool.run(
                    all: ["launch", Inserter.id, "--conversation", "chat", "--as", "alice", "--json", "--script", "-"],
                    script: "tap go\n"
                )
                #expect(outcome.status == 0, "\(outcome.errors)")
                let drafts = try outcome.events().filter { $0["event"] as? String == "draft" }
                #expect(drafts.last?["media_count"] as? Int == 128)
                #expect(drafts.last?["text_bytes"] as? Int == Draft.mostTextBytes)
            }
            let causes = try await tool.run("log", "--json").events().map { $0["cause"] as? String }
            #expect(causes == ["finished"])
        }
    }

    /// What another extension has in the field of a device.
    private static func fill(_ device: DeviceID, _ chat: ConversationID, _ store: Store) throws {
        let other = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.other")), name: "Other")
        func stage(_ content: ItemContent) throws {
            let item = Item(sender: device.ownPerson, content: content, origin: other)
            _ = try store.append([.staged(item)], to: chat, on: device)
        }
        let media = MediaStore(home: store.home)
        for number in 0..<64 {
            let name = String(repeating: "\u{85}", count: 100) + "\(number)"
            let file = try media.save(Array("file \(number)".utf8), name: name, type: .text, pixelSize: nil)
            try stage(.attachment(Attachment(file: file, name: name)))
        }
        try stage(.text(String(repeating: "\u{1}", count: Draft.mostTextBytes)))
    }
}
