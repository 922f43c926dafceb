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
            #expect($0.code == -32700 && $0.name == "notJSON")
            #expect($0.message.contains(reason))
        }
    }

    @Test func textThatIsNotUTF8IsRefused() async throws {
        let line = Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
        try await Self.failure(line) { #expect($0.code == -32700 && $0.name == "notJSON") }
    }

    @Test func aLineOverTheLimitIsRefusedOnce() async throws {
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":""# + String(repeating: "x", count: 3 << 20)
            + #""}}"#
        try await Self.failure(Array(line.utf8)) {
            #expect($0.code == -32600 && $0.name == "notARequest")
            #expect($0.message.contains("1048576 bytes"))
        }
    }

    /// A line of the largest size is a request; one that is longer by a byte is none.
    @Test(arguments: [1_048_576, 1_048_577]) func aLineMayBeAsLongAsTheLimit(bytes: Int) async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            func line(_ padding: Int) -> String {
                #"{"jsonrpc":"2.0","id":41,"method":"devices.list","params":{"padding":""#
                    + String(repeating: "x", count: padding) + #""}}"#
            }
            try client.send(line: line(bytes - line(0).utf8.count))
            let answer = try client.nextAnswer()
            if bytes == 1_048_576 {
                #expect(answer["id"] as? Int == 41)
                #expect((try HostClient.result(answer)["devices"] as? [Any])?.count == 2)
            } else {
                #expect(answer["id"] is NSNull)
                #expect(HostClient.failure(answer)?.code == -32600)
            }
            try client.call("devices.list")
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
            #expect($0.code == -32600 && $0.name == "notARequest")
            #expect($0.message.contains(reason))
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
            let limit = try #require((try client.sayHello()["limits"] as? [String: Int])?["requests"])
            let all = (1...count).map { #"{"jsonrpc":"2.0","id":"# + "\($0)" + #","method":"devices.list"}"# }.joined(
                separator: "\n"
            )
            // In a thread of its own: the pipe is smaller than the requests.
            let input = client.inputDescriptor
            let sender = Thread {
                try? FileHandle(fileDescriptor: input, closeOnDealloc: false).write(contentsOf: Data((all + "\n").utf8))
            }
            sender.start()
            var (answered, refused) = (Set<Int>(), 0)
            for _ in 0..<count {
                let answer = try client.nextAnswer()
                answered.insert(try #require(answer["id"] as? Int))
                if let failure = HostClient.failure(answer) {
                    #expect(failure.name == "tooManyRequests" && failure.code == -32002)
                    refused += 1
                } else {
                    #expect((try HostClient.result(answer)["devices"] as? [Any])?.count == 2)
                }
            }
            #expect(answered.count == count)
            // As many as may wait at once were taken at least.
            #expect(limit > 0 && count - refused >= limit)
            try client.call("devices.list")
        }
    }
}
