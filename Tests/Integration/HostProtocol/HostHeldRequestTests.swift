import Foundation
import MayflyTestSupport
import Testing

/// Requests that wait or block: what they take, and who waits for them.
@Suite struct HostHeldRequestTests {
    /// Sixteen lines of a million bytes fit into what may wait; the seventeenth does not.
    @Test func waitingRequestsAreBoundedByTheirBytes() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            let last = try #require(try client.call("window.look", ["window": window])["last_event"] as? Int)
            let junk = String(repeating: "x", count: 1_000_000)
            let wait: HostClient.Object = ["window": window, "after": last, "waitMs": 60_000, "junk": junk]
            let waiting = try (1...16).map { _ in try client.request("events.next", wait) }
            let refused = try client.request("events.next", wait)
            let answer = try client.nextAnswer()
            #expect(answer["id"] as? Int == refused)
            #expect(HostClient.failure(answer)?.name == "tooManyRequests")
            // What is answered makes room.
            let act = try client.request("window.type", ["window": window, "text": "hello"])
            let ids = try (0...16).map { _ in try client.nextAnswer()["id"] as? Int }
            #expect(Set(ids) == Set(waiting + [act]))
            let next = try client.call("events.next", ["window": window, "junk": junk])
            #expect(next["next"] as? Int ?? 0 > last)
        }
    }

    /// Installs wait for a lock that another program holds; another client is served meanwhile.
    @Test func installsHoldUpNobody() async throws {
        try await HostSocketTests.with { path, _, tool in
            let installs = try HeldInstalls(in: tool.home + "/extensions")
            let bundle = Samples.tally
            let installers = try (0..<16).map { _ in try HostSocketTests.connected(to: path) }
            for client in installers {
                try client.sayHello()
                _ = try client.request("extensions.install", ["path": bundle])
            }
            let other = try HostSocketTests.connected(to: path)
            try other.sayHello()
            try other.call("devices.list")
            #expect(installs.letGo(), "the others waited for the installs")
            for client in installers {
                #expect(try HostClient.result(try client.nextAnswer())["extension"] as? String == "org.mayfly.tally")
            }
        }
    }

    /// To a comparison of characters, a slash with an accent is no slash.
    @Test(arguments: ["window.attach", "extensions.install"]) func aPathMayBeginWithAnAccent(method: String)
        async throws
    {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            let error = #expect(throws: HostClient.Failure.self) {
                try client.call(method, ["window": window, "path": "/\u{301}nowhere/X.mayfly"])
            }
            #expect(error?.name == "files" || error?.name == "invalidBundle", "\(String(describing: error))")
            #expect(error?.message.contains("absolute") == false)
        }
    }
}
