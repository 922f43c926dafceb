import Foundation
import MayflyBundles
import MayflyModel
import MayflyTestSupport
import Testing

/// Stored files, as the browser gets them: so that they can be nothing but what the host says.
@Suite struct WebMediaTests {
    /// Attaches a file, and asks for it.
    private static func with(
        _ bytes: [UInt8],
        as name: String,
        _ body: @Sendable (ServedPage, _ path: String) async throws -> Void
    ) async throws {
        try await ServedPage.with { page, _ in
            let client = try PageClient(page)
            let digest = try client.attach(try page.handle(of: bytes, as: name), in: try client.openWindow())
            try await body(page, page.media(digest))
        }
    }

    private static func expectRules(_ answer: WebAnswer) {
        #expect(answer["content-security-policy"] == "default-src 'none'; sandbox")
        #expect(answer["x-content-type-options"] == "nosniff")
        #expect(answer["cross-origin-resource-policy"] == "same-origin")
    }

    @Test(arguments: [("clip.mp4", "video/mp4"), ("clip.mov", "video/quicktime"), ("clip.webm", "video/webm")])
    func moviesAreWhatTheyAre(name: String, type: String) async throws {
        let bytes = try SampleFiles.bytes(name)
        // The type comes from the content, not from the name.
        try await Self.with(bytes, as: "page.html") { page, path in
            let answer = try page.ask(path)
            #expect(answer.status == 200 && answer.body == bytes)
            #expect(answer["content-type"] == type && answer["content-disposition"] == nil)
            #expect(answer["accept-ranges"] == "bytes")
            Self.expectRules(answer)
            let download = try page.ask(path + "?download")
            #expect(download.body == bytes && download["content-disposition"] == "attachment")
            #expect(download["content-type"] == "application/octet-stream")
        }
    }

    /// A picture of somebody else is decoded by no browser: what a page shows is one that the host has made.
    @Test(arguments: [
        ("palette.png", "image/jpeg", 320, 320), ("grey.jpg", "image/jpeg", 320, 320),
        ("turned.jpg", "image/jpeg", 600, 1_200), ("moving.gif", "image/jpeg", 320, 320),
        ("moving.png", "image/jpeg", 320, 320), ("clear-half.gif", "image/png", 320, 320),
        ("clear-half.png", "image/png", 1_200, 800),
    ])
    func picturesAreMadeAnew(name: String, type: String, width: Int, height: Int) async throws {
        let bytes = try SampleFiles.bytes(name)
        try await Self.with(bytes, as: "page.html") { page, path in
            let answer = try page.ask(path.replacing("/media/", with: "/pictures/"))
            #expect(answer.status == 200 && answer["content-type"] == type)
            let picture = try MediaProbe.picture(answer.body)
            #expect("image/\(picture.type.rawValue)" == type && picture.size == .init(width: width, height: height))
            #expect(answer.body != bytes)
            Self.expectRules(answer)
            // The file itself is only ever saved.
            for path in [path, path + "?download"] {
                let download = try page.ask(path)
                #expect(download.body == bytes && download["content-disposition"] == "attachment")
                #expect(download["content-type"] == "application/octet-stream")
                Self.expectRules(download)
            }
        }
    }

    /// Stickers go on as they came. A browser gets them as pictures, and gets nothing else as a sticker.
    @Test(arguments: [
        ("palette.png", "image/png"), ("moving.png", "image/png"), ("moving.gif", "image/gif"),
        ("grey.jpg", "image/jpeg"),
    ])
    func stickersAreGivenByteForByte(name: String, type: String) async throws {
        let bytes = try SampleFiles.bytes(name)
        try await Self.with(bytes, as: "page.html") { page, path in
            let path = path.replacing("/media/", with: "/stickers/")
            for use in [nil, "image"] {
                let answer = try page.ask(path, ["Sec-Fetch-Dest": use, "Sec-Fetch-Site": "same-origin"])
                #expect(answer.status == 200 && answer.body == bytes && answer["content-type"] == type)
                Self.expectRules(answer)
            }
            for use in ["document", "iframe", "script", "style", "empty", "object", "image, script"] {
                let answer = try page.ask(path, ["Sec-Fetch-Dest": use, "Sec-Fetch-Site": "same-origin"])
                #expect(answer.status == 403 && answer.text.contains("as a picture"), "\(use)")
            }
        }
    }

    @Test func whatIsNoPictureIsNeitherStickerNorPicture() async throws {
        var large = try SampleFiles.bytes("palette.png")
        // A chunk of its own, which makes it larger than a sticker may be.
        let body = Array("teXt".utf8) + [UInt8](repeating: 65, count: 500_000)
        large.insert(contentsOf: [0, 7, 0xA1, 0x20] + body + SampleFiles.checksum(body), at: large.count - 12)
        let files: [(bytes: [UInt8], isPicture: Bool)] = [
            (try SampleFiles.bytes("clip.mp4"), false), (Array("GIF89a<script>".utf8), false),
            (try SampleFiles.bytes("palette.png").dropLast(1), false), ([0, 1, 2], false), (large, true),
        ]
        for (bytes, isPicture) in files {
            try await Self.with(bytes, as: "a.png") { page, path in
                #expect(try page.ask(path.replacing("/media/", with: "/stickers/")).status == 404)
                let picture = try page.ask(path.replacing("/media/", with: "/pictures/"))
                #expect(picture.status == (isPicture ? 200 : 404))
            }
        }
    }

