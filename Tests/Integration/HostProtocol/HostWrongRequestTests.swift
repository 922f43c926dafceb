import Foundation
import Testing

/// Requests that break a rule: each gets the error of its kind, which names the member, and the connection goes on.
@Suite struct HostWrongRequestTests {
    /// A request, and what it is answered.
    struct Case: Sendable, CustomTestStringConvertible {
        let line: String
        let code: Int
        let name: String
        let member: String?
        let reason: String

        var testDescription: String { line }

        /// A whole line.
        static func line(_ line: String, _ code: Int, _ name: String, _ reason: String, member: String? = nil) -> Case {
            Case(line: line, code: code, name: name, member: member, reason: reason)
        }

        private static func line(_ method: String, _ parameters: String) -> String {
            #"{"jsonrpc":"2.0","id":41,"method":"\#(method)","params":{\#(parameters)}}"#
        }

        /// A parameter breaks its rule.
        static func wrong(_ method: String, _ parameters: String, _ member: String, _ rule: String) -> Case {
            let reason = "'\(member)' \(rule)"
            return line(line(method, parameters), -32602, "wrongParameter", reason, member: member)
        }

        /// The host refuses.
        static func refused(_ method: String, _ parameters: String, _ name: String, _ reason: String) -> Case {
            line(line(method, parameters), name == "unknownWindow" ? -32003 : -32000, name, reason)
        }
    }

