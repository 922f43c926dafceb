import Foundation
import Testing

/// The app drawer of a device, for a client of the host protocol.
@Suite struct HostDrawerTests {
    private static func drawer(of device: String, _ client: HostClient) throws -> [HostClient.Object] {
        let answer = try client.call("extensions.drawer", ["device": device])
        return try #require(answer["extensions"] as? [HostClient.Object])
    }

    @Test func aSwipeGoesThroughTheDrawerInItsOrder() async throws {
        try await Tool.with(bundles: [Samples.tally, Samples.iceCream, Samples.folder + "/Smileys.mayfly"]) { tool in
            let client = try HostClient.inChat(tool)
            let ids = try Self.drawer(of: "alice", client).compactMap { $0["id"] as? String }
            #expect(Set(ids).isSuperset(of: ["org.mayfly.tally", "org.mayfly.icecream", "org.mayfly.smileys"]))
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": try #require(ids.first)])
            func opened() throws -> String? {
                try client.call("window.look", ["window": window])["extension"] as? String
            }
            #expect(try opened() == ids.first)
            for id in ids.dropFirst() {
                try client.call("window.swipe", ["window": window, "direction": "left"])
                #expect(try opened() == id)
            }
            try client.closeInput()
            #expect(try client.finish() == 0)
        }
    }

    @Test func theDrawerHasNamesKindsAndIconsAndNothingThatIsDisabled() async throws {
        try await Tool.with(bundles: [Samples.tally, Samples.folder + "/Smileys.mayfly"]) { tool in
            let client = try HostClient.inChat(tool)
            let drawer = try Self.drawer(of: "bob", client)
            let kinds = Dictionary(uniqueKeysWithValues: drawer.map { ($0["name"] as? String, $0["kind"] as? String) })
            #expect(kinds["Tally"] == "app")
            #expect(kinds["Smileys"] == "sticker-pack")
            for entry in drawer {
                let icon = try #require(entry["icon"] as? String)
                let bytes = try #require(FileManager.default.contents(atPath: icon))
                #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            }
            try client.call(
                "extensions.setEnabled",
                ["extension": "org.mayfly.tally", "enabled": false, "device": "bob"]
            )
            let names = drawer.compactMap { $0["name"] as? String }
            func shown(by device: String) throws -> [String] {
                try Self.drawer(of: device, client).compactMap { $0["name"] as? String }
            }
            #expect(try shown(by: "bob") == names.filter { $0 != "Tally" })
            #expect(try shown(by: "alice") == names)
            let failure = #expect(throws: HostClient.Failure.self) { try Self.drawer(of: "zoe", client) }
            #expect(failure?.name == "unknownDevice")
            try client.closeInput()
            #expect(try client.finish() == 0)
        }
    }
}