    /// A file of a type that the host does not know is saved as bytes.
    @Test func anyOtherFileIsOnlySaved() async throws {
        for bytes in [[], [0, 1, 2], Array("%PDF-1.7\n".utf8) + [0xE2, 0xE3], Array("\u{7F}ELF".utf8)] {
            try await Self.with(bytes, as: "a.html") { page, path in
                for path in [path, path + "?download"] {
                    let answer = try page.ask(path)
                    #expect(answer.status == 200 && answer.body == bytes)
                    #expect(answer["content-type"] == "application/octet-stream")
                    #expect(answer["content-disposition"] == "attachment")
                    Self.expectRules(answer)
                }
            }
        }
    }

    /// The icon of a bundle, too.
    @Test func anIconIsMadeAnew() async throws {
        try await ServedPage.with(bundles: [Samples.tally]) { page, _ in
            let client = try PageClient(page)
            let answer = try client.call("extensions.icon", ["extension": "org.mayfly.tally"])
            let bytes = try #require((answer["base64"] as? String).flatMap { Data(base64Encoded: $0) })
            let own = try Data(contentsOf: URL(filePath: Samples.tally + "/icon.png"))
            #expect(bytes != own)
            let (made, given) = (try MediaProbe.picture([UInt8](bytes)), try MediaProbe.picture([UInt8](own)))
            #expect(made.size == given.size)
        }
    }

    /// A file that a browser could run is only ever saved, and has no type that it runs.
    @Test(arguments: [
        "<!doctype html><script>alert(1)</script>", #"<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>"#,
        "alert(1)", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><script/></html>",
        "body { color: red }",
    ])
    func whatCouldRunIsOnlySaved(text: String) async throws {
        for name in ["a.html", "a.svg", "a.js", "picture.png"] {
            try await Self.with(Array(text.utf8), as: name) { page, path in
                let answer = try page.ask(path)
                #expect(answer.status == 200 && answer.text == text)
                #expect(answer["content-type"] == "text/plain; charset=utf-8")
                #expect(answer["content-disposition"] == "attachment")
                Self.expectRules(answer)
            }
        }
    }

    /// A part of a file, as players of movies ask for it (RFC 9110, 14).
    @Test func partsOfAFileAreGiven() async throws {
        let bytes = try SampleFiles.bytes("clip.mp4")
        try await Self.with(bytes, as: "clip.mp4") { page, path in
            let size = bytes.count
            let parts: [(String, Range<Int>?)] = [
                ("bytes=0-", 0..<size), ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=-1", size - 1..<size),
                ("bytes=\(size - 1)-", size - 1..<size), ("bytes=5-\(size * 2)", 5..<size),
                ("bytes=-\(size * 2)", 0..<size),
                ("bytes=0-9223372036854775807", 0..<size), ("bytes=\(size)-", nil), ("bytes=9-3", nil),
                ("bytes=-0", nil),
                ("bytes=", nil), ("bytes=-", nil), ("bytes=a-b", nil), ("bytes=0-1,4-5", nil), ("items=0-1", nil),
                ("bytes=99999999999999999999-", nil), ("bytes=-99999999999999999999", nil), ("bytes=+1-2", nil),
            ]
            for (header, wanted) in parts {
                let answer = try page.ask(path, ["Range": header])
                if let wanted {
                    #expect(answer.status == 206 && answer.body == Array(bytes[wanted]), "\(header)")
                    let range = "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)"
                    #expect(answer["content-range"] == range, "\(header)")
                    #expect(answer["content-type"] == "video/mp4")
                    Self.expectRules(answer)
                } else {
                    #expect(answer.status == 416 && answer["content-range"] == "bytes */\(size)", "\(header)")
                    #expect(answer.body.isEmpty)
                }
            }
        }
    }

    /// One that is longer than what the server reads at once.
    @Test func aLongFileIsGivenWhole() async throws {
        let bytes = (0..<600_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        try await Self.with(bytes, as: "a.txt") { page, path in
            let whole = try page.ask(path)
            #expect(whole.body == bytes)
            let part = try page.ask(path, ["Range": "bytes=200000-599998"])
            #expect(part.status == 206 && part.body == Array(bytes[200_000...599_998]))
        }
    }

    /// Only what is in the store has a name, and only with the cookie.
    @Test func otherNamesAreOfNothing() async throws {
        let bytes = try SampleFiles.bytes("palette.png")
        try await Self.with(bytes, as: "a.png") { page, path in
            let digest = String(try #require(path.split(separator: "/").last))
            #expect(digest.count == 64 && page.media(digest) == path)
            #expect(try page.ask(path).status == 200)
            let names = [
                String(repeating: "0", count: 64), digest.uppercased() + "0", String(digest.dropLast()), "\(digest)/",
                "\(digest).png",
                "./\(digest)", "%30" + digest.dropFirst(), "\(digest)%00", "../media/\(digest)", "", "..",
            ]
            for name in names {
                #expect(try page.ask(page.media(name)).status == 404, "\(name)")
            }
            let stranger = try page.ask(path, ["Cookie": nil])
            #expect(stranger.status == 401)
            #expect(try page.ask(path, ["Mayfly-Key": page.key, "Content-Length": "0"], by: "POST").status == 404)
        }
    }
}
