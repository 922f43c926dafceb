import Foundation
import MayflyBench
import MayflyTestSupport
import Testing

/// The WebSocket of a page: each text message is a line of the host protocol.
@Suite struct WebConnectionTests {
    @Test func aPageSpeaksTheHostProtocol() async throws {
        try await ServedPage.with(bundles: [Samples.tally]) { page, _ in
            let (alice, bob) = (try PageClient(page), try PageClient(page))
            let hers = try alice.openWindow()
            let his = try bob.openWindow(as: "bob")
            let start = try bob.call("events.next", ["window": his, "after": 0])["next"] as? Int ?? 0
            try alice.call("window.type", ["window": hers, "text": "Grüße 🍦"])
            let draft = try alice.call("window.look", ["window": hers])["draft"] as? HostClient.Object
            try alice.call("window.send", ["window": hers, "draft": draft?["id"] ?? ""])
            // An answer that comes when something has happened.
            var (texts, next) = ([String](), start)
            while texts.isEmpty {
                let batch = try bob.call("events.next", ["window": his, "after": next, "waitMs": 60_000])
                let events = try #require(batch["events"] as? [HostClient.Object])
                try #require(!events.isEmpty)
                next = try #require(batch["next"] as? Int)
                let entries = events.flatMap { $0["entries"] as? [HostClient.Object] ?? [] }
                texts += entries.compactMap { $0["text"] as? String }
            }
            #expect(texts == ["Grüße 🍦"])
            // The windows of a page are its own.
            #expect(throws: HostClient.Failure.self) { try alice.call("window.look", ["window": "w2"]) }
        }
    }

    /// What is no request is answered, and the page goes on.
    @Test func aWrongLineIsAnswered() async throws {
        try await ServedPage.with { page, _ in
            let client = try PageClient(page)
            for line in ["", "no JSON", "{}", "[]", "\u{0}", #"{"jsonrpc":"2.0","id":1,"method":"no"}"#] {
                try client.send(.text, Array(line.utf8))
                #expect(HostClient.failure(try client.nextAnswer()) != nil, "\(line)")
            }
            try client.send(.text, [0xFF, 0xFE])
            #expect(HostClient.failure(try client.nextAnswer())?.name == "notJSON")
            #expect((try client.call("devices.list")["devices"] as? [Any])?.count == 2)
        }
    }

    enum End: CaseIterable {
        case closed, brokenOff, halfClosed, reset
    }

    /// The end of a page is the end of its windows and of their extensions, and of no other page's.
    @Test(arguments: End.allCases) func theEndOfAPageClosesItsWindows(end: End) async throws {
        try await ServedPage.with(bundles: [Samples.tally]) { page, tool in
            let other = try PageClient(page)
            let kept = try other.open("org.mayfly.tally", in: try other.openWindow(as: "bob"))
            var leaver: PageClient? = try PageClient(page)
            let worker = try #require(try leaver.map { try $0.open("org.mayfly.tally", in: try $0.openWindow()) })
            switch end {
            case .closed:
                try leaver?.send(.close, [0x03, 0xE8])
                #expect(try leaver?.closeCode() == 1_000)
            case .brokenOff: leaver = nil
            case .halfClosed: leaver?.connection.finishSending()
            case .reset:
                leaver?.connection.resetAtEnd()
                leaver = nil
            }
            try await until { !FileManager.default.fileExists(atPath: "/proc/\(worker)") }
            #expect(FileManager.default.fileExists(atPath: "/proc/\(kept)"))
            #expect((try other.call("devices.list")["devices"] as? [Any])?.count == 2)
            try await until {
                try await tool.run("log", "--json").events().map { $0["cause"] as? String } == ["finished"]
            }
        }
    }

