import Foundation
import Testing

/// What clients can make the server of the page keep and wait for.
@Suite struct WebBoundTests {
    @Test func largeHeadsAreRefused() async throws {
        try await ServedPage.with { page, _ in
            let many = (0..<200).map { ("X-\($0)", "1") }
            #expect(try page.get("/", many).status == 431)
            #expect(try page.get("/" + String(repeating: "a", count: 4_000)).status == 414)
            let endless = try page.connect()
            endless.send(Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8))
            let line = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
            // It is refused before all of it came.
            var count = 0
            while count < 1_000, endless.send(Array("X: ".utf8) + line) { count += 1 }
            #expect(count < 1_000)
            #expect(try page.get("/").status == 200)
        }
    }

    @Test(arguments: [
        "hello\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0", "GET / HTTP/9.9\r\n\r\n",
        "GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func whatIsNoRequestEndsItsConnection(bytes: String) async throws {
        try await ServedPage.with { page, _ in
            let connection = try page.connect()
            connection.send(Array(bytes.utf8))
            let answer = try? connection.answer()
            #expect(answer.map { (400..<506).contains($0.status) } ?? true)
            #expect(connection.isClosed)
            #expect(try page.get("/").status == 200)
        }
    }

    @Test func bodiesAreForUploadsOnly() async throws {
        try await ServedPage.with { page, _ in
            #expect(try page.get("/", [("Content-Length", "5")]).status == 400)
            #expect(try page.get("/", [("Transfer-Encoding", "chunked")]).status == 400)
            let other = try page.connect().request(
                "POST",
                "/settings.json",
                [page.cookie, page.origin, ("Mayfly-Key", page.key)],
                body: [1]
            )
            #expect(other.status == 404)
        }
    }

    @Test func moreConnectionsThanTheBoundAreClosed() async throws {
        try await ServedPage.with { page, _ in
            let held = try (0..<192).map { _ in try page.connect() }
            // Each has been taken when it was answered.
            for connection in held { #expect(try connection.request("GET", "/", [page.cookie]).status == 200) }
            #expect(try page.connect().isClosed)
            #expect(try held[0].request("GET", "/", [page.cookie]).status == 200)
        }
    }

    @Test func theLinesOfAPageAreBounded() async throws {
        try await ServedPage.with { page, _ in
            let socket = try page.page()
            socket.send(Data(repeating: UInt8(ascii: " "), count: 1_100_000))
            #expect(socket.endsWithoutAnAnswer)
            let parts = try page.page()
            parts.send(Data(repeating: UInt8(ascii: " "), count: 600_000), isLast: false)
            parts.send(Data(repeating: UInt8(ascii: " "), count: 600_000), operation: 0)
            #expect(parts.endsWithoutAnAnswer)
            let binary = try page.page()
            binary.send(Data([1, 2, 3]), operation: 2)
            #expect(try binary.closeCode() == 1_003)
            #expect(try page.page().call("devices.list")["devices"] as? [Any] != nil)
        }
    }

    @Test func aMessageMayComeInParts() async throws {
        try await ServedPage.with { page, _ in
            let socket = try WebSocketClient(page)
            let hello = Data(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":"é","versions":[1]}}"#.utf8)
            for (index, byte) in hello.enumerated() {
                socket.send(Data([byte]), operation: index == 0 ? 1 : 0, isLast: index == hello.count - 1)
            }
            #expect(String(decoding: try socket.message(), as: UTF8.self).contains(#""version":1"#))
        }
    }
}
