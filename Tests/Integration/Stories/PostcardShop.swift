import Foundation
import MayflyTestSupport
import Testing

/// A store that offers Postcard under an id of its own, and a chat of alice, who has a watch too, with bob, who has sent her a postcard. Nobody
/// but bob has the extension.
struct PostcardShop {
    static let id = "org.example.postcard"
    static let words = "Hello from the sea"

    let store: PublishedStore
    let tool: Tool

    static func with(_ body: @Sendable (PostcardShop) async throws -> Void) async throws {
        let store = try PublishedStore(prefix: "org.example.")
        let bundle = store.folder.at("bobs/Postcard.mayfly")
        try store.folder.makeFolder("bobs")
        try run("cp", ["-r", Samples.folder + "/Postcard.mayfly", bundle])
        let manifest = try String(contentsOfFile: bundle + "/manifest.json", encoding: .utf8)
        let renamed = manifest.replacing("\"org.mayfly.postcard\"", with: "\"\(id)\"")
        try #require(renamed != manifest)
        try renamed.write(toFile: bundle + "/manifest.json", atomically: true, encoding: .utf8)
        try store.add(bundle)
        try await Tool.with { tool in
            try sendPostcard(by: Tool(home: tool.home, folders: store.folder.at("bobs")))
            try await body(PostcardShop(store: store, tool: tool))
        }
    }

    /// Bob takes a picture, writes below it, and sends it.
    private static func sendPostcard(by tool: Tool) throws {
        let client = try HostClient.inChat(tool, wanting: ["questions", "camera"])
        try client.call("devices.create", ["name": "watch", "of": "alice", "profile": "watch"])
        let window = try client.openWindow(as: "bob")
        func act(_ name: String, _ parameters: HostClient.Object) throws {
            try client.call("window.\(name)", ["window": window].merging(parameters) { $1 })
        }
        try act("openExtension", ["extension": id])
        try client.takePicture(in: window, fileAt: Samples.iceCream + "/Resources/cone-mint-cherry.png")
        try act("tap", ["control": "write", "by": "id"])
        try act("input", ["input": "words", "value": words])
        try act("tap", ["control": "postcard", "by": "id"])
        try client.sendDraft(of: window)
        try client.closeInput()
        try client.finish()
    }
}

extension HostClient {
    /// The newest rows of a window's transcript.
    func rows(in window: String) throws -> [Object] {
        let transcript = try #require(try look(at: window)["transcript"] as? Object)
        return try #require(transcript["entries"] as? [Object])
    }

    /// Has Postcard ask for a picture of the camera for the first time, and gives it.
    func takePicture(in window: String, fileAt path: String) throws {
        func act(_ name: String, _ parameters: Object) throws {
            try call("window.\(name)", ["window": window].merging(parameters) { $1 })
        }
        try act("tap", ["control": "camera", "by": "id"])
        let question = try #require(try look(at: window)["question"] as? Object)
        try act("answer", ["question": question["question"] ?? 0, "answer": "always"])
        let request = try #require(try look(at: window)["picture_request"] as? Object)
        try act("providePicture", ["request": request["request"] ?? 0, "path": path])
    }
}
