import Foundation
import Testing

/// What an app needs to draw a bubble by itself.
@Suite struct HostPictureTests {
    private static func media(_ client: HostClient, _ file: Any?) throws -> Data {
        let sha256 = try #require((file as? HostClient.Object)?["sha256"])
        let piece = try client.call("media.read", ["sha256": sha256])
        let bytes = try #require((piece["base64"] as? String).flatMap { Data(base64Encoded: $0) })
        #expect(piece["size"] as? Int == bytes.count)
        return bytes
    }

    /// The first bytes of a file of each type.
    private static let beginnings: [String: [UInt8]] = [
        "png": [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A], "jpeg": [0xFF, 0xD8, 0xFF], "gif": Array("GIF8".utf8),
    ]

    /// The content of a file is a picture of its type and size, and has the digest that names it.
    private static func expectPicture(_ client: HostClient, _ file: Any?, _ tool: Tool) async throws {
        let file = try #require(file as? HostClient.Object)
        let content = try media(client, file)
        #expect(content.count == file["bytes"] as? Int)
        let beginning = try #require((file["type"] as? String).flatMap { beginnings[$0] }, "\(file)")
        #expect(content.starts(with: beginning), "\(file)")
        let sha256 = try #require(file["sha256"] as? String)
        let path = try #require(try client.call("media.path", ["sha256": sha256])["path"] as? String)
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
        let sum = try await tool.run(program: "/usr/bin/sha256sum", all: [path])
        #expect(sum.output.hasPrefix(sha256 + " "))
    }

    private static func layout(_ client: HostClient, _ window: String) throws -> HostClient.Object {
        let message = try client.draft(of: window)["message"] as? HostClient.Object
        return try #require(message?["layout"] as? HostClient.Object)
    }

    @Test func aLayoutHasEachOfItsMembers() async throws {
        try await Tool.with(bundles: [try #require(try Puppet.bundles.first)]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": Puppet.id])
            let folder = try Puppet.privateFolder(in: tool.home)
            for name in ["palette.png", "moving.gif"] {
                try Data(try SampleFiles.bytes(name)).write(to: URL(filePath: folder + "/" + name))
            }
            let texts = "caption=c1|subcaption=c2|trailing=t1|trailing-sub=t2|title=i1|subtitle=i2"
            var digests: Set<String> = []
            // Of a picture and a movie, only the picture is taken.
            for (member, file, type) in [("image", "palette.png", "png"), ("media", "moving.gif", "gif")] {
                let command = "didPerformAction message url=?\(member)|\(texts)|\(member)=\(file)"
                try Data(command.utf8).write(to: URL(filePath: folder + "/script"))
                try client.call("window.tap", ["window": window, "control": "run"])
                let layout = try Self.layout(client, window)
                #expect(
                    layout.compactMapValues { $0 as? String } == [
                        "caption": "c1", "subcaption": "c2", "trailing_caption": "t1", "trailing_subcaption": "t2",
                        "image_title": "i1", "image_subtitle": "i2",
                    ]
                )
                #expect(layout.count == 8 && layout.values.count { $0 is NSNull } == 1)
                let picture = try #require(layout[member] as? HostClient.Object)
                #expect(picture["type"] as? String == type)
                try await Self.expectPicture(client, picture, tool)
                digests.insert(try #require(picture["sha256"] as? String))
            }
            #expect(digests.count == 2)
            _ = try client.events(of: window)
        }
    }

    @Test func theIceCreamOfABubbleIsAPicture() async throws {
        try await Tool.with(bundles: [Samples.iceCream]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.icecream"])
            for title in ["New ice cream", "Cone"] {
                try client.call("window.tap", ["window": window, "control": title, "by": "title"])
            }
            try await Self.expectPicture(client, try Self.layout(client, window)["image"], tool)
            try client.sendDraft(of: window)
            #expect(try !client.events(of: window).isEmpty)
        }
    }
}
