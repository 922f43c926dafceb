import Foundation
import MayflyTestSupport
import Testing

/// What a client of the host protocol has begun at a store, and ends again.
@Suite struct HostStoreCancelTests {
    private static var wanted: HostClient.Object { ["extension": Shop.id, "permissions": [String]()] }

    /// A client of a home folder that has added a store, which has a large version that was not fetched yet.
    private static func with(_ body: @escaping @Sendable (HostClient, Shop, Tool) throws -> Void) async throws {
        let shop = try Shop()
        try shop.publish("2.0.0", more: 3 * 1024 * 1024)
        try await Tool.with { tool in
            try await OwnThread.run {
                let client = try HostClient.inChat(tool)
                try client.call("stores.add", ["store": shop.server.address, "fingerprint": shop.fingerprint])
                try body(client, shop, tool)
                try client.closeInput()
                #expect(try client.finish() == 0)
            }
        }
    }

    private static func at(_ shop: Shop, _ parameters: HostClient.Object = wanted) -> HostClient.Object {
        parameters.merging(["store": shop.server.address]) { $1 }
    }

    private static func refusal(_ client: HostClient, of request: Int) -> HostClient.Failure? {
        #expect(throws: HostClient.Failure.self) { try client.result(of: request) }
    }

    /// Asks until so many bytes were fetched.
    private static func wait(_ client: HostClient, for least: Int) throws -> Int {
        var received = -1
        while received < least {
            let known: HostClient.Object = ["extension": Shop.id, "after": max(0, received)]
            received = try #require(try client.call("stores.progress", known)["received"] as? Int)
        }
        return received
    }

    private static func installed(_ client: HostClient) throws -> [String] {
        let all = try client.call("extensions.list")["extensions"] as? [HostClient.Object]
        return all?.filter { $0["id"] as? String == Shop.id }.compactMap { $0["version"] as? String } ?? []
    }

    @Test func anInstallIsEndedAndLeavesNothing() async throws {
        try await Self.with { client, shop, tool in
            let before = try tool.state()
            let steps = try shop.server.step("bundle.tar")
            let install = try client.request("stores.install", Self.at(shop))
            try steps.send(upTo: 40)
            _ = try Self.wait(client, for: 1024 * 1024)
            // Another extension, and the store itself, are something else.
            try client.call("stores.cancel", Self.at(shop, ["extension": "org.shop.other"]))
            try client.call("stores.cancel", Self.at(shop, [:]))
            try steps.send(upTo: 60)
            _ = try Self.wait(client, for: 3 * 1024 * 1024 / 2)
            let cancel = try client.request("stores.cancel", Self.at(shop, ["extension": Shop.id]))
            let answers = [try client.nextAnswer(), try client.nextAnswer()]
            #expect(Set(answers.compactMap { $0["id"] as? Int }) == [install, cancel])
            let failures = answers.compactMap(HostClient.failure)
            #expect(failures.map(\.name) == ["notPossibleNow"])
            #expect(failures.first?.message == "the install of \(Shop.id) was cancelled")
            #expect(try tool.state(below: ["extensions"]) == [:])
            #expect(try tool.state().keys.filter { $0.hasPrefix("stores/") }.count == before.count)
            #expect(try client.call("stores.progress", ["extension": Shop.id, "after": 0])["size"] as? Int == 0)
            #expect(try Self.installed(client).isEmpty)
            // The next one is not ended by it.
            try shop.server.misbehave()
            try client.call("stores.install", Self.at(shop))
            #expect(try Self.installed(client) == ["2.0.0"])
        }
    }

    @Test func theUpdateOfAStoreIsEndedAndWhatWasKnownStays() async throws {
        try await Self.with { client, shop, tool in
            let before = try tool.state()
            try shop.server.misbehave(.init("timestamp.json", "hold"))
            let asked = shop.server.requests().count
            let update = try client.request("stores.update", ["store": shop.server.address])
            try blockUntil { shop.server.requests().count > asked }
            // Not an install.
            try client.call("stores.cancel", Self.at(shop, ["extension": Shop.id]))
            let cancel = try client.request("stores.cancel", ["store": shop.server.address])
            let answers = [try client.nextAnswer(), try client.nextAnswer()]
            #expect(Set(answers.compactMap { $0["id"] as? Int }) == [update, cancel])
            let failure = answers.compactMap(HostClient.failure)
            #expect(failure.map(\.name) == ["notPossibleNow"])
            #expect(failure.first?.message == "what was fetched from \(shop.server.address) was cancelled")
            #expect(try tool.state() == before)
            try shop.server.misbehave()
            try client.call("stores.update", ["store": shop.server.address])
        }
    }

    @Test func whatIsNoExtensionIsNamed() async throws {
        try await Self.with { client, shop, _ in
            let wrong = try client.request("stores.cancel", Self.at(shop, ["extension": "no id"]))
            let refusal = Self.refusal(client, of: wrong)
            #expect(refusal?.message.contains("extension") == true, "\(String(describing: refusal))")
            // Where nothing is fetched there is nothing to end.
            try client.call("stores.cancel", Self.at(shop, ["extension": Shop.id]))
        }
    }
}
