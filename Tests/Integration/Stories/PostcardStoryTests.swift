import Foundation
import MayflyConformance
import Testing

/// One story over stores, permissions and devices, by the command and by clients of the protocol.
@Suite struct PostcardStoryTests {
    @Test(.proves("C-009", "C-011", "C-013", "C-254"))
    func aPostcardLeadsToTheStoreTheCameraTheWatchAndBack() async throws {
        try await PostcardShop.with { shop in
            let (tool, store) = (shop.tool, shop.store)
            // The extension is missing: its message names it.
            let shown = try await tool.run("transcript", "chat", "--as", "alice").output
            #expect(shown.contains(PostcardShop.words) && shown.contains("Postcard"), "\(shown)")
            #expect(try await tool.run("info", PostcardShop.id).status != 0)
            // Nothing was installed in the home folder, and no store was added.
            #expect(try tool.state().isEmpty)
            let phone = try HostClient(tool)
            try phone.sayHello(wanting: ["questions", "camera"])
            let screen = try phone.openWindow()
            let row = try #require(try phone.rows(in: screen).first)
            #expect(row["extension"] as? String == PostcardShop.id && row["icon"] != nil)
            #expect((row["attribution"] as? String)?.contains("Postcard") == true)
            let missing = #expect(throws: HostClient.Failure.self) {
                try phone.call("window.tapBubble", ["window": screen, "row": 1])
            }
            #expect(missing?.name == "unknownExtension" && missing?.message.contains(PostcardShop.id) == true)

            // The store has it.
            let fingerprint = try store.fingerprint()
            #expect(try await tool.run("store", "add", store.files, "--fingerprint", fingerprint).status == 0)
            #expect(try await tool.run("store", "search", "postcard").output.contains(PostcardShop.id))
            let about = try await tool.run("store", "show", PostcardShop.id).output
            #expect(about.contains("camera") && about.contains("To take the picture of your postcard"), "\(about)")
            let installed = try await tool.run("store", "install", PostcardShop.id, "--yes")
            #expect(installed.status == 0, "\(installed.errors)")

            // The message opens, and a picture of the camera is sent from the phone.
            try phone.call("window.tapBubble", ["window": screen, "row": 1])
            #expect(try phone.look(at: screen)["extension"] as? String == PostcardShop.id)
            try phone.takePicture(in: screen, fileAt: Samples.iceCream + "/Resources/cup-vanilla-wafer.png")
            try phone.call("window.tap", ["window": screen, "control": "sticker", "by": "id"])
            try phone.sendDraft(of: screen)
            let sent = try #require(try phone.rows(in: screen).last)
            #expect(sent["kind"] as? String == "sticker" && sent["description"] as? String == "A postcard")
            let file = try #require((sent["file"] as? HostClient.Object)?["sha256"] as? String)

            // The watch has it among its recent ones, byte for byte, and sends it.
            let watch = try HostClient(tool)
            try watch.sayHello()
            let wrist = try watch.openWindow(as: "watch")
            let recents = try watch.call("stickers.recent", ["device": "watch"])["stickers"] as? [HostClient.Object]
            #expect(recents?.map { ($0["file"] as? HostClient.Object)?["sha256"] as? String } == [file])
            try watch.call("window.tapRecent", ["window": wrist, "sticker": 1, "sha256": file])
            try watch.sendDraft(of: wrist)

            // The watch hands the postcard back to the phone.
            try watch.call("window.tapBubble", ["window": wrist, "row": 1])
            let offered = try phone.event(of: screen) { $0["event"] as? String == "handOff" }
            try phone.call("window.takeHandOff", ["window": screen, "handOff": try #require(offered["id"])])
            let look = try phone.look(at: screen)
            #expect(look["extension"] as? String == PostcardShop.id)
            let view = try #require(look["view"] as? HostClient.Object)
            #expect(view["style"] as? String == "expanded")
            #expect(String(describing: view).contains(PostcardShop.words))
            let taken = try watch.event(of: wrist) {
                $0["event"] as? String == "handOff" && $0["state"] as? String == "taken"
            }
            #expect(taken["by"] as? String == "alice")

            // Bob has what alice has sent, from the phone and from the watch: the same file.
            let bobs = try await tool.run("transcript", "chat", "--as", "bob", "--json").events()
            let rows = try #require(bobs.first?["entries"] as? [[String: Any]])
            #expect(rows.map { $0["kind"] as? String } == ["message", "sticker", "sticker"])
            let files = rows.compactMap { ($0["file"] as? [String: Any])?["sha256"] as? String }
            #expect(files == [file, file])
        }
    }
}
