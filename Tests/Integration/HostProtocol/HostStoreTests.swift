import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// What a client of the host protocol does with stores.
@Suite struct HostStoreTests {
    /// A home folder that has added a store with Counter in it; the body has a client of it.
    private static func withStore(
        _ options: [String] = [],
        permissions: String = "",
        _ body: @Sendable (HostClient, PublishedStore, Tool) throws -> Void
    ) async throws {
        let store = try PublishedStore(prefix: "org.example.")
        let bundle = try ExtensionBrowserTests.Machine.counter(in: store.folder)
        if !permissions.isEmpty { try Self.change(bundle, "\"id\"", to: "\(permissions), \"id\"") }
        try store.add(bundle, options)
        let fingerprint = try store.fingerprint()
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            try client.call("stores.add", ["store": store.files, "fingerprint": fingerprint])
            try body(client, store, tool)
            try client.closeInput()
            try client.finish()
        }
    }

    private static func change(_ bundle: String, _ text: String, to other: String) throws {
        let manifest = URL(filePath: bundle).appending(path: "manifest.json")
        let old = try String(contentsOf: manifest, encoding: .utf8)
        try Data(old.replacing(text, with: other, maxReplacements: 1).utf8).write(to: manifest)
    }

    private static func installed(_ client: HostClient) throws -> String? {
        let all = try client.call("extensions.list")["extensions"] as? [HostClient.Object]
        return all?.first { $0["id"] as? String == "org.example.counter" && $0["state"] as? String == "ready" }?[
            "version"
        ] as? String
    }

    private static func refusal(_ body: () throws -> Void) -> HostClient.Failure? {
        #expect(throws: HostClient.Failure.self) { try body() }
    }

    /// A store lists every extension that it offers (C-006), and one that is asked for is found by its id (C-009).
    @Test(.proves("C-006")) func aStoreListsAllThatItOffers() async throws {
        try await Self.withStore { client, store, _ in
            for number in 1...3 {
                let bundle = store.folder.at("Number\(number).mayfly")
                try FileManager.default.copyItem(atPath: store.folder.at("Counter.mayfly"), toPath: bundle)
                try Self.change(bundle, "org.example.counter", to: "org.example.number\(number)")
                try store.add(bundle)
            }
            try client.call("stores.update", ["store": store.files])
            let listed = try #require(try client.call("stores.extensions")["extensions"] as? [HostClient.Object])
            #expect(
                Set(listed.compactMap { $0["id"] as? String }) == [
                    "org.example.counter", "org.example.number1", "org.example.number2", "org.example.number3",
                ]
            )
            let shown =
                try client.call("stores.show", ["extension": "org.example.number2"])["offers"] as? [HostClient.Object]
            #expect(shown?.count == 1 && shown?.first?["id"] as? String == "org.example.number2")
        }
    }

    /// A store that cannot be read is listed with its address, so that the person can remove it and add it again.
    @Test func aStoreThatCannotBeReadIsListedAndCanBeRemoved() async throws {
        try await Self.withStore { client, store, tool in
            try tool.damageStore()
            func stores() throws -> [HostClient.Object] {
                try #require(try client.call("stores.list")["stores"] as? [HostClient.Object])
            }
            let broken = try #require(try stores().first)
            #expect(broken["address"] as? String == store.files && broken["name"] as? String == store.files)
            let problem = "\(store.files): root.json: "
            #expect((broken["problems"] as? [String])?.first?.hasPrefix(problem) == true, "\(broken)")
            let refusal = Self.refusal {
                try client.call(
                    "stores.install",
                    ["store": store.files, "extension": "org.example.counter", "permissions": [String]()]
                )
            }
            #expect(refusal?.message.hasPrefix(problem) == true, "\(String(describing: refusal))")
            try client.call("stores.remove", ["store": store.files])
            #expect(try stores().isEmpty)
        }
    }

    /// What the person has not seen is not granted by an install.
    @Test func whatWasNotShownIsNotInstalled() async throws {
        let permissions = #""permissions": [{"name": "camera", "reason": "For pictures"}]"#
        try await Self.withStore(permissions: permissions) { client, store, _ in
            let wanted: HostClient.Object = ["store": store.files, "extension": "org.example.counter"]
            let refusal = Self.refusal {
                try client.call("stores.install", wanted.merging(["permissions": [String]()]) { $1 })
            }
            #expect(refusal?.name == "notAsShown")
            #expect(refusal?.message.contains("camera") == true)
            #expect(try Self.installed(client) == nil)
            try client.call("stores.install", wanted.merging(["permissions": ["camera"]]) { $1 })
            #expect(try Self.installed(client) == "1.0.0")
        }
    }

    /// An app that the person has not seen is not put into the menus of the desktop.
    @Test func anAppThatWasNotShownIsNotInstalled() async throws {
        let app = #""app": {"name": "Counters", "url": "https://counter.example.org/app"}"#
        try await Self.withStore(permissions: app) { client, store, tool in
            let wanted: HostClient.Object = [
                "store": store.files, "extension": "org.example.counter", "permissions": [String](),
            ]
            let offers = try client.call("stores.show", ["extension": "org.example.counter"])["offers"]
            let shown = (offers as? [HostClient.Object])?.first?["app"] as? HostClient.Object
            let address = try #require(shown?["url"] as? String, "\(offers ?? "nothing")")
            #expect(address == "https://counter.example.org/app")
            for seen in [nil, "https://other.example.org/app", address + "/"] {
                let refusal = Self.refusal {
                    try client.call("stores.install", wanted.merging(seen.map { ["app": $0] } ?? [:]) { $1 })
                }
                #expect(refusal?.name == "notAsShown", "\(seen ?? "nothing")")
                #expect(
                    refusal?.message
                        == "org.example.counter 1.0.0 brings an app at \(address), which was not shown"
                )
                #expect(try Self.installed(client) == nil)
                #expect(!FileManager.default.fileExists(atPath: tool.home + "/extensions/org.example.counter.mayfly"))
            }
            try client.call("stores.install", wanted.merging(["app": address]) { $1 })
            #expect(try Self.installed(client) == "1.0.0")
        }
    }

    /// A newer version is shown as an update, takes the place of the old one, and gives it back.
    @Test func anUpdateIsShownInstalledAndTakenBack() async throws {
        try await Self.withStore { client, store, _ in
            let wanted: HostClient.Object = [
                "store": store.files, "extension": "org.example.counter", "permissions": [String](),
            ]
            func isUpdate() throws -> Bool? {
                let listed = try client.call("stores.extensions")["extensions"] as? [HostClient.Object]
                return listed?.first?["update"] as? Bool
            }
            #expect(try isUpdate() == false)
            try client.call("stores.install", wanted)
            let bundle = store.folder.at("Counter.mayfly")
            try Self.change(bundle, "\"1.0.0\"", to: "\"1.2.0\"")
            try store.add(bundle)
            #expect(try isUpdate() == false)
            try client.call("stores.update", ["store": store.files])
            #expect(try isUpdate() == true)
            try client.call("stores.install", wanted)
            #expect(try Self.installed(client) == "1.2.0")
            #expect(try isUpdate() == false)
            try client.call("stores.rollback", ["extension": "org.example.counter"])
            #expect(try Self.installed(client) == "1.0.0")
        }
    }

    /// What is known is kept between two questions, and read again when another program has fetched something.
    @Test func whatAnotherProgramFetchedIsSeen() async throws {
        let store = try PublishedStore(prefix: "org.example.")
        let bundle = try ExtensionBrowserTests.Machine.counter(in: store.folder)
        try store.add(bundle)
        let fingerprint = try store.fingerprint()
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            try client.call("stores.add", ["store": store.files, "fingerprint": fingerprint])
            func version() throws -> String? {
                let listed = try client.call("stores.extensions")["extensions"] as? [HostClient.Object]
                return listed?.first?["version"] as? String
            }
            #expect(try version() == "1.0.0")
            try Self.change(bundle, "\"1.0.0\"", to: "\"1.2.0\"")
            try store.add(bundle)
            #expect(try version() == "1.0.0")
            #expect(try await tool.run("store", "update").status == 0)
            #expect(try version() == "1.2.0")
            #expect(try await tool.run("store", "remove", store.files).status == 0)
            #expect(try version() == nil)
            try client.closeInput()
            try client.finish()
        }
    }

    /// Another fingerprint than that of the root adds nothing.
    @Test func anotherFingerprintAddsNothing() async throws {
        let store = try PublishedStore(prefix: "org.example.")
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let refusal = Self.refusal {
                try client.call("stores.add", ["store": store.files, "fingerprint": String(repeating: "0", count: 64)])
            }
            #expect(refusal?.name == "untrusted")
            #expect((try client.call("stores.list")["stores"] as? [Any])?.isEmpty == true)
            try client.closeInput()
            try client.finish()
        }
    }

    // MARK: Trust

    /// What a publisher has signed is refused where it is not what the store says of it.
    @Test func anArchiveThatIsAnotherIsNotInstalled() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            try client.call("stores.add", ["store": shop.path, "fingerprint": shop.fingerprint])
            let wanted: HostClient.Object = [
                "store": shop.path, "extension": Shop.id, "permissions": [String](),
            ]
            try client.call("stores.install", wanted)
            try shop.publish("2.0.0")
            let archive = try shop.archive("2.0.0", permissions: ["camera"])
            let files = try #require(InstalledFiles(in: shop.scratch.at("last.mayfly")))
            let content = files.contents.values.reduce(0) { $0 + $1.count }
            try shop.replaceArchive(of: "2.0.0", by: archive, unpacked: content)
            try client.call("stores.update", ["store": shop.path])
            let before = try tool.state()
            let refusal = Self.refusal { try client.call("stores.install", wanted) }
            #expect(refusal?.name == "untrusted")
            #expect(
                refusal?.message
                    == "\(Shop.id)/2.0.0/bundle.tar: asks for other permissions than the store says; \(Shop.advice)"
            )
            #expect(try tool.state() == before)
            try client.closeInput()
            try client.finish()
            #expect(try await tool.installedVersion() == "1.0.0")
        }
    }

    @Test func expiredMetadataInstallsNothing() async throws {
        let age = Duration.seconds(30 * 86_400)
        let shop = try Shop(age: age)
        try await Tool.with { tool in
            try await shop.addAndInstall(asBefore: age, in: tool)
            let client = try HostClient.inChat(tool)
            let before = try tool.state()
            let refusal = Self.refusal {
                try client.call(
                    "stores.install",
                    ["store": shop.server.address, "extension": Shop.id, "permissions": [String]()]
                )
            }
            #expect(refusal?.name == "untrusted")
            let day = try shop.lastDay
            #expect(
                refusal?.message
                    == "the timestamp of \(shop.server.address) expired on \(day): nothing new is installed; installed extensions run on"
            )
            #expect(try tool.state() == before)
            try client.closeInput()
            try client.finish()
        }
    }
}
