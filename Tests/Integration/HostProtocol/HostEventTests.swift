import Foundation
import Testing

/// How a client pulls the events of a window.
@Suite struct HostEventTests {
    /// A window in which nothing happens by itself, and the number of its newest event.
    private static func quietWindow(_ client: HostClient) throws -> (name: String, last: Int) {
        let window = try client.openWindow()
        let last = try client.call("window.settle", ["window": window])["last_event"] as? Int
        return (window, try #require(last))
    }

    @Test func aPullThatWaitsHoldsNothingUp() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let (window, last) = try Self.quietWindow(client)
            let pull = try client.request("events.next", ["window": window, "after": last, "waitMs": 60_000])
            let list = try client.request("devices.list")
            #expect(try client.nextAnswer()["id"] as? Int == list)
            let act = try client.request("window.type", ["window": window, "text": "hello"])
            var results: [Int: HostClient.Object] = [:]
            for _ in 0..<2 {
                let answer = try client.nextAnswer()
                results[try #require(answer["id"] as? Int)] = try HostClient.result(answer)
            }
            let events = try #require(results[pull]?["events"] as? [HostClient.Object])
            #expect(events.first?["number"] as? Int == last + 1)
            #expect(try #require(results[act]?["last_event"] as? Int) > last)
        }
    }

    @Test func aPullWithoutAnEventIsAnsweredAfterItsTime() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let (window, last) = try Self.quietWindow(client)
            let start = ContinuousClock.now
            let batch = try client.call("events.next", ["window": window, "after": last, "waitMs": 200])
            #expect(.now - start >= .milliseconds(200))
            #expect((batch["events"] as? [Any])?.isEmpty == true)
            #expect(batch["next"] as? Int == last)
            #expect(batch["gap"] == nil && batch["end"] == nil)
        }
    }

    @Test func aPullThatWaitsIsAnsweredAtTheEndOfInput() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let (window, last) = try Self.quietWindow(client)
            let pull = try client.request("events.next", ["window": window, "after": last, "waitMs": 60_000])
            try client.closeInput()
            let batch = try client.result(of: pull)
            #expect((batch["events"] as? [Any])?.isEmpty == true)
            #expect(batch["next"] as? Int == last)
            #expect(try client.finish() == 0)
        }
    }

    /// Requests are sent at once, so that the events are many and the wait is short.
    private static func tap(_ client: HostClient, _ window: String, times: Int) throws {
        let ids = try (0..<times).map { _ in
            try client.request("window.tap", ["window": window, "control": "plus", "by": "id"])
        }
        for id in ids { _ = try client.result(of: id) }
    }

    @Test func aClientThatWasAwayIsToldWhatItHasMissed() async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try client.call("window.type", ["window": window, "text": "before"])
            try client.sendDraft(of: window)
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            var taps = 0
            while try #require(try client.look(at: window)["last_event"] as? Int) <= 4_200 {
                try Self.tap(client, window, times: 300)
                taps += 300
            }
            let last = try #require(try client.call("window.settle", ["window": window])["last_event"] as? Int)
            let missed = try client.call("events.next", ["window": window, "after": 0])
            let gap = try #require(missed["gap"] as? [String: Int])
            #expect(gap == ["from": 1, "to": last - 4_096])
            #expect(missed["next"] as? Int == gap["to"])
            #expect((missed["events"] as? [Any])?.isEmpty == true)
            let kept = try client.events(of: window, after: last - 4_096)
            #expect(kept.map { $0["number"] as? Int } == (last - 4_095...last).map { $0 })
            // What was missed is shown.
            let look = try client.look(at: window)
            #expect(((look["view"] as? HostClient.Object)?["lines"] as? [String])?.first == "\(taps)")
            let page = try client.call("transcript.page", ["window": window])
            #expect((page["entries"] as? [HostClient.Object])?.map { $0["text"] as? String } == ["before"])
        }
    }
}
