import Foundation
import MayflyTestSupport
import Testing

/// A sticker pack that takes long to read.
@Suite struct HostPackTests {
    private static let id = "test.mayfly.long-pack"

    /// A bundle of 98 sequences, which are one by links, of 200 pictures, which are one by its name, of 195 chunks: far more to read than
    /// the file has.
    private static func longPack() throws -> String {
        let folder = NSTemporaryDirectory() + "mayfly-pack-\(UUID())/\(id).mayfly"
        let pack = folder + "/S.xcstickers/P.stickerpack"
        let names = (0..<98).map { "s\($0).stickersequence" }
        try FileManager.default.createDirectory(atPath: pack + "/" + names[0], withIntermediateDirectories: true)
        for name in names.dropFirst() {
            try FileManager.default.createSymbolicLink(atPath: pack + "/" + name, withDestinationPath: names[0])
        }
        func write(_ value: Any, _ path: String) throws {
            try JSONSerialization.data(withJSONObject: value).write(to: URL(filePath: path))
        }
        try write(
            [
                "id": id, "name": "Long", "version": "1.0.0", "kind": "sticker-pack", "icon": "icon.png",
                "stickers": "S.xcstickers",
            ],
            folder + "/manifest.json"
        )
        try write(["info": ["version": 1]], folder + "/S.xcstickers/Contents.json")
        try write(["stickers": names.map { ["filename": $0] }], pack + "/Contents.json")
        let frames = Array(repeating: ["filename": "p.png"], count: 200)
        let properties: [String: Any] = ["duration": 20, "duration-type": "fixed"]
        try write(["properties": properties, "frames": frames], pack + "/\(names[0])/Contents.json")
        let picture = try SampleFiles.bytes("palette.png")
        let chunk = [0, 0, 0, 0] + Array("prVt".utf8) + SampleFiles.checksum(Array("prVt".utf8))
        let long = picture[..<33] + repeatElement(chunk, count: 195).joined() + picture[33...]
        try Data(long).write(to: URL(filePath: pack + "/\(names[0])/p.png"))
        try Data(picture).write(to: URL(filePath: folder + "/icon.png"))
        return folder
    }

    /// What is left of it is not read: the person who has closed the window will not see it.
    @Test func closingAWindowEndsTheReadingOfAPack() async throws {
        let bundle = try Self.longPack()
        defer { try? FileManager.default.removeItem(at: URL(filePath: bundle).deletingLastPathComponent()) }
        try await Tool.with(bundles: [bundle, Samples.smileys]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.smileys"])
            let shown = try client.look(at: window)["view_event"] as? Int ?? 0
            let opening = try client.request("window.openExtension", ["window": window, "extension": Self.id])
            // What was shown is gone: the pack is being read.
            try client.event(of: window, after: shown) { $0["event"] as? String == "view" }
            let closing = try client.request("window.close", ["window": window, "now": true])
            var answers: [Int: HostClient.Object] = [:]
            for _ in 0..<2 {
                let answer = try client.nextAnswer()
                answers[try #require(answer["id"] as? Int)] = answer
            }
            #expect(HostClient.failure(try #require(answers[opening]))?.name == "notPossibleNow")
            #expect(HostClient.failure(try #require(answers[closing])) == nil)
        }
    }
}
