import Foundation
import Testing

/// A page as a client of the host, over its WebSocket.
@Suite struct WebPageTests {
    @Test func aMessageGoesFromPageToPage() async throws {
        try await ServedPage.with { page, _ in
            let (alice, bob) = (try page.page(), try page.page())
            let from =
                try alice.call("window.open", ["conversation": "chat", "device": "alice"])["window"] as? String ?? ""
            let to = try bob.call("window.open", ["conversation": "chat", "device": "bob"])["window"] as? String ?? ""
            try alice.call("window.type", ["window": from, "text": "hello"])
            let look = try alice.call("window.look", ["window": from])
            let draft = (look["draft"] as? [String: Any])?["id"] as? String ?? ""
            let seen = try bob.call("window.look", ["window": to])["last_event"] as? Int ?? 0
            try alice.call("window.send", ["window": from, "draft": draft])
            let batch = try bob.call("events.next", ["window": to, "after": seen, "waitMs": 60_000])
            let events = try #require(batch["events"] as? [[String: Any]])
            let entries = try #require(events.last?["entries"] as? [[String: Any]])
            #expect(entries.map { $0["text"] as? String } == ["hello"])
        }
    }

    @Test func anAttachmentIsGivenFirst() async throws {
        try await ServedPage.with { page, tool in
            let socket = try page.page()
            let window =
                try socket.call("window.open", ["conversation": "chat", "device": "alice"])["window"] as? String ?? ""
            let headers = [page.cookie, page.origin, ("Mayfly-Key", page.key)]
            let answer = try page.connect().request(
                "POST",
                "/files?name=notes%20%C3%A9.txt",
                headers,
                body: Array("some notes".utf8)
            )
            #expect(answer.status == 200)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String])
            let file = try #require(object["file"])
            try socket.call("window.attach", ["window": window, "path": file])
            let draft = try #require(try socket.call("window.look", ["window": window])["draft"] as? [String: Any])
            let media = try #require(draft["media"] as? [[String: Any]])
            #expect(media.map { $0["name"] as? String } == ["notes é.txt"])
            let digest = try #require((media[0]["file"] as? [String: Any])?["sha256"] as? String)
            #expect(try page.get("/media/\(digest)").text == "some notes")
            // The host has a copy: the server has none any more.
            let again = #expect(throws: HostClient.Failure.self) {
                try socket.call("window.attach", ["window": window, "path": file])
            }
            #expect(again?.message.contains("only files that it has given") == true)
        }
    }

    @Test(arguments: ["/etc/hostname", "file:1", "file:../../etc/hostname", "", "relative"])
    func aPageNamesNoFileOfTheMachine(path: String) async throws {
        try await ServedPage.with { page, _ in
            let socket = try page.page()
            let window =
                try socket.call("window.open", ["conversation": "chat", "device": "alice"])["window"] as? String ?? ""
            for (method, more) in [("window.attach", ["window": window]), ("extensions.install", [:])]
                as [(String, [String: String])]
            {
                let failure = #expect(throws: HostClient.Failure.self, "\(method)") {
                    try socket.call(method, more.merging(["path": path]) { $1 })
                }
                #expect(failure?.message.contains("only files that it has given") == true)
            }
        }
    }

    @Test func aBundleIsGivenFileByFile() async throws {
        try await ServedPage.with { page, tool in
            let socket = try page.page()
            let bundle = Samples.smileys
            let headers = [page.cookie, page.origin, ("Mayfly-Key", page.key)]
            var handle = "new"
            let all = try FileManager.default.subpathsOfDirectory(atPath: bundle)
            for name in all {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: "\(bundle)/\(name)", isDirectory: &isFolder)
                guard !isFolder.boolValue else { continue }
                let path = "Smileys.mayfly/\(name)".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let bytes = try Data(contentsOf: URL(filePath: "\(bundle)/\(name)"))
                let answer = try page.connect().request(
                    "POST",
                    "/files?name=\(path)&bundle=\(handle)",
                    headers,
                    body: Array(bytes)
                )
                let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
                handle = try #require(object?["file"], "\(answer.text)")
            }
            #expect(
                try socket.call("extensions.install", ["path": handle])["extension"] as? String == "org.mayfly.smileys"
            )
            #expect(FileManager.default.fileExists(atPath: tool.home + "/extensions"))
            let outside = try page.connect().request("POST", "/files?name=..%2Fx&bundle=new", headers, body: [1])
            #expect(outside.status == 400 && outside.text.contains("no name of a file"))
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func theEndClosesWindowsAndLeavesNothing(signal: Int32) async throws {
        try await ServedPage.with(bundles: [Samples.tally]) { page, _ in
            let socket = try page.page()
            let window =
                try socket.call("window.open", ["conversation": "chat", "device": "alice"])["window"] as? String ?? ""
            try socket.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            let workers = try #require(try socket.call("workers.list")["workers"] as? [[String: Any]])
            let worker = Int32(try #require(workers.first?["pid"] as? Int))
            #expect(kill(worker, 0) == 0)
            let status = page.end(signal)
            #expect(status == 0 || status == 130)
            #expect(kill(worker, 0) != 0)
        }
    }

    @Test func aPageThatGoesAwayEndsItsExtensions() async throws {
        try await ServedPage.with(bundles: [Samples.tally]) { page, _ in
            var socket: WebSocketClient? = try page.page()
            let window =
                try socket?.call("window.open", ["conversation": "chat", "device": "alice"])["window"] as? String ?? ""
            try socket?.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            socket = nil
            let other = try page.page()
            while try !(#require(try other.call("workers.list")["workers"] as? [Any])).isEmpty { await Task.yield() }
        }
    }
}