    /// Alice's window is `w1`, and its transcript has one row.
    private func check(_ wrong: Case) async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try client.call("window.type", ["window": window, "text": "hello"])
            try client.sendDraft(of: window)
            try client.send(line: wrong.line)
            let answer = try client.nextAnswer()
            #expect(answer["id"] as? Int == 41)
            let failure = try #require(HostClient.failure(answer), "\(answer)")
            #expect(failure.code == wrong.code)
            #expect(failure.name == wrong.name)
            #expect(failure.member == wrong.member)
            #expect(failure.message.contains(wrong.reason), "\(failure.message)")
            #expect((try client.call("devices.list")["devices"] as? [Any])?.count == 2)
        }
    }

    @Test(arguments: [
        Case.line(
            #"{"jsonrpc":"1.0","id":41,"method":"devices.list"}"#,
            -32600,
            "notARequest",
            "'jsonrpc' must be \"2.0\", not '1.0'"
        ),
        .line(
            #"{"jsonrpc":"2.0","id":41,"method":5}"#,
            -32600,
            "notARequest",
            "'method' must be a string, not a number"
        ),
        .line(
            #"{"jsonrpc":"2.0","id":41,"method":"devices.list","params":[]}"#,
            -32602,
            "wrongParameter",
            "'params' must be an object",
            member: "params"
        ),
        .line(
            #"{"jsonrpc":"2.0","id":41,"method":"devices.lost"}"#,
            -32601,
            "unknownMethod",
            "there is no method 'devices.lost'"
        ),
    ]) func whatIsNotARequestOfAMethodIsTold(wrong: Case) async throws { try await check(wrong) }

    private static let zeros = String(repeating: "0", count: 64)
    private static let item = "01234567-89AB-CDEF-0123-456789ABCDEF"

    @Test(arguments: [
        Case.wrong("devices.create", "", "name", "is missing"),
        .wrong("devices.create", #""name":7"#, "name", "must be a string, not a number"),
        .wrong(
            "devices.create",
            #""name":"carol","profile":"pager""#,
            "profile",
            "must be one of full, desktop, watch, legacy, not 'pager'"
        ),
        .wrong("receipts.list", #""last":1e30"#, "last", "must be a whole number from 1 to 64, not 1e30"),
        .wrong("receipts.list", #""last":2.5"#, "last", "must be a whole number from 1 to 64, not 2.5"),
        .wrong("receipts.list", #""last":-1"#, "last", "must be a whole number from 1 to 64, not -1"),
        .wrong("receipts.list", #""last":0"#, "last", "must be a whole number from 1 to 64, not 0"),
        .wrong("receipts.list", #""last":65"#, "last", "must be a whole number from 1 to 64, not 65"),
        .wrong(
            "events.next",
            #""window":"w1","waitMs":60001"#,
            "waitMs",
            "must be a whole number from 0 to 60000, not 60001"
        ),
        .wrong("events.next", #""window":"w1","max":0"#, "max", "must be a whole number from 1 to 4096, not 0"),
        .wrong("events.next", #""window":"w1","max":4097"#, "max", "must be a whole number from 1 to 4096, not 4097"),
        .wrong("events.next", #""window":"w1","after":-1"#, "after", "must be a whole number from 0 to"),
        .wrong("window.tapBubble", #""window":"w1","row":0"#, "row", "must be a whole number from 1 to"),
        .wrong(
            "media.read",
            #""sha256":"../../etc/passwd""#,
            "sha256",
            "must be a SHA-256 of 64 hexadecimal digits"
        ),
        .wrong(
            "media.read",
            #""sha256":"\#(zeros)","length":524289"#,
            "length",
            "must be a whole number from 1 to 524288"
        ),
        .wrong("window.send", #""window":"w1","draft":"seen""#, "draft", "must be the id of a draft, not 'seen'"),
        .wrong(
            "extensions.uninstall",
            #""extension":"no such""#,
            "extension",
            "must be the id of an extension, not 'no such'"
        ),
    ]) func aParameterThatBreaksItsRuleIsNamed(wrong: Case) async throws { try await check(wrong) }

    @Test(arguments: [
        Case.refused("devices.create", #""name":"""#, "invalidName", "a device's name has 1 to 64"),
        .refused("devices.create", #""name":"alice""#, "alreadyExists", "'alice'"),
        .refused("window.look", #""window":"w77""#, "unknownWindow", "no window 'w77'"),
        .refused("window.open", #""conversation":"chat","device":"carol""#, "unknownDevice", "no device 'carol'"),
        .refused("window.open", #""conversation":"none""#, "unknownConversation", "no conversation 'none'"),
        .refused("media.read", #""sha256":"\#(zeros)""#, "files", "no media file with the SHA-256 \(zeros)"),
        .refused("media.path", #""sha256":"\#(zeros)""#, "files", "no media file with the SHA-256 \(zeros)"),
        .refused("window.send", #""window":"w1","draft":"\#(item)""#, "notAsShown", "nothing is sent"),
        .refused("transcript.page", #""window":"w1","before":"\#(item)""#, "unknownMessage", "no item \(item)"),
        .refused("text.read", #""window":"w1","item":"\#(item)""#, "unknownMessage", "no item \(item)"),
        .refused("window.tapBubble", #""window":"w1","row":99"#, "unknownMessage", "no entry 99"),
        .refused(
            "window.openExtension",
            #""window":"w1","extension":"org.nobody.none""#,
            "unknownExtension",
            "no extension 'org.nobody.none'"
        ),
        .refused(
            "extensions.uninstall",
            #""extension":"org.nobody.none""#,
            "unknownExtension",
            "'org.nobody.none' is not installed"
        ),
        .refused(
            "extensions.setEnabled",
            #""extension":"org.mayfly.tally","enabled":true,"device":"carol""#,
            "unknownDevice",
            "no device 'carol'"
        ),
        .refused("conversations.list", #""device":"carol""#, "unknownDevice", "no device 'carol'"),
    ]) func whatIsUnknownIsNamed(wrong: Case) async throws { try await check(wrong) }

    @Test(arguments: [1, 64]) func aNumberMayBeTheFirstOrTheLastOfItsRange(last: Int) async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            #expect((try client.call("receipts.list", ["last": last])["receipts"] as? [Any])?.isEmpty == true)
        }
    }
}
