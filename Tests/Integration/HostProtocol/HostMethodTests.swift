import Foundation
import MayflyModel
import MayflyStore
import Testing

/// What the methods for people, extensions and the machine do, and what their answers say.
@Suite struct HostMethodTests {
    private static let tally = "org.mayfly.tally"

    private static func with(
        _ bundles: [String],
        _ body: @Sendable (HostClient, String, Tool) async throws -> Void
    ) async throws {
        try await Tool.with(bundles: bundles) { tool in
            let client = try HostClient.inChat(tool)
            try await body(client, try client.openWindow(), tool)
        }
    }

    private static func entries(_ client: HostClient) throws -> [HostClient.Object] {
        try #require(try client.call("extensions.list")["extensions"] as? [HostClient.Object])
    }

    private static func receipts(_ client: HostClient, _ parameters: HostClient.Object = [:]) throws -> [String?] {
        let receipts = try client.call("receipts.list", parameters)["receipts"] as? [HostClient.Object]
        return try #require(receipts).map { "\($0["extension"] ?? "") \($0["cause"] ?? "")" }
    }

    /// Texts of peers do not take other conversations off the list: what does not fit into an answer comes in the next.
    @Test func aListIsReadInParts() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool, devices: ["alice", "bob"])
            let store = try Store(home: HomeFolder(path: tool.home))
            let (alice, bob) = (try store.device(named: "alice").id, try store.device(named: "bob"))
            let names = (0..<40).map { "talk \($0)" }
            for name in names {
                try client.call("conversations.create", ["name": name, "devices": ["alice", "bob"]])
                let text = Item(sender: bob.owner, content: .text(String(repeating: "\u{7F}", count: 16_384)))
                _ = try store.append([.received(text)], to: try store.conversation(named: name).id, on: alice)
            }
            func list(_ parameters: HostClient.Object) throws -> (names: [String?], count: Int?) {
                let answer = try client.call("conversations.list", parameters)
                let all = try #require(answer["conversations"] as? [HostClient.Object])
                return (all.map { $0["name"] as? String }, answer["count"] as? Int)
            }
            var read: [String?] = []
            while read.count < 41 {
                let part = try list(["device": "alice", "skip": read.count])
                #expect(part.count == 41)
                try #require(!part.names.isEmpty)
                read += part.names
            }
            // The last active first.
            #expect(read == names.reversed() + ["chat"])
            #expect(try list(["device": "alice"]).names.count < 41)
            #expect(try list(["device": "alice", "skip": 41]).names.isEmpty)
        }
    }

    @Test func workersAreListedAndKilled() async throws {
        try await Self.with([Samples.tally]) { client, window, _ in
            try client.call("window.openExtension", ["window": window, "extension": Self.tally])
            let workers = try #require(try client.call("workers.list")["workers"] as? [HostClient.Object])
            try #require(workers.count == 1)
            let worker = try client.worker(in: window)
            #expect(workers[0]["pid"] as? Int == Int(worker))
            #expect(workers[0]["extension"] as? String == Self.tally)
            #expect(workers[0]["device"] as? String == "alice")
            #expect(workers[0]["conversation"] as? String == "chat")
            #expect(try client.call("workers.kill", ["extension": Self.tally])["count"] as? Int == 1)
            try client.event(of: window) { $0["event"] as? String == "receipt" && $0["cause"] as? String == "killed" }
            #expect(!FileManager.default.fileExists(atPath: "/proc/\(worker)"))
            #expect((try client.call("workers.list")["workers"] as? [Any])?.isEmpty == true)
            #expect(try Self.receipts(client) == ["\(Self.tally) killed"])
            #expect(try client.call("workers.kill", ["extension": Self.tally])["count"] as? Int == 0)
        }
    }

    @Test func receiptsAreListedInTheirOrder() async throws {
        let iceCream = "org.mayfly.icecream"
        try await Self.with([Samples.tally, Samples.iceCream]) { client, window, _ in
            for id in [Self.tally, iceCream] {
                try client.call("window.openExtension", ["window": window, "extension": id])
                try client.call("workers.kill", ["extension": id])
                try client.event(of: window) {
                    $0["event"] as? String == "receipt" && $0["extension"] as? String == id
                }
            }
            #expect(try Self.receipts(client) == ["\(Self.tally) killed", "\(iceCream) killed"])
            #expect(try Self.receipts(client, ["last": 1]) == ["\(iceCream) killed"])
            #expect(try Self.receipts(client, ["extension": Self.tally]) == ["\(Self.tally) killed"])
        }
    }

    @Test func anExtensionIsDisabledOnOneDevice() async throws {
        try await Self.with([Samples.tally]) { client, window, _ in
            func disabled() throws -> [String]? {
                try Self.entries(client).first { $0["id"] as? String == Self.tally }?["disabled_on"] as? [String]
            }
            func set(_ isEnabled: Bool) throws {
                try client.call(
                    "extensions.setEnabled",
                    ["extension": Self.tally, "enabled": isEnabled, "device": "bob"]
                )
            }
            #expect(try disabled() == [])
            try set(false)
            #expect(try disabled() == ["bob"])
            let other = try client.openWindow(as: "bob")
            let opening: HostClient.Object = ["window": other, "extension": Self.tally]
            let failure = #expect(throws: HostClient.Failure.self) { try client.call("window.openExtension", opening) }
            #expect(failure?.name == "notPossibleNow")
            #expect(failure?.message == "Tally is disabled on device 'bob'")
            try client.call("window.openExtension", ["window": window, "extension": Self.tally])
            try set(true)
            #expect(try disabled() == [])
            try client.call("window.openExtension", opening)
        }
    }

    @Test func anExtensionIsInstalledAndUninstalled() async throws {
        try await Self.with([]) { client, _, tool in
            let installed = try client.call("extensions.install", ["path": Samples.folder + "/Smileys.mayfly"])
            #expect(installed["extension"] as? String == "org.mayfly.smileys")
            func copies() throws -> [String?] {
                try Self.entries(client).filter { ($0["path"] as? String)?.hasPrefix(tool.home) == true }.map {
                    $0["id"] as? String
                }
            }
            #expect(try copies() == ["org.mayfly.smileys"])
            try client.call("extensions.uninstall", ["extension": "org.mayfly.smileys"])
            #expect(try copies().isEmpty)
            let failure = #expect(throws: HostClient.Failure.self) {
                try client.call("extensions.uninstall", ["extension": "org.mayfly.smileys"])
            }
            #expect(failure?.name == "unknownExtension")
        }
    }

    @Test func failuresAreForgottenOnce() async throws {
        try await Self.with([try Glutton.bundle()]) { client, window, _ in
            try client.call("window.openExtension", ["window": window, "extension": Glutton.id])
            #expect(throws: HostClient.Failure.self) {
                try client.call("window.tap", ["window": window, "control": "crash"])
            }
            try client.call("window.settle", ["window": window])
            for isFirst in [true, false] {
                #expect(try client.call("extensions.reset", ["extension": Glutton.id])["reset"] as? Bool == isFirst)
            }
        }
    }

    @Test func theDoctorSaysWhatTheCommandSays() async throws {
        try await Tool.with { tool in
            let client = try HostClient(tool)
            try client.sayHello()
            let layers = try JSONSerialization.data(withJSONObject: try client.call("doctor")["layers"] ?? [])
            let told = try JSONDecoder().decode([DoctorTests.Line].self, from: layers)
            let printed = try await tool.doctor()
            #expect(told.count == 14)
            #expect(told.map(\.layer) == printed.map(\.layer))
            #expect(told.map(\.on) == printed.map(\.on))
            #expect(told.map(\.why) == printed.map(\.why))
        }
    }

    /// A list of conversations follows what any program does, without asking again and again.
    @Test func changesOfConversationsAreTold() async throws {
        try await Self.with([]) { client, window, tool in
            let other = try HostClient(tool)
            try other.sayHello()
            func next(_ parameters: HostClient.Object) throws -> Int {
                try #require(try other.call("conversations.next", parameters)["next"] as? Int)
            }
            #expect(try next([:]) == 0)
            #expect(try next(["waitMs": 0]) == 0)
            let waiting = try other.request("conversations.next", ["after": 0, "waitMs": 60_000])
            try client.call("window.type", ["window": window, "text": "a draft"])
            let typed = try #require(try other.result(of: waiting)["next"] as? Int)
            #expect(typed > 0)
            let more = try other.request("conversations.next", ["after": typed, "waitMs": 60_000])
            #expect(try await tool.run("conversation", "create", "later", "--with", "alice,bob").status == 0)
            #expect(try #require(try other.result(of: more)["next"] as? Int) > typed)
            #expect((try other.call("conversations.list", ["device": "bob"])["conversations"] as? [Any])?.count == 2)
            // At the end of its input what waits is answered.
            let last = try other.request("conversations.next", ["after": 1_000_000, "waitMs": 60_000])
            try other.closeInput()
            #expect(try #require(try other.result(of: last)["next"] as? Int) < 1_000_000)
            try other.finish()
        }
    }

    @Test func aConversationIsListedWithItsNewestRow() async throws {
        try await Self.with([]) { client, window, _ in
            func overview() throws -> HostClient.Object? {
                let all = try client.call("conversations.list", ["device": "bob"])["conversations"]
                return (all as? [HostClient.Object])?.first
            }
            #expect(try overview()?["newest"] is NSNull)
            for text in ["first", "second"] {
                try client.call("window.type", ["window": window, "text": text])
                try client.sendDraft(of: window)
            }
            let chat = try overview()
            #expect(chat?["name"] as? String == "chat")
            #expect(chat?["members"] as? [String] == ["alice", "bob"])
            let newest = chat?["newest"] as? HostClient.Object
            #expect(newest?["lines"] as? [String] == ["second"] && newest?["time"] is Int)
            // Bob's device has shown neither, until a client says so.
            #expect(chat?["unseen"] as? Int == 2)
            let own = try #require(
                try client.call("window.open", ["conversation": "chat", "device": "bob"])["window"] as? String
            )
            try client.call("transcript.seen", ["window": own, "item": try #require(newest?["id"])])
            #expect(try overview()?["unseen"] as? Int == 0)
            #expect(chat?["draft"] as? Bool == false)
        }
    }

    @Test func theCatalogueHasIconsAndWhatIsBroken() async throws {
        try await Tool.with { tool in
            let folder = tool.home + "/bundles"
            try FileManager.default.createDirectory(atPath: folder + "/Bad.mayfly", withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: URL(filePath: folder + "/Bad.mayfly/manifest.json"))
            let folders = [Samples.folder, folder].joined(separator: ":")
            let client = try HostClient.inChat(Tool(home: tool.home, folders: folders))
            let entries = try Self.entries(client)
            let good = entries.filter { $0["state"] as? String == "ready" }
            #expect(good.contains { $0["id"] as? String == Self.tally && $0["name"] as? String == "Tally" })
            for entry in good {
                let icon = try Data(contentsOf: URL(filePath: try #require(entry["icon"] as? String)))
                #expect(icon.starts(with: [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]))
            }
            let broken = try #require(entries.first { $0["state"] as? String == "broken" })
            #expect(broken["code"] as? String == "invalidManifest")
            #expect((broken["reason"] as? String)?.hasPrefix("manifest.json: 'id' is missing") == true)
            #expect(broken["path"] as? String == folder + "/Bad.mayfly")
        }
    }
}
