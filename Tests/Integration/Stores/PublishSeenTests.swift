import Foundation
import MayflyRepository
import MayflyTestSupport
import Testing

/// What each command of `mayfly publish` did, as a client sees it that had added the store before.
@Suite struct PublishSeenTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// A store with two extensions, and a client that has added it. The body also has the ids of the keys.
    private func withStore(
        _ body: @Sendable (PublishingPerson, Tool, [String: String]) async throws -> Void
    ) async throws {
        try await Tool.with { tool in
            let person = PublishingPerson(tool: tool, scratch: scratch)
            let ids = try await person.makeKeys(PublishingPerson.names + ["new-1", "new-2", "new-timestamp"])
            try await person.open(with: "org.shop.a", "org.shop.z")
            try await person.add(to: tool)
            try await body(person, tool, ids)
        }
    }

    private func listed(by client: Tool) async throws -> [String] {
        let list = try await client.run("store", "list", "--json")
        #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
        return try list.events().compactMap { $0["id"] as? String }
    }

    /// A member of what is signed in a file of metadata: of the store, or as the client has kept it.
    private func signed(_ file: String, _ member: String, below folder: String) throws -> String {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let path = try #require(paths.first { $0.hasSuffix("metadata/" + file) }, "\(file) in \(paths)")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
        let signed = (object as? [String: Any])?["signed"] as? [String: Any]
        return "\(try #require(signed?[member]))"
    }

    private func update(_ client: Tool) async throws -> Tool.Outcome { try await client.run("store", "update") }

    @Test func whatIsPromotedIsFirst() async throws {
        try await withStore { person, client, _ in
            #expect(try await listed(by: client) == ["org.shop.a", "org.shop.z"])
            try await person.publish(
                ["promote", person.store, "org.shop.z"],
                by: ["targets", "snapshot", "timestamp"]
            )
            #expect(try await update(client).status == 0)
            #expect(try await listed(by: client) == ["org.shop.z", "org.shop.a"])
            // In the order of the command, and behind them the others.
            try await person.publish(["add", person.store, person.bundle("org.shop.m"), "--level", "0"])
            for order in [["z", "m"], ["m", "z"]] {
                let ids = order.map { "org.shop." + $0 }
                try await person.publish(["promote", person.store] + ids, by: ["targets", "snapshot", "timestamp"])
                #expect(try await update(client).status == 0)
                #expect(try await listed(by: client) == ids + ["org.shop.a"])
            }
            // And no more.
            try await person.publish(["promote", person.store], by: ["targets", "snapshot", "timestamp"])
            #expect(try await update(client).status == 0)
            #expect(try await listed(by: client) == ["org.shop.a", "org.shop.m", "org.shop.z"])
        }
    }

    @Test func aRenewedTimestampIsTaken() async throws {
        try await withStore { person, client, _ in
            func kept(_ member: String) throws -> String {
                try signed("timestamp.json", member, below: client.home + "/stores")
            }
            let (version, expires) = (try kept("version"), try kept("expires"))
            try await person.publish(["timestamp", person.store, "--days", "20"], by: ["timestamp"])
            let days = Date(timeIntervalSinceNow: 20 * 86_400)
            #expect(try await update(client).output == "everything is up to date\n")
            #expect(try Int(kept("version")) == Int(version).map { $0 + 1 })
            let renewed = try ISO8601DateFormatter().date(from: kept("expires"))
            #expect(abs(try #require(renewed).timeIntervalSince(days)) < 3600)
            #expect(try kept("expires") > expires)
            // No key of another role can do that.
            let other = try await person.run(["timestamp", person.store], by: ["snapshot", "targets"])
            #expect(other.output.contains("waiting: timestamp.json needs 1 more signature of the keys "))
            #expect(other.status != 0 && other.errors.contains("none of the keys is one of its role"))
        }
    }

    /// Nothing of what several commands say is lost.
    @Test func commandsAtOnceWaitForEachOther() async throws {
        try await withStore { person, client, _ in
            let bundles = try (1...6).map { try person.bundle("org.shop.a", "2.0.\($0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for bundle in bundles {
                    group.addTask { try await person.publish(["add", person.store, bundle, "--level", "0"]) }
                }
                try await group.waitForAll()
            }
            #expect(try await update(client).status == 0)
            let shown = try await client.run("store", "show", "org.shop.a")
            let line = try #require(shown.lines.first { $0.contains("versions") }, "\(shown.output)")
            for number in 1...6 { #expect(line.contains("2.0.\(number)"), "\(line)") }
        }
    }

    /// A store whose files were valid for a year, after that year and before its end.
    @Test func aStoreIsRenewedForAnotherYear() async throws {
        let shop = try Shop(age: .seconds(400 * 86_400))
        try await Tool.with { client in
            let keys = Shop.names.flatMap { ["--key", shop.key($0)] }
            func publish(_ arguments: String...) async throws -> Tool.Outcome {
                try await client.run(all: ["publish"] + arguments + keys)
            }
            let timestamp = try await publish("timestamp", shop.path)
            #expect(timestamp.status == 0)
            for role in ["root", "targets"] {
                let line = "'mayfly publish renew \(role)'"
                #expect(timestamp.errors.split(separator: "\n").count { $0.contains(line) } == 1, "\(timestamp.errors)")
            }
            let added = try await client.run("store", "add", shop.server.address, "--fingerprint", shop.fingerprint)
            #expect(added.status != 0 && added.errors.contains("expired on"), "\(added.errors)")
            for (roles, word) in [
                (["snapshot"], "'mayfly publish timestamp'"), (["Root"], "'Root'"), (["nobody"], "'nobody'"),
            ] {
                let refused = try await client.run(all: ["publish", "renew", shop.path] + roles + keys)
                #expect(refused.status != 0 && refused.errors.contains(word), "\(refused.errors)")
            }
            let renewed = try await publish("renew", shop.path, "root", "targets", "shop")
            #expect(renewed.status == 0 && renewed.output.contains("published in"), "\(renewed.errors)")
            #expect(try await publish("timestamp", shop.path).errors.isEmpty)
            try await shop.install(with: client)
            #expect(try await client.installedVersion() == "1.0.0")
            let root = try signed("root.json", "expires", below: client.home + "/stores")
            let expires = try #require(ISO8601DateFormatter().date(from: root))
            #expect(abs(expires.timeIntervalSinceNow - 365 * 86_400) < 3600)
        }
    }

    @Test func whatExpiresWithinAMonthIsTold() throws {
        let shop = try Shop(age: .seconds(340 * 86_400))
        let soon = try shop.folder().expiring(within: .seconds(30 * 86_400)).map(\.role.text)
        // What the publisher offers is newer.
        #expect(soon == ["root", "targets"])
        #expect(try shop.folder().expiring(within: .seconds(20 * 86_400)).isEmpty)
    }

    /// Each change of the root needs two of its keys: with one of them the command names the other, and nothing is published.
    @Test func oneKeyOfTwoIsNotEnough() async throws {
        try await withStore { person, client, ids in
            let before = try client.state(below: ["stores"])
            let published = try scratch.names("store/metadata")
            let rotate = [
                "rotate", person.store, "--role", "timestamp", "--new", person.shared("new-timestamp"),
            ]
            let others = try #require(ids["root-2"])
            let lack = "waiting: root.json needs 1 more signature of the keys \(others)\n"
            // The same key twice is one key.
            for keys in [["root-1", "new-timestamp"], ["root-1", "root-1", "new-timestamp"]] {
                let outcome = try await person.run(rotate, by: keys)
                #expect(outcome.status == 0 && outcome.output.hasPrefix(lack), "\(outcome.output)")
                #expect(try scratch.names("store/metadata") == published)
                #expect(try await update(client).output == "everything is up to date\n")
                #expect(try client.state(below: ["stores"]) == before)
            }
            let stranger = try await person.run(["sign", person.store], by: ["shop"])
            #expect(stranger.output.hasPrefix(lack), "\(stranger.output)")
            try await person.publish(["sign", person.store], by: ["root-2", "new-timestamp"])
            #expect(try await update(client).status == 0)
            #expect(try signed("root.json", "version", below: client.home + "/stores") == "2")
            // From now on the former key signs no timestamp.
            let former = try await person.run(["timestamp", person.store], by: ["timestamp"])
            let newest = try #require(ids["new-timestamp"])
            #expect(former.output.hasPrefix("waiting: timestamp.json needs 1 more signature of the keys \(newest)\n"))
            try await person.publish(["timestamp", person.store], by: ["new-timestamp"])
            #expect(try await update(client).output == "everything is up to date\n")
        }
    }

    @Test func aRotatedRootIsFollowed() async throws {
        try await withStore { person, client, ids in
            let rotate = [
                "rotate", person.store, "--role", "root", "--new", person.shared("new-1"), "--new",
                person.shared("new-2"),
            ]
            // One of the two former keys, and both new ones.
            let outcome = try await person.run(rotate, by: ["root-1", "new-1", "new-2"])
            let former = try #require(ids["root-2"])
            #expect(
                outcome.output.hasPrefix("waiting: root.json needs 1 more signature of the keys \(former)\n"),
                "\(outcome.output)"
            )
            // A server that gives it all the same.
            let before = try client.state(below: ["stores"])
            let forced = scratch.at("store/metadata/2.root.json")
            try FileManager.default.copyItem(atPath: scratch.at("store/staged/root.json"), toPath: forced)
            let refused = try await update(client)
            #expect(refused.status == 1)
            #expect(
                refused.errors.contains(
                    "root.json: needs signatures of 2 of 2 keys of the role 'root', and 1 is valid"
                ),
                "\(refused.errors)"
            )
            #expect(try client.state(below: ["stores"]) == before)
            try FileManager.default.removeItem(atPath: forced)

            try await person.publish(["sign", person.store], by: ["root-2"])
            #expect(try await update(client).output == "everything is up to date\n")
            #expect(try signed("root.json", "version", below: client.home + "/stores") == "2")
            // The new keys make the next root, and the former ones none.
            let next = ["rotate", person.store, "--role", "timestamp", "--new", person.shared("new-timestamp")]
            let old = try await person.run(next, by: ["root-1", "root-2", "new-timestamp"])
            #expect(old.output.hasPrefix("waiting: root.json needs 2 more signatures of the keys "), "\(old.output)")
            for name in ["new-1", "new-2"] { #expect(old.output.contains(try #require(ids[name]))) }
            try await person.publish(["sign", person.store], by: ["new-1", "new-2", "new-timestamp"])
            #expect(try await update(client).output == "everything is up to date\n")
            #expect(try signed("root.json", "version", below: client.home + "/stores") == "3")
            #expect(try await client.run("store", "install", "org.shop.a").status == 0)
        }
    }
}
