import Foundation
import MayflyTestSupport
import Testing

/// What a client sends that is too much, too slow or no request: the server stays small, and serves the others.
@Suite struct WebBoundTests {
    @Test func headsAreBounded() async throws {
        try await ServedPage.with { page, _ in
            func ask(_ count: Int, _ size: Int) throws -> Int? {
                let connection = try page.connect()
                let head = page.request("/main.js").dropLast()
                let more = (0..<count).map { "X-\($0): " + String(repeating: "x", count: size) + "\r\n" }.joined()
                // A server that has closed the connection reads no more.
                try? connection.send(head + more + "\r\n")
                return try connection.answerIfAny()?.status
            }
            #expect(try ask(50, 100) == 200)
            for (count, size) in [(65, 1), (200, 10), (100_000, 10), (1, 20_000), (1, 10_000_000), (30, 8_000)] {
                let status = try ask(count, size)
                #expect(status.map { [400, 431].contains($0) } != false, "\(count) \(size) \(status ?? 0)")
            }
            for (size, wanted) in [(1_000, [404]), (2_100, [414]), (20_000, [400, 414]), (10_000_000, [400, 414])] {
                let connection = try page.connect()
                try? connection.send(page.request("/" + String(repeating: "a", count: size)))
                let status = try connection.answerIfAny()?.status
                #expect(status.map(wanted.contains) != false, "\(size) \(status ?? 0)")
            }
            #expect(try page.isServing)
        }
    }

    /// What waits for the rest of a head is small, whoever sends it.
    @Test func headsThatDoNotEndTakeLittleMemory() async throws {
        try await ServedPage.with { page, _ in
            let before = try page.memory
            let connections = try (0..<100).map { _ in try page.connect() }
            let header = "X: " + String(repeating: "x", count: 4_000) + "\r\n"
            for connection in connections {
                try? connection.send("GET / HTTP/1.1\r\n" + String(repeating: header, count: 250))
            }
            #expect(try page.isServing)
            #expect(try page.memory - before < 30 << 10, "\(before)")
        }
    }

