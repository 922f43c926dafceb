import Foundation
import Testing

/// What a client sends that is no request: each gets an error that says what is wrong, and the connection goes on.
@Suite struct HostBadInputTests {
    /// Sends a line and gives the error that answers it. The connection is used again afterwards.
    private static func failure(
        _ line: [UInt8],
        id: Int? = nil,
        _ check: @Sendable (HostClient.Failure) -> Void
    ) async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            try client.send(bytes: line + [UInt8(ascii: "\n")])
            let answer = try client.nextAnswer()
            if let id { #expect(answer["id"] as? Int == id) } else { #expect(answer["id"] is NSNull) }
            check(try #require(HostClient.failure(answer)))
            let devices = try client.call("devices.list")["devices"] as? [HostClient.Object]
            #expect(devices?.count == 2)
        }
    }

    @Test(arguments: [
        ("no JSON", "not JSON: line 1, column 1"), (#"{"jsonrpc":"2.0""#, "not JSON"), ("{'a':1}", "not JSON"),
        ("", "not JSON"),
    ])
    func whatIsNotJSONIsRefused(line: String, reason: String) async throws {
        try await Self.failure(Array(line.utf8)) {
            #expect($0.code == -32700)
            #expect($0.message.contains(reason))
        }
    }

    @Test func textThatIsNotUTF8IsRefused() async throws {
        let line = Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
        try await Self.failure(line) { #expect($0.code == -32700) }
    }

    @Test func aLineOverTheLimitIsRefusedOnce() async throws {
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":""# + String(repeating: "x", count: 3 << 20)
            + #""}}"#
        try await Self.failure(Array(line.utf8)) {
            #expect($0.code == -32600)
            #expect($0.message.contains("1048576 bytes"))
        }
    }

    @Test(arguments: [
        (#"[{"jsonrpc":"2.0","id":1,"method":"devices.list"}]"#, "batches"),
        ("17", "a request is an object, not a number"),
        (
            #"{"jsonrpc":"2.0","id":{},"method":"devices.list"}"#,
            "'id' must be a string, a number or null, not an object"
        ),
    ])
    func whatIsNoRequestIsRefused(line: String, reason: String) async throws {
        try await Self.failure(Array(line.utf8)) {
            #expect($0.code == -32600)
            #expect($0.message.contains(reason))
        }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"1.0","id":41,"method":"devices.list"}"#, -32600, "'jsonrpc' must be \"2.0\", not '1.0'"),
        (#"{"jsonrpc":"2.0","id":41,"method":5}"#, -32600, "'method' must be a string, not a number"),
        (#"{"jsonrpc":"2.0","id":41,"method":"devices.list","params":[]}"#, -32602, "'params' must be an object"),
        (#"{"jsonrpc":"2.0","id":41,"method":"devices.lost"}"#, -32601, "there is no method 'devices.lost'"),
        (#"{"jsonrpc":"2.0","id":41,"method":"devices.create"}"#, -32602, "'name' is missing"),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"devices.create","params":{"name":7}}"#, -32602,
            "'name' must be a string, not a number"
        ),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"devices.create","params":{"name":"carol","profile":"pager"}}"#, -32602,
            "'profile' must be one of full, desktop, watch, legacy, not 'pager'"
        ),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"devices.create","params":{"name":""}}"#, -32000, "name"
        ),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"devices.create","params":{"name":"alice"}}"#, -32000, "'alice'"
        ),
        (#"{"jsonrpc":"2.0","id":41,"method":"window.look","params":{"window":"w77"}}"#, -32003, "no window 'w77'"),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"receipts.list","params":{"last":1e30}}"#, -32602,
            "'last' must be a whole number from 1 to 64, not 1e30"
        ),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"receipts.list","params":{"last":2.5}}"#, -32602,
            "'last' must be a whole number from 1 to 64, not 2.5"
        ),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"media.read","params":{"sha256":"../../etc/passwd"}}"#, -32602,
            "'sha256' must be a SHA-256 of 64 hexadecimal digits"
        ),
        (
            #"{"jsonrpc":"2.0","id":41,"method":"extensions.uninstall","params":{"extension":"no such"}}"#, -32602,
            "'extension' must be the id of an extension, not 'no such'"
        ),
    ])
    func aRequestThatIsWrongIsTold(line: String, code: Int, reason: String) async throws {
        try await Self.failure(Array(line.utf8), id: 41) {
            #expect($0.code == code)
            #expect($0.message.contains(reason), "\($0.message)")
        }
    }

    @Test func unknownMembersAreIgnored() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            try client.send(
                line: #"{"jsonrpc":"2.0","id":5,"trace":[1],"method":"devices.list","params":{"color":"red"}}"#
            )
            #expect(try HostClient.result(try client.nextAnswer())["devices"] is [Any])
        }
    }

    /// Each request is answered once, also where two have one id.
    @Test func idsThatAreUsedTwiceAreAnsweredTwice() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            for _ in 0..<2 { try client.send(line: #"{"jsonrpc":"2.0","id":"same","method":"devices.list"}"#) }
            for _ in 0..<2 { #expect(try client.nextAnswer()["id"] as? String == "same") }
        }
    }

    @Test func notificationsAreCarriedOutAndNotAnswered() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            try client.send(line: #"{"jsonrpc":"2.0","method":"devices.create","params":{"name":"carol"}}"#)
            let devices = try client.call("devices.list")["devices"] as? [HostClient.Object]
            #expect(devices?.compactMap { $0["name"] as? String }.contains("carol") == true)
        }
    }

    /// A hundred thousand requests at once are each answered, with what was asked for or by the refusal of too many.
    @Test func aFloodOfRequestsIsAnswered() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let count = 100_000
            let all = (1...count).map { #"{"jsonrpc":"2.0","id":"# + "\($0)" + #","method":"devices.list"}"# }.joined(
                separator: "\n"
            )
            // In a thread of its own: the pipe is smaller than the requests.
            let input = client.inputDescriptor
            let sender = Thread {
                try? FileHandle(fileDescriptor: input, closeOnDealloc: false).write(contentsOf: Data((all + "\n").utf8))
            }
            sender.start()
            var answered = Set<Int>()
            for _ in 0..<count {
                let answer = try client.nextAnswer()
                answered.insert(try #require(answer["id"] as? Int))
                if let failure = HostClient.failure(answer) { #expect(failure.name == "tooManyRequests") }
            }
            #expect(answered.count == count)
            try client.call("devices.list")
        }
    }

    /// A client that does not read its answers fills no memory: the connection ends, and the reason is told.
    @Test func aClientThatDoesNotReadIsClosed() async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let client = try HostClient.inChat(tool)
            let line = Array(
                (#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":"t","versions":[1]}}"# + "\n").utf8
            )
            let lines = Array(repeatElement(line, count: 200).joined())
            // Some 700 bytes for each answer: until the host closes its end.
            do {
                for _ in 0..<1_000 { try client.send(bytes: lines) }
                Issue.record("all requests were taken")
            } catch {}
            try client.finish()
            #expect(try client.errorText().contains("a connection is closed: more than 16777216 bytes waited"))
        }
    }
}
