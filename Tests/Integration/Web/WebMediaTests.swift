import Foundation
import Testing

/// Stored files, as a browser gets them.
@Suite struct WebMediaTests {
    /// Attaches a file on alice's device, and gives its digest.
    private static func digest(of bytes: [UInt8], named name: String, _ page: ServedPage) throws -> String {
        let socket = try page.page()
        let window =
            try socket.call("window.open", ["conversation": "chat", "device": "alice"])["window"] as? String ?? ""
        let headers = [page.cookie, page.origin, ("Mayfly-Key", page.key)]
        let answer = try page.connect().request("POST", "/files?name=\(name)", headers, body: bytes)
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
        try socket.call("window.attach", ["window": window, "path": try #require(object?["file"], "\(answer.text)")])
        let draft = try #require(try socket.call("window.look", ["window": window])["draft"] as? [String: Any])
        let file = (draft["media"] as? [[String: Any]])?.last?["file"] as? [String: Any]
        return try #require(file?["sha256"] as? String)
    }

    @Test func aPictureCanOnlyBeAPicture() async throws {
        try await ServedPage.with { page, _ in
            let icon = [UInt8](try Data(contentsOf: URL(filePath: Samples.tally + "/icon.png")))
            let digest = try Self.digest(of: icon, named: "icon.png", page)
            let answer = try page.get("/media/\(digest)")
            #expect(answer.status == 200 && answer.body == icon)
            #expect(answer.headers["content-type"] == "image/png")
            #expect(answer.headers["content-security-policy"] == "default-src 'none'; sandbox")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["content-disposition"] == nil)
            #expect(try page.get("/media/\(digest)?download").headers["content-disposition"] == "attachment")
        }
    }

    @Test func aTextIsSavedAndNeverShown() async throws {
        try await ServedPage.with { page, _ in
            let text = Array("<!doctype html><script>alert(1)</script>".utf8)
            let answer = try page.get("/media/\(try Self.digest(of: text, named: "page.html", page))")
            #expect(answer.status == 200 && answer.body == text)
            #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
            #expect(answer.headers["content-disposition"] == "attachment")
        }
    }

    @Test func partsOfAFileAreServed() async throws {
        try await ServedPage.with { page, _ in
            let text = (0..<600_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
            let path = "/media/\(try Self.digest(of: text, named: "a.txt", page))"
            #expect(try page.get(path).body == text)
            let part = try page.get(path, [("Range", "bytes=300000-300009")])
            #expect(part.status == 206 && part.body == Array(text[300_000...300_009]))
            #expect(part.headers["content-range"] == "bytes 300000-300009/600000")
            #expect(try page.get(path, [("Range", "bytes=-10")]).body == Array(text.suffix(10)))
            #expect(try page.get(path, [("Range", "bytes=599990-")]).body == Array(text.suffix(10)))
            #expect(try page.get(path, [("Range", "bytes=0-999999999999999999999")]).status == 416)
            for wrong in ["bytes=600000-", "bytes=5-4", "bytes=-", "bytes=--1", "lines=1-2", "bytes=0-1,4-5"] {
                let answer = try page.get(path, [("Range", wrong)])
                #expect(answer.status == 416 && answer.headers["content-range"] == "bytes */600000", "\(wrong)")
            }
        }
    }
}
