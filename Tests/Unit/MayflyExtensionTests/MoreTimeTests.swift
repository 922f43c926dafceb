import Testing

@testable import MayflyExtension

/// The Swift interface of requests for more time to resign.
@Suite struct MoreTimeTests {
    @Test func theReasonAndTheTimeReachTheHost() throws {
        let host = FakeHost()
        defer { host.end() }
        let answer = Answer()
        try HostConnection(host.pointer).requestMoreTime(milliseconds: 500, reason: "saving") {
            answer.errors.append($0)
        }
        try HostConnection(host.pointer).requestMoreTime(milliseconds: -1, reason: "")
        #expect(host.reasons == ["saving 500", " 0"])
        #expect(answer.errors == [nil])
    }

    @Test func anOlderHostThrowsThere() throws {
        let host = FakeHost(isOlder: true)
        defer { host.end() }
        let error = #expect(throws: MessageError.self) {
            try HostConnection(host.pointer).requestMoreTime(milliseconds: 500, reason: "saving")
        }
        #expect(error?.message == "This host has no extend")
    }

    private final class Answer: @unchecked Sendable {
        // Safe because the fake host answers before the call returns.
        var errors: [MessageError?] = []
    }
}