    /// What is no HTTP is refused, and what is said in two ways (request smuggling).
    @Test func whatIsNoRequestIsRefused() async throws {
        try await ServedPage.with { page, _ in
            let rest =
                "Host: \(page.host)\r\nCookie: \(page.cookie)\r\nOrigin: \(page.origin)\r\nMayfly-Key: \(page.filesKey)\r\n"
            let wrong: [String] = [
                "\r\n\r\n\r\n\r\nx", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n\(rest)\r\n",
                "get / HTTP/1.1\r\n\(rest)\r\n",
                "GET / HTTP/1.1\r\n\(rest)X: a\u{0}b\r\n\r\n", "GET / HTTP/1.1\r\n\(rest) X: y\r\n\r\n",
                "GET / HTTP/1.1\r\n\(rest)X\r\n\r\n",
                "GET  / HTTP/1.1\r\n\(rest)\r\n", "GET /\u{0} HTTP/1.1\r\n\(rest)\r\n",
                "GET / HTTP/1.1\n\(rest)X : y\r\n\r\n",
                "GET / HTTP/1.1\r\n\(rest)Content-Length: 1\r\n\r\nx",
                "GET / HTTP/1.1\r\n\(rest)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Content-Length: -1\r\n\r\n",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Content-Length: 1x\r\n\r\nx",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Content-Length: 99999999999999999999\r\n\r\nx",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Transfer-Encoding: chunked\r\n\r\nx\r\n",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Transfer-Encoding: chunked\r\n\r\n-1\r\n",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx",
                "POST /files?name=a HTTP/1.1\r\n\(rest)Transfer-Encoding: x, chunked, x\r\n\r\n0\r\n\r\n",
                "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            ]
            for request in wrong {
                let connection = try page.connect()
                try? connection.send(request)
                connection.finishSending()
                let status = try? connection.answerIfAny()?.status
                #expect(status.map { (400..<600).contains($0) } != false, "\(request) \(status ?? 0)")
                try connection.end()
            }
            var generator = SeededGenerator(state: 15)
            for _ in 0..<200 {
                let connection = try page.connect()
                let bytes = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                try? connection.send(bytes: bytes)
                connection.finishSending()
                try connection.end()
            }
            #expect(try page.isServing)
            try await until { try page.keptFiles().isEmpty }
        }
    }

    /// Clients that send nothing, a part of a request, or a part of a body are closed after a while.
    @Test func slowClientsAreClosed() async throws {
        try await ServedPage.with { page, _ in
            let upload = page.request(
                "/files?name=a",
                ["Mayfly-Key": page.filesKey, "Content-Length": "100"],
                by: "POST"
            )
            let beginnings = [
                "", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: \(page.host)\r\nX: ", String(upload.dropLast()),
                upload,
                upload + "x", page.request("/main.js") + upload,
                String(PageClient.handshake(page).dropLast()), page.request("/", ["Cookie": nil]),
            ]
            let clients = try beginnings.map { beginning in
                let connection = try page.connect()
                try connection.send(beginning)
                return connection
            }
            // They hold up nobody.
            #expect(try page.isServing)
            let start = ContinuousClock.now
            for (client, beginning) in zip(clients, beginnings) {
                try client.end()
                #expect(.now - start < .seconds(120), "\(beginning)")
            }
            #expect(try page.isServing)
            try await until { try page.keptFiles().isEmpty }
        }
    }

    /// A head that comes letter by letter has no more time than another one.
    @Test func aHeadThatTricklesIsClosed() async throws {
        try await ServedPage.with { page, _ in
            let connection = try page.connect()
            try connection.send("GET / HTTP/1.1\r\n")
            let start = ContinuousClock.now
            // In time, each of them.
            while (try? connection.send("X: y\r\n")) != nil {
                try #require(.now - start < .seconds(200))
                try await Task.sleep(for: .milliseconds(500))
            }
            #expect(.now - start > .seconds(10))
        }
    }

    /// A client that asks for more and more and reads nothing is not answered without end, and is closed.
    @Test func whoReadsNothingIsClosed() async throws {
        try await ServedPage.with { page, _ in
            let before = try page.memory
            let connection = try page.connect()
            connection.useSmallBuffer()
            let requests = Array(String(repeating: page.request("/"), count: 200).utf8)
            var (sent, waits) = (0, 0)
            // Until neither of the two takes any more.
            while waits < 20 {
                let count = connection.sendAtOnce(bytes: requests)
                guard count <= 0 else {
                    (sent, waits) = (sent + count, 0)
                    try #require(sent < 64 << 20, "all requests were taken")
                    continue
                }
                waits += 1
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try page.memory - before < 30 << 10)
            #expect(try page.isServing)
            try await until { connection.sendAtOnce(bytes: [10]) < 0 && errno != EAGAIN }
        }
    }

    /// More connections than there may be are closed at once, and take nothing; when others go, there is room.
    @Test func connectionsAreBounded() async throws {
        try await ServedPage.with { page, _ in
            let before = try page.descriptors
            var connections = try (0..<400).map { _ in try page.connect() }
            // Long before the first of the others have been silent for too long.
            try await until { connections.count { $0.isAtEnd } >= 400 - 192 }
            connections = []
            try await until { try page.descriptors <= before }
            #expect(try page.isServing)
        }
    }

    /// A client that sends no more than a part of a request is at its end.
    @Test func aHalfClosedClientIsClosed() async throws {
        try await ServedPage.with { page, _ in
            for beginning in ["", "GET /", String(page.request("/").dropLast())] {
                let connection = try page.connect()
                try connection.send(beginning)
                connection.finishSending()
                try connection.end()
            }
            #expect(try page.isServing)
        }
    }
}

extension ServedPage {
    /// The memory of the server's process, in KiB.
    fileprivate var memory: Int {
        get throws {
            let status = try ProcessState.status(of: identifier)["VmRSS"]?.split(separator: " ").first
            return try #require(status.flatMap { Int($0) })
        }
    }

    /// How many files and connections the server's process has open.
    fileprivate var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count }
    }
}
