import Foundation
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

/// `mayfly publish` refuses what readers would refuse, with the limit and the value; and a reader who gets it all the same names it.
@Suite struct PublishLimitTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    private var signers: [String] { Shop.names.flatMap { ["--key", shop.key($0)] } }

    /// Runs a command that must fail, and leave the store as it is.
    private func refusal(_ tool: Tool, _ arguments: [String]) async throws -> String {
        let before = try files()
        let outcome = try await tool.run(all: ["publish"] + arguments + signers)
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(arguments): \(outcome.output)")
        #expect(try files() == before, "\(arguments)")
        return outcome.errors
    }

    /// The metadata and what waits, with their bytes, and the archives.
    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: shop.path) {
            if name == ".lock" || name.hasPrefix("targets/") && !name.hasSuffix("bundle.tar") { continue }
            found[name] = FileManager.default.contents(atPath: "\(shop.path)/\(name)") ?? Data()
        }
        return found
    }

    private func fill(_ count: Int) -> [TargetFile] {
        (0..<count).map {
            TargetFile(path: "org.shop.fill/1/file-\($0)", length: 1, sha256: [UInt8](repeating: 0, count: 32))
        }
    }

    // MARK: Numbers

    @Test func aPublisherHasAtMost4096Files() async throws {
        try shop.folder().replaceFiles(of: .publisher("shop"), with: fill(4_094))
        try shop.sign()
        try await Tool.with { tool in
            // An archive and an icon.
            let add = ["publish", "add", shop.path, try shop.bundle("2.0.0"), "--level", "0"] + signers
            let last = try await tool.run(all: add)
            #expect(last.status == 0, "\(last.errors)")
            // Readers take as many.
            try await shop.add(to: tool)
            #expect(try await tool.run("store", "install", Shop.id).status == 0)
            let message = try await refusal(tool, ["add", shop.path, shop.bundle("3.0.0"), "--level", "0"])
            #expect(message == "mayfly: shop.json: 'signed.targets' must have at most 4,096 files, found 4,098\n")
        }
    }

    @Test func aPublisherHasAtMost64Prefixes() async throws {
        let key = try shop.shared("shop")
        for number in 2...63 { try shop.folder().addPublisher("shop", prefixes: ["org.shop\(number)."], key: key) }
        try shop.sign()
        try await Tool.with { tool in
            func add(_ number: Int) -> [String] {
                [
                    "publisher", shop.path, "--name", "shop", "--prefix", "org.shop\(number).", "--public-key",
                    shop.scratch.at("keys/shop.pub"),
                ]
            }
            let last = try await tool.run(all: ["publish"] + add(64) + signers)
            #expect(last.status == 0, "\(last.errors)")
            try await shop.add(to: tool)
            #expect(try await tool.run("store", "install", Shop.id).status == 0)
            let message = try await refusal(tool, add(65))
            #expect(
                message.contains("targets.json: ") && message.contains("paths' must have at most 64 items, found 65")
            )
        }
    }

    /// All prefixes of one command are the publisher's, or none of them.
    @Test func aPublisherGetsSeveralPrefixesAtOnce() async throws {
        try await Tool.with { tool in
            func publisher(_ prefixes: String...) -> [String] {
                ["publisher", shop.path, "--name", "two", "--public-key", shop.scratch.at("keys/root-1.pub")]
                    + prefixes.flatMap { ["--prefix", $0] }
            }
            let taken = try await refusal(tool, publisher("org.first.", "org.shop."))
            #expect(taken == "mayfly: the prefix 'org.shop.' overlaps with one of the publisher 'shop'\n")
            let many = try await refusal(tool, publisher() + (1...65).flatMap { ["--prefix", "org.many\($0)."] })
            #expect(many.contains("paths' must have at most 64 items, found 65"), "\(many)")
            let both = try await tool.run(all: ["publish"] + publisher("org.first.", "org.second.") + signers)
            #expect(both.status == 0, "\(both.errors)")
            for id in ["org.first.tally", "org.second.tally"] {
                let add = ["publish", "add", shop.path, try shop.bundle("1.0.0", of: id), "--level", "0"]
                let added = try await tool.run(all: add + signers)
                #expect(added.output.hasPrefix("added \(id) 1.0.0 of 'two', "), "\(added.errors)")
            }
        }
    }

    @Test func aPublisherNeedsAPrefix() async throws {
        try await Tool.with { tool in
            let arguments = [
                "publisher", shop.path, "--name", "two", "--public-key", shop.scratch.at("keys/root-1.pub"),
            ]
            let outcome = try await tool.run(all: ["publish"] + arguments + signers)
            #expect(outcome.status == 2 && outcome.errors.contains("--prefix"), "\(outcome.errors)")
        }
    }

    @Test func aRoleHasAtMost32Keys() async throws {
        try await Tool.with { tool in
            let names = (0..<33).map { shop.scratch.at("keys/more-\($0)") }
            #expect(try await tool.run(all: ["publish", "keys"] + names).status == 0)
            func rotate(_ names: some Sequence<String>) -> [String] {
                ["rotate", shop.path, "--role", "targets"] + names.flatMap { ["--new", $0 + ".pub"] }
            }
            let message = try await refusal(tool, rotate(names))
            #expect(message.contains("root.json: ") && message.contains("keyids' must have at most 32 items, found 33"))
            let most = rotate(names.dropFirst()) + ["--key", shop.scratch.at("keys/more-1.key")]
            let outcome = try await tool.run(all: ["publish"] + most + signers)
            #expect(
                outcome.status == 0 && outcome.output.contains("published in"),
                "\(outcome.output)\(outcome.errors)"
            )
            try await shop.add(to: tool)
        }
    }

    @Test func aStorePromotesAtMost100() async throws {
        try await Tool.with { tool in
            let message = try await refusal(tool, ["promote", shop.path] + [String](repeating: Shop.id, count: 101))
            #expect(message == "mayfly: store.json: 'promoted' must have at most 100 items, found 101\n")
        }
    }

    // MARK: Texts

    @Test func aStoreHasANameOfAtMost80Characters() async throws {
        try await Tool.with { tool in
            func create(_ count: Int) -> [String] {
                [
                    "publish", "init", shop.scratch.at("other"), "--name", String(repeating: "n", count: count),
                    "--root",
                    shop.scratch.at("keys/root-1.pub"), "--root", shop.scratch.at("keys/root-2.pub"),
                ]
                    + ["targets", "snapshot", "timestamp"].flatMap { ["--\($0)", shop.scratch.at("keys/\($0).pub")] }
                    + signers
            }
            let long = try await tool.run(all: create(81))
            #expect(long.status == 1 && !shop.scratch.has("other"))
            #expect(long.errors == "mayfly: store.json: 'name' must have 1 to 80 characters, found 81\n")
            #expect(try await tool.run(all: create(80)).status == 0)
        }
    }

    @Test func textsOfAVersionAreShort() async throws {
        try await Tool.with { tool in
            let bundle = try shop.bundle("2.0.0")
            let add = ["add", shop.path, bundle, "--level", "0"]
            let icon = Samples.tally + "/icon.png"
            let long = String(repeating: "x", count: 8_193)
            let place = "mayfly: shop.json: \(Shop.id)/2.0.0/bundle.tar: "
            let changes = try await refusal(tool, add + ["--changes", long])
            #expect(changes == place + "'changes' must have at most 8,192 bytes, found 8,193\n")
            let file = try shop.scratch.write(long, to: "long.txt")
            let details = try await refusal(tool, add + ["--description", file])
            #expect(details.contains(file) && details.contains("8,193") && details.contains("8,192"), "\(details)")
            let screenshot = String(repeating: "s", count: 301)
            let text = try await refusal(tool, add + ["--screenshot", "\(icon)=\(screenshot)"])
            #expect(
                text.hasPrefix(place) && text.hasSuffix("text' must have 1 to 300 characters, found 301\n"),
                "\(text)"
            )
            let pictures = (1...9).flatMap { ["--screenshot", "\(icon)=\($0)"] }
            let many = try await refusal(tool, add + pictures)
            #expect(many == place + "'screenshots' must have at most 8 items, found 9\n")
            // At the limits it is published.
            let most =
                ["--changes", String(long.dropLast())] + pictures.dropLast(2)
                + ["--description", try shop.scratch.write(String(long.dropLast()), to: "most.txt")]
            let outcome = try await tool.run(all: ["publish"] + add + most + signers)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    /// What a store says of a version, with one member changed.
    private func offer(_ id: String, _ changes: [String: JSONValue]) -> [TargetFile] {
        let hash = [UInt8](repeating: 0, count: 32)
        let icon = "\(id)/1.0.0/icon.png"
        var members: [String: JSONValue] = [
            "id": .text(id), "version": .text("1.0.0"), "kind": .text("sticker-pack"), "name": .text("N"),
            "built": .text("2026-01-01"), "unpacked": .number(1), "icon": .text(icon),
        ]
        members.merge(changes) { $1 }
        let custom: JSONValue = .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
        return [
            TargetFile(path: "\(id)/1.0.0/bundle.tar", length: 1, sha256: hash, custom: custom),
            TargetFile(path: icon, length: 1, sha256: hash),
        ]
    }

    /// A store whose makers use another program: each version that breaks a rule is left out and named, and the others are there.
    @Test func aReaderNamesTheTextThatIsTooLong() async throws {
        func text(_ count: Int) -> JSONValue { .text(String(repeating: "t", count: count)) }
        let screenshot: JSONValue = .object(["path": .text("org.shop.x/1.0.0/icon.png"), "text": .text("t")])
        let wrong: [(key: String, value: JSONValue, says: String)] = [
            ("name", text(81), "'name' must have 1 to 80 characters, found 81"),
            ("summary", text(301), "'summary' must have 1 to 300 characters, found 301"),
            ("description", text(8_193), "'description' must have at most 8,192 bytes, found 8,193"),
            ("changes", text(8_193), "'changes' must have at most 8,192 bytes, found 8,193"),
            ("built", .text("soon"), "'built' must be a day such as 2030-01-01, found 'soon'"),
            (
                "platforms", .list([JSONValue](repeating: .text("linux-x86_64"), count: 17)),
                "'platforms' must have at most 16 items, found 17"
            ),
            (
                "screenshots", .list([JSONValue](repeating: screenshot, count: 9)),
                "'screenshots' must have at most 8 items, found 9"
            ),
            ("unpacked", .number(268_435_457), "'unpacked' must be 268,435,456 at most, found 268,435,457"),
        ]
        for (key, value, says) in wrong {
            let files = offer("org.shop.x", [key: value]) + offer("org.shop.y", [:])
            try shop.folder().replaceFiles(of: .publisher("shop"), with: files)
            try shop.sign()
            try await Tool.with { tool in
                let added = try await tool.run("store", "add", shop.server.address, "--fingerprint", shop.fingerprint)
                #expect(added.status == 0 && added.output == "added The Shop with 1 extension\n", "\(key)")
                let warning = "shop.json: org.shop.x/1.0.0/bundle.tar: \(says)\n"
                #expect(added.errors.hasSuffix(warning), "\(key): \(added.errors)")
                let list = try await tool.run("store", "list")
                #expect(list.output.contains("org.shop.y") && !list.output.contains("org.shop.x"), "\(key)")
            }
        }
    }
}
