import Foundation
import MayflyTestSupport
import Testing

/// The published description of the protocol, and whether frames keep to it.
@Suite struct HostSchemaTests {
    private static let published = Checkout.folder.path + "/Documentation/protocol/openrpc.json"

    @Test func thePublishedDocumentIsThatOfTheProgram() async throws {
        try await Tool.with { tool in
            let printed = try await tool.run("host", "--schema")
            #expect(printed.status == 0)
            let (published, own) = (try Data(contentsOf: URL(filePath: Self.published)), Data(printed.output.utf8))
            let objects = try [published, own].map { try JSONSerialization.jsonObject(with: $0) as? NSDictionary }
            #expect(objects[0] == objects[1], "'make protocol' writes the document again")
        }
    }

    /// A run that uses every method: an independent validator finds each frame to be as the document says.
    @Test func framesKeepToTheDocument() async throws {
        let crasher = try PluginWorkshop.bundle("glutton", options: ["-pthread"])
        let cards = try CardPlugin.showing(CardPlugin.everything)
        let fetcher = try FetchingPlugin.bundle(["localhost"])
        try await TestShop.with(bundles: [Samples.tally, crasher, cards, fetcher]) { tool, _ in
            let client = try HostClient.inChat(tool, wanting: ["questions", "payments", "camera", "photos"])
            try Self.useEveryMethod(of: client, tool)
            try client.closeInput()
            try client.finish()
            let frames =
                client.sent.map { "{\"sent\":\($0)}" } + client.received.map { "{\"received\":\($0)}" }
            let path = tool.home + "/frames"
            try Data(frames.joined(separator: "\n").utf8).write(to: URL(filePath: path))
            let script = Checkout.folder.path + "/Tests/Integration/Programs/validate_frames.py"
            let outcome = try await tool.run(program: "/usr/bin/python3", all: [script, Self.published, path])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.lines.last == "not checked: none")
            // What this run has no cause for. Where a layer of the sandbox is missing, 'unconfined' is seen.
            let line = try #require(outcome.lines.first { $0.hasPrefix("not seen: ") })
            let unseen = Set(line.dropFirst("not seen: ".count).components(separatedBy: ", "))
            #expect(unseen.subtracting(["unconfined"]) == ["moreTime"])
        }
    }

    private static let firstVersion = Checkout.folder.path + "/Tests/Integration/Programs/openrpc-version-1.json"

    private static func compare(_ newer: String, _ tool: Tool) async throws -> Tool.Outcome {
        let script = Checkout.folder.path + "/Tests/Integration/Programs/compare_documents.py"
        return try await tool.run(program: "/usr/bin/python3", all: [script, firstVersion, newer])
    }

    /// The file of the first version is never changed.
    @Test func allThatTheFirstVersionHadIsThere() async throws {
        try await Tool.with { tool in
            let outcome = try await Self.compare(Self.published, tool)
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        }
    }

    /// What would break a client of the first version is found.
    @Test(arguments: [
        (#""name": "window.look""#, #""name": "window.see""#, "window.look is gone"),
        (#""last_event": {"#, #""newest_event": {"#, "last_event is gone"),
        (#""expanded""#, #""large""#, "expanded is gone"),
        (#""name": "waitMs""#, #""name": "wait_ms""#, "the parameter waitMs is gone"),
        (#""required": false"#, #""required": true"#, "is required now"),
        (#""code": -32003"#, #""code": -32033"#, "is gone"),
    ]) func whatIsGoneIsFound(was: String, is other: String, told: String) async throws {
        try await Tool.with { tool in
            let text = try String(contentsOfFile: Self.published, encoding: .utf8)
            try #require(text.contains(was))
            try FileManager.default.createDirectory(atPath: tool.home, withIntermediateDirectories: true)
            let path = tool.home + "/changed.json"
            try Data(text.replacingOccurrences(of: was, with: other).utf8).write(to: URL(filePath: path))
            let outcome = try await Self.compare(path, tool)
            #expect(outcome.status == 1)
            #expect(outcome.output.contains(told), "\(outcome.output) \(outcome.errors)")
        }
    }

    private static func useStores(of client: HostClient) throws {
        let store = try PublishedStore(prefix: "org.example.")
        let bundle = try ExtensionBrowserTests.Machine.counter(in: store.folder)
        try store.add(bundle, ["--screenshot", "\(bundle)/icon.png=The counter"])
        let address = ["store": store.files]
        let introduction = try client.call("stores.introduce", address)
        try client.call(
            "stores.add",
            address.merging(["fingerprint": introduction["fingerprint"] as? String ?? ""]) { $1 }
        )
        try client.call("stores.list")
        try client.call("stores.extensions", ["words": "counter"])
        let offers =
            try client.call("stores.show", ["extension": "org.example.counter"])["offers"] as? [HostClient.Object]
        let icon = try #require(offers?.first?["icon"] as? String)
        try client.call("stores.picture", ["store": store.files, "picture": icon])
        try client.call("stores.update", address)
        let wanted: HostClient.Object = [
            "store": store.files, "extension": "org.example.counter", "permissions": [String](),
        ]
        try client.call("stores.install", wanted)
        try client.call("stores.cancel", ["store": store.files, "extension": "org.example.counter"])
        try client.call("stores.progress", ["extension": "org.example.counter", "after": 0])
        // A version before the installed one.
        let manifest = bundle + "/manifest.json"
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        try Data(text.replacing("\"1.0.0\"", with: "\"1.2.0\"").utf8).write(to: URL(filePath: manifest))
        try store.add(bundle)
        try client.call("stores.update", address)
        try client.call("stores.install", wanted)
        try client.call("stores.rollback", ["extension": "org.example.counter"])
        try client.call("extensions.uninstall", ["extension": "org.example.counter"])
        try client.call("stores.remove", address)
    }

    private static func useEveryMethod(of client: HostClient, _ tool: Tool) throws {
        let window = try client.openWindow()
        @discardableResult func act(_ name: String, _ parameters: HostClient.Object = [:]) throws -> HostClient.Object {
            try client.call("window.\(name)", ["window": window].merging(parameters) { $1 })
        }
        @discardableResult func look() throws -> HostClient.Object { try act("look") }
        func draft() throws -> HostClient.Object { try #require(try look()["draft"] as? HostClient.Object) }

        try client.call("devices.create", ["name": "watch", "profile": "watch", "of": "alice"])
        try client.call("devices.list")
        try client.call("extensions.list")
        try client.call("extensions.drawer", ["device": "alice"])
        try client.call("extensions.setFavourites", ["device": "alice", "extensions": ["org.mayfly.tally"]])
        try client.call("extensions.drawer", ["device": "alice"])
        try client.call("extensions.icon", ["extension": "org.mayfly.tally"])
        try client.call("settings.read", ["extension": "org.mayfly.tally", "device": "alice"])
        try client.call("settings.set", ["extension": "org.mayfly.tally", "device": "alice"])
        try client.call("conversations.list", ["device": "alice"])
        try client.call("conversations.next", ["after": 0])
        // A message, a text, a picture, a sticker.
        try act("openExtension", ["extension": "org.mayfly.tally"])
        try act("tap", ["control": "plus"])
        try act("setStyle", ["style": "expanded"])
        try act("input", ["input": "title", "value": "Votes"])
        try act("tap", ["control": "stage"])
        try act("cancelMessage")
        try act("tap", ["control": "stage"])
        try act("send", ["draft": try draft()["id"] ?? ""])
        try act("tapBubble", ["row": 1])
        try act("swipe", ["direction": "left"])
        try act("closeExtension")
        try act("replaceText", ["text": "good"])
        try act("type", ["text": " morning"])
        try client.call("text.read", ["window": window])
        let png = try #require(
            FileManager.default.enumerator(atPath: Samples.folder)?.compactMap { $0 as? String }.first {
                $0.hasSuffix(".png")
            }
        )
        try act("attach", ["path": Samples.folder + "/" + png])
        try act("attach", ["path": Samples.folder + "/" + png])
        try act("removeFromField", ["number": 1])
        let media = try #require((try draft()["media"] as? [HostClient.Object])?.first?["file"] as? HostClient.Object)
        try client.call("media.read", ["sha256": media["sha256"] ?? "", "length": 10])
        try client.call("media.path", ["sha256": media["sha256"] ?? ""])
        try act("send", ["draft": try draft()["id"] ?? ""])
        try act("clearField")
        #expect(throws: HostClient.Failure.self) { try act("keep", ["row": 1]) }
        // Stickers.
        try client.call("extensions.install", ["path": Samples.folder + "/Smileys.mayfly"])
        try act("openExtension", ["extension": "org.mayfly.smileys"])
        try act("tapSticker", ["sticker": 1])
        try act("clearField")
        let view = try #require(try client.events(of: window).last { $0["event"] as? String == "view" }?["number"])
        try act("placeSticker", ["sticker": 1, "view": view, "row": 2, "x": 0.9, "scale": 0.5])
        try client.call("stickers.recent", ["device": "alice"])
        try act("tapRecent", ["sticker": 1])
        try act("clearField")
        try useStores(of: client)
        // A message that another device hands over.
        let wrist = try client.openWindow(as: "watch")
        try client.call("window.tapBubble", ["window": wrist, "row": 1])
        try client.event(of: window) { $0["event"] as? String == "handOff" }
        let list = try client.call("handOffs.list", ["device": "alice"])["handOffs"] as? [HostClient.Object]
        try act("takeHandOff", ["handOff": try #require(list?.first?["id"])])
        // A card with a picture and a link.
        try act("openExtension", ["extension": CardPlugin.id])
        try act("tap", ["control": "more"])
        try act("openLink", ["control": 2, "url": "https://example.org/a"])
        try client.call("window.picture", ["window": window, "url": "bundle:picture.png", "length": 10])
        // A permission.
        try act("openExtension", ["extension": FetchingPlugin.id])
        try act("tap", ["control": "fixed"])
        try look()
        try act("answer", ["question": 1, "answer": "always"])
        try client.call("permissions.list")
        try client.call("permissions.revoke", ["extension": FetchingPlugin.id])
        // A payment.
        try act("openExtension", ["extension": TestShop.id])
        try act("tap", ["control": "pay"])
        try act("answer", ["question": 2, "answer": "once"])
        try look()
        try act("answerPayment", ["payment": 1, "answer": "pay"])
        try act("tap", ["control": "buy"])
        try act("answer", ["question": 3, "answer": "once"])
        try look()
        try act("answerPayment", ["payment": 2, "answer": "cancel"])
        // Pictures of the person.
        try act("tap", ["control": "photo"])
        try act("answer", ["question": 4, "answer": "once"])
        try look()
        try act("providePicture", ["request": 1, "path": Samples.folder + "/" + png])
        try act("tap", ["control": "photo"])
        try act("refusePicture", ["request": 2, "reason": "cancelled"])
        // A crash, and what is known of it.
        try act("openExtension", ["extension": "test.mayfly.glutton"])
        try client.call("workers.list")
        let failure = #expect(throws: HostClient.Failure.self) { try act("tap", ["control": "crash"]) }
        #expect(failure?.name == "extensionCrashed")
        try act("settle")
        try act("openExtension", ["extension": "org.mayfly.tally"])
        try client.call("workers.kill", ["extension": "org.mayfly.tally"])
        try act("settle")
        try client.call("receipts.list", ["last": 10])
        try client.call("receipts.read", ["receipt": 1])
        try client.call("receipts.read", ["receipt": 10_000])
        try client.call("extensions.reset", ["extension": "test.mayfly.glutton"])
        try client.call("extensions.setEnabled", ["extension": "org.mayfly.tally", "enabled": false, "device": "bob"])
        try client.call("extensions.uninstall", ["extension": "org.mayfly.smileys"])
        try client.call("doctor")
        let rows = try client.call("transcript.page", ["window": window])["entries"] as? [HostClient.Object]
        try client.call("transcript.seen", ["window": window, "item": try #require(rows?.last?["id"])])
        _ = try client.events(of: window)
        try act("close")
    }
}
