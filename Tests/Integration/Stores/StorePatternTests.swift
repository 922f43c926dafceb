import Foundation
import MayflyDistribution
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

/// A store whose patterns are made so that each file of a publisher is compared with thousands of them.
@Suite struct StorePatternTests {
    private static let refusal =
        "targets.json: to compare its 'paths' with the files of publishers takes too long: more than 64,000,000 bytes are compared up to z.json"

    /// What takes too long is not kept, so that it does not take as long again with each reading.
    @Test func patternsThatTakeTooLongAreRefusedAndNotKept() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            let before = try tool.state()
            try shop.replaceByHostileFiles()
            let update = try await tool.run("store", "update")
            #expect(
                update.status != 0 && update.errors.contains("\(shop.server.address): \(Self.refusal)"),
                "\(update.errors)"
            )
            #expect(try tool.state() == before)
            for command in [["store", "list"], ["store", "search", "tally"], ["store", "show", Shop.id]] {
                let shown = try await tool.run(all: command)
                #expect(shown.status == 0 && shown.output.contains(Shop.id), "\(command): \(shown)")
            }
        }
    }

    /// An earlier version of this program has kept them: they are named, the machine answers, and the store can be removed.
    @Test func aStoreThatHasThemIsToldAndCanBeRemoved() async throws {
        let (shop, other) = (try Shop(), try Shop())
        try await Tool.with { tool in
            try await tool.setUp()
            try await other.install(with: tool)
            try await shop.add(to: tool)
            try shop.replaceByHostileFiles()
            let root = try #require(
                try tool.state(below: ["stores"]).first {
                    $0.key.hasSuffix("/address") && $0.value.starts(with: shop.server.address.utf8)
                }
            ).key
            for name in try shop.scratch.names("store/metadata") where name.hasPrefix("50.") || name == "timestamp.json"
            {
                let bytes = try shop.scratch.bytes("store/metadata/\(name)")
                let folder = (root as NSString).deletingLastPathComponent
                try Data(bytes).write(to: URL(filePath: "\(tool.home)/\(folder)/metadata/\(name)"))
            }
            let list = try await tool.run("store", "list")
            #expect(list.status == 0 && list.output.contains(other.server.address), "\(list)")
            #expect(list.errors.contains("warning: \(shop.server.address): \(Self.refusal)"), "\(list.errors)")
            try await OwnThread.run {
                let client = try HostClient(tool)
                try client.sayHello(wanting: [])
                let stores = try #require(try client.call("stores.list")["stores"] as? [HostClient.Object])
                let problems = stores.first { $0["address"] as? String == shop.server.address }?["problems"]
                #expect((problems as? [String])?.first?.contains(Self.refusal) == true, "\(stores)")
                let offers = try #require(try client.call("stores.extensions")["extensions"] as? [HostClient.Object])
                #expect(offers.map { $0["store"] as? String } == [other.server.address])
                try client.call("stores.remove", ["store": shop.server.address])
                try client.closeInput()
                try client.finish()
            }
            #expect(try await tool.run("store", "list").errors == "")
        }
    }

    /// Whoever does not want to know any more waits for no store.
    @Test func aStopEndsTheReadingOfAllStores() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            try await OwnThread.run {
                let stores = Stores(home: tool.home, fetchProgram: "/none") { Timestamp(rawValue: 0) }
                let error = #expect(throws: MayflyError.self) { try stores.all(unless: { true }).first?.store.get() }
                #expect(error?.cause is CancellationError)
            }
        }
    }
}

extension Shop {
    /// Signs version 50 of its files. 62 publishers own 64 patterns each, of which none matches; the last publisher has 4,096 files that
    /// are compared with all of them.
    fileprivate func replaceByHostileFiles() throws {
        let pattern = "*" + String(repeating: "a", count: 125) + "b"
        let key = RoleKeys([try shared("shop")], threshold: 1)
        var delegations = try (0..<62).map { number in
            Delegation(
                role: try #require(RoleName.publisher(named: "p\(number)")),
                keys: key,
                patterns: Array(repeating: PathPattern(pattern), count: 64),
                isTerminating: true
            )
        }
        let last = try #require(RoleName.publisher(named: "z"))
        delegations.append(Delegation(role: last, keys: key, patterns: [PathPattern("a*")], isTerminating: true))
        let beginning = String(repeating: "a", count: 250)
        let files = (10_000..<14_096).map { number in
            TargetFile(path: "\(beginning)\(number)", length: 1, sha256: SHA256.hash([1]), custom: .null).member
        }
        let delegated: JSONValue = .object([
            "keys": RoleKeys.json([key]), "roles": .list(delegations.map(\.json)),
        ])
        try replace(last, by: "shop", ["targets": .object(files)])
        try replace(.targets, by: "targets", ["delegations": delegated, "targets": .object([JSONValue.Member]())])
        for delegation in delegations.dropLast() {
            try replace(delegation.role, by: "shop", ["targets": .object([JSONValue.Member]())])
        }
        let named = (["targets.json", "shop.json"] + delegations.map(\.role.file)).map {
            JSONValue.Member($0, .object(["version": .number(50)]))
        }
        let snapshot = try replace(.snapshot, by: "snapshot", ["meta": .object(named)])
        let reference: JSONValue = .object([
            "hashes": .object(["sha256": .text(SHA256.hash(snapshot).hexadecimal)]), "length": .number(snapshot.count),
            "version": .number(50),
        ])
        try replace(.timestamp, by: "timestamp", ["meta": .object(["snapshot.json": reference])])
    }

    @discardableResult
    private func replace(_ role: RoleName, by signer: String, _ members: KeyValuePairs<String, JSONValue>) throws
        -> [UInt8]
    {
        let later = Timestamp(rawValue: Int64((Date().timeIntervalSince1970 + 86_400) * 1000))
        var draft = DraftMetadata(role: role, version: 50, expires: later, members: members)
        try draft.sign(
            with: [try KeyFile.privateKey(at: key(signer))],
            of: RoleKeys([try shared(signer)], threshold: 1)
        )
        let bytes = try draft.bytes()
        let name = role == .timestamp ? role.file : "50.\(role.file)"
        try scratch.write(bytes, to: "store/metadata/\(name)")
        return bytes
    }
}