    @Test func pingsAreAnsweredAlsoInsideAMessage() async throws {
        try await ServedPage.with { page, _ in
            let client = try PageClient(page)
            try client.send(.ping, Array("1".utf8))
            #expect(try client.answered() == PageClient.Frame(kind: .pong, content: Array("1".utf8)))
            let line = Array(#"{"jsonrpc":"2.0","id":7,"method":"devices.list"}"#.utf8)
            try client.send(.text, Array(line[..<10]), isLast: false)
            try client.send(.ping, Array("2".utf8))
            #expect(try client.answered() == PageClient.Frame(kind: .pong, content: Array("2".utf8)))
            for byte in line[10..<20] { try client.send(.continuation, [byte], isLast: false) }
            try client.send(.continuation, Array(line[20...]))
            #expect(try client.nextAnswer()["id"] as? Int == 7)
        }
    }

    /// A line of the largest size is a request, in one frame or in many.
    @Test(arguments: [1, 16]) func aMessageMayBeAsLongAsALine(frames: Int) async throws {
        try await ServedPage.with { page, _ in
            let client = try PageClient(page)
            func line(_ padding: Int) -> [UInt8] {
                let padding = String(repeating: "x", count: padding)
                return Array(
                    #"{"jsonrpc":"2.0","id":41,"method":"devices.list","params":{"padding":"\#(padding)"}}"#.utf8
                )
            }
            let whole = line(1_048_576 - line(0).count)
            let size = whole.count / frames
            for index in 0..<frames {
                let part = Array(whole[index * size..<(index + 1 == frames ? whole.count : (index + 1) * size)])
                try client.send(index == 0 ? .text : .continuation, part, isLast: index + 1 == frames)
            }
            #expect(try client.nextAnswer()["id"] as? Int == 41)
            try client.call("devices.list")
        }
    }

    /// What is no text message of that size ends the connection with its reason, and no other page's.
    @Test(arguments: [
        // A message of bytes.
        ([PageClient.frame(.binary, [1, 2, 3])], 1003),
        // A frame over the limit, whose content need not come.
        ([[0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 1, 0, 0, 0, 0]], 1009),
        ([[0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]], 1009),
        // Parts that are over the limit together.
        (
            [
                PageClient.frame(.text, [UInt8](repeating: 32, count: 1 << 20), isLast: false),
                PageClient.frame(.continuation, [32]),
            ],
            1009
        ),
        // More parts than a line needs.
        (
            [PageClient.frame(.text, [32], isLast: false)]
                + [[UInt8]](repeating: PageClient.frame(.continuation, [32], isLast: false), count: 5_000),
            1009
        ),
        // A part of nothing, and a message inside another.
        ([PageClient.frame(.continuation, [32])], 1002),
        ([PageClient.frame(.text, [32], isLast: false), PageClient.frame(.text, [32])], 1002),
        // A ping that is in parts, or too long.
        ([PageClient.frame(.ping, [1], isLast: false)], 1002),
        ([PageClient.frame(.ping, [UInt8](repeating: 1, count: 126))], 1002),
    ])
    func whatIsNoMessageEndsTheConnection(frames: [[UInt8]], code: Int) async throws {
        try await ServedPage.with { page, _ in
            let (client, other) = (try PageClient(page), try PageClient(page))
            // A server that has closed the connection may not read all of it.
            for frame in frames { try? client.connection.send(bytes: frame) }
            #expect(try client.closeCode() == code)
            #expect((try other.call("devices.list")["devices"] as? [Any])?.count == 2)
        }
    }

    /// The 65th page is not served; when another one goes, there is room.
    @Test func pagesAreBounded() async throws {
        try await ServedPage.with { page, _ in
            var pages = try (0..<64).map { _ in try PageClient(page) }
            let refused = try PageClient(silently: page)
            #expect(try refused.answered()?.code == 1013)
            try refused.connection.end()
            try #require(pages.last).call("devices.list")
            pages.removeFirst()
            // It has gone when the server has noticed.
            try await until {
                let next = try PageClient(silently: page)
                try? next.send(.text, Array("no JSON".utf8))
                guard try next.answered()?.kind == .text else { return false }
                pages.append(next)
                return true
            }
            #expect(pages.count == 64)
        }
    }

    /// A page that does not read its answers fills no memory of the server, and nobody else waits for it.
    @Test func aSlowReaderIsClosed() async throws {
        try await ServedPage.with { page, _ in
            let (slow, other) = (try PageClient(page), try PageClient(page))
            let line = #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":"t","versions":[1]}}"#
            let lines = Array(repeatElement(PageClient.frame(.text, Array(line.utf8)), count: 200).joined())
            var sent = 0
            while sent < 2_000_000, (try? slow.connection.send(bytes: lines)) != nil {
                sent += 200
                if sent.isMultiple(of: 2_000) { try other.call("devices.list") }
            }
            #expect(sent < 2_000_000, "all requests were taken")
            let peak = try #require(try ProcessState.status(of: page.identifier)["VmHWM"]?.split(separator: " ").first)
            #expect(try #require(Int(peak)) < 200 << 10, "\(peak) KiB after \(sent) requests")
            #expect((try other.call("devices.list")["devices"] as? [Any])?.count == 2)
        }
    }

    /// Twenty pages that show a conversation and wait take little memory.
    @Test func pagesAtRestTakeLittleMemory() async throws {
        try await ServedPage.with { page, _ in
            let pages = try PageFigures.restingPages(page)
            #expect(pages.count == 20)
            #expect(try PageFigures.memory(of: page) < 100 << 10)
        }
    }
}
