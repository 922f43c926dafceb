import Foundation
import MayflyTestSupport
import Testing

/// A person with all keys of a store, who makes it by `mayfly publish` alone.
struct PublishingPerson: Sendable {
    let tool: Tool
    let scratch: ScratchFolder

    static let names = ["root-1", "root-2", "targets", "snapshot", "timestamp", "shop"]

    var store: String { scratch.at("store") }

    func key(_ name: String) -> String { scratch.at("keys/\(name).key") }

    func shared(_ name: String) -> String { scratch.at("keys/\(name).pub") }

    func keys(_ names: [String]) -> [String] { names.flatMap { ["--key", key($0)] } }

    /// Makes these keys, and gives their ids as the command prints them.
    @discardableResult
    func makeKeys(_ names: [String]) async throws -> [String: String] {
        try scratch.makeFolder("keys")
        let made = try await tool.run(all: ["publish", "keys"] + names.map { scratch.at("keys/\($0)") })
        try #require(made.status == 0, "\(made.errors)")
        let ids = made.lines.map { String($0.suffix(16)) }
        return Dictionary(uniqueKeysWithValues: zip(names, ids))
    }

    var initArguments: [String] {
        [
            "init", store, "--name", "Shop", "--root", shared("root-1"), "--root", shared("root-2"), "--targets",
            shared("targets"), "--snapshot", shared("snapshot"), "--timestamp", shared("timestamp"),
        ]
    }

    func publisherArguments(prefix: String = "org.shop.") -> [String] {
        ["publisher", store, "--name", "shop", "--prefix", prefix, "--public-key", shared("shop")]
    }

    /// A copy of Tally under another id.
    func bundle(_ id: String, _ version: String = "1.0.0", name: String? = nil) throws -> String {
        let path = "bundles/\(id)-\(version).mayfly"
        try scratch.makeFolder("bundles")
        try FileManager.default.copyItem(atPath: Samples.tally, toPath: scratch.at(path))
        let read = try JSONSerialization.jsonObject(with: Data(scratch.bytes(path + "/manifest.json")))
        var members = try #require(read as? [String: Any])
        (members["id"], members["version"], members["name"]) = (id, version, name ?? id)
        try scratch.write(Array(JSONSerialization.data(withJSONObject: members)), to: path + "/manifest.json")
        return scratch.at(path)
    }

    /// Runs `mayfly publish` with these keys.
    func run(_ arguments: [String], by names: [String]) async throws -> Tool.Outcome {
        try await tool.run(all: ["publish"] + arguments + keys(names))
    }

    /// Runs it with all keys; it must publish.
    func publish(_ arguments: [String], by names: [String] = names) async throws {
        let outcome = try await run(arguments, by: names)
        try #require(
            outcome.status == 0 && outcome.output.contains("published in \(store)"),
            "\(arguments): \(outcome.output) \(outcome.errors)"
        )
    }

    /// Makes the store with its publisher and these extensions.
    func open(with ids: String...) async throws {
        try await publish(initArguments)
        try await publish(publisherArguments())
        for id in ids { try await publish(["add", store, bundle(id), "--level", "0"]) }
    }

    /// Adds the store to the home folder of another person.
    func add(to client: Tool) async throws {
        let sum = try MayflyTestSupport.run("sha256sum", [store + "/metadata/1.root.json"]).prefix(64)
        let added = try await client.run("store", "add", store, "--fingerprint", String(sum))
        try #require(added.status == 0, "\(added.errors)")
    }
}
