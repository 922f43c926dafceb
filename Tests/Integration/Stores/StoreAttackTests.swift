import Foundation
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

/// Servers that lie, and stores whose keys were stolen, against the real programs: each attack fails with its name, the home folder is as
/// it was, and what is installed launches.
@Suite struct StoreAttackTests {
    /// What a server does with one request, and what a person reads then.
    struct Attack: Sendable {
        let rule: StoreServer.Rule
        let name: String
        /// Whether that is all that is told.
        var isWhole = false

        init(_ part: String, _ action: String, _ more: [String: any Sendable] = [:], says name: String) {
            rule = .init(part, action, more)
            self.name = name
        }

        init(_ part: String, _ action: String, _ more: [String: any Sendable] = [:], saysOnly sentence: String) {
            self.init(part, action, more, says: "mayfly: \(sentence)\n")
            isWhole = true
        }

        func isTold(by errors: String) -> Bool { isWhole ? errors == name : errors.contains(name) }
    }

    /// Runs a command against each of the attacks in turn.
    private func attack(_ attacks: [Attack], _ shop: Shop, _ tool: Tool, _ command: String...) async throws {
        let before = try tool.state()
        for attack in attacks {
            try shop.server.misbehave(attack.rule)
            let outcome = try await tool.run(all: command)
            #expect(outcome.status == 1, "\(attack.rule)")
            #expect(attack.isTold(by: outcome.errors), "\(attack.rule): \(outcome.errors)")
            #expect(!outcome.output.contains("installed") && !outcome.output.contains("up to date"), "\(attack.rule)")
            #expect(try tool.state() == before, "\(attack.rule)")
        }
        try await tool.expectLaunch()
        #expect(try await tool.installedVersion() == "1.0.0")
        try shop.server.misbehave()
        #expect(try await tool.run(all: command).status == 0)
        #expect(try await tool.installedVersion() == "2.0.0")
        try await tool.expectLaunch()
    }

    /// Something else in place of a file.
    private func wrongAnswers(_ shop: Shop) -> [Attack] {
        let (path, address) = ("timestamp.json", shop.server.address)
        let url = "warning: \(address)/metadata"
        return [
            Attack(
                path,
                "answer",
                saysOnly:
                    "warning: \(address): \(path): not JSON: line 1, column 1: expected a value; \(Shop.advice)"
            ),
            Attack(
                path,
                "answer",
                ["body": "{}"],
                saysOnly: "warning: \(address): \(path): 'signed' is missing; \(Shop.advice)"
            ),
            Attack(
                path,
                "answer",
                ["body": ""],
                saysOnly: "warning: \(address): \(path): not JSON: line 1, column 1: the text is empty; \(Shop.advice)"
            ),
            Attack(
                path,
                "answer",
                ["status": 500],
                saysOnly: "\(url)/\(path): the server answers 500, where 200 is needed"
            ),
            Attack(
                path,
                "answer",
                ["status": 206],
                saysOnly: "\(url)/\(path): the server answers 206, where 200 is needed"
            ),
            Attack(
                path,
                "answer",
                ["status": 404],
                saysOnly: "warning: \(address): has no file metadata/\(path); is it a store?"
            ),
        ]
    }

    /// Something else than an answer, or one that leads elsewhere: the words of libcurl, with the address.
    private func brokenAnswers(_ shop: Shop) -> [Attack] {
        let (path, url) = ("timestamp.json", "warning: \(shop.server.address)/metadata")
        return [
            Attack(path, "redirect", ["to": "file:///etc/passwd"], says: "\(url)/\(path): Protocol \"file\" "),
            Attack(path, "redirect", ["to": "ftp://127.0.0.1/x"], says: "\(url)/\(path): Protocol \"ftp\" "),
            Attack(
                path,
                "redirect",
                ["to": "http://127.0.0.1:PORT/metadata/timestamp.json"],
                says: "\(url)/\(path): Maximum (5) redirects followed"
            ),
            Attack(
                path,
                "redirect",
                ["to": "http://127.0.0.1:1/"],
                says: "\(url)/\(path): Failed to connect to 127.0.0.1 port 1"
            ),
            Attack(path, "headers", ["count": 10_000], says: "\(url)/\(path): it sends more headers than "),
            Attack(path, "cut", says: "\(url)/\(path): transfer closed with"),
            Attack(path, "close", says: "\(url)/\(path): Empty reply from server"),
            Attack(path, "raw", ["text": "\u{0}\u{1}no HTTP\n"], says: "\(url)/\(path): Received HTTP/0.9"),
        ]
    }

    /// More than the file may have.
    private func endlessAnswers(_ shop: Shop) throws -> [Attack] {
        let (path, url) = ("timestamp.json", "warning: \(shop.server.address)/metadata")
        let size = grouped(try shop.scratch.bytes("store/metadata/2.snapshot.json").count)
        return [
            Attack(
                path,
                "long_redirect",
                ["to": "/"],
                saysOnly: "\(url)/\(path): it sends more than 65,536 bytes"
            ),
            Attack(path, "endless", saysOnly: "\(url)/\(path): it sends more than 16,384 bytes"),
            Attack("2.root.json", "endless", saysOnly: "\(url)/2.root.json: it sends more than 524,288 bytes"),
            Attack(
                "2.snapshot.json",
                "endless",
                saysOnly: "\(url)/2.snapshot.json: it sends more than \(size) bytes"
            ),
            Attack(
                "2.shop.json",
                "endless",
                saysOnly: "\(url)/2.shop.json: it sends more than 5,242,880 bytes"
            ),
            Attack(
                path,
                "bomb",
                ["size": 200_000_000],
                saysOnly: "\(url)/\(path): it sends more than 16,384 bytes"
            ),
        ]
    }

    @Test func aServerThatAnswersWithAnything() async throws {
        try await Shop.withUpdate { shop, tool in
            let attacks = try wrongAnswers(shop) + brokenAnswers(shop) + endlessAnswers(shop)
            #expect(attacks.count == 20)
            try await attack(attacks, shop, tool, "store", "update", "--all")
        }
    }

    @Test func aServerThatHasAnotherArchive() async throws {
        try await Shop.withUpdate { shop, tool in
            let path = "2.0.0/"
            let (former, right) = try (shop.storedArchive("1.0.0"), shop.storedArchive("2.0.0"))
            var changed = right.bytes
            changed[changed.count / 2] ^= 1
            let (url, name) = ("\(shop.server.address)/\(right.path)", "\(Shop.id)/2.0.0/bundle.tar")
            let (size, half) = (right.bytes.count, right.bytes.count / 2)
            let tooMuch = "\(url): it sends more than \(grouped(size)) bytes"
            func otherHash(_ bytes: [UInt8]) throws -> String {
                let (own, other) = try (shop.sha256(of: right.bytes), shop.sha256(of: bytes))
                return "\(name): its SHA-256 must be \(own), found \(other); \(Shop.advice)"
            }
            // Of the same length, so that the hash is all that is wrong.
            try #require(former.bytes.count == size)
            // What the store says is known already, and right.
            #expect(try await tool.run("store", "update").output == "\(Shop.id) 1.0.0 can be updated to 2.0.0\n")
            try await attack(
                [
                    Attack(path, "change", saysOnly: try otherHash(changed)),
                    Attack(path, "grow", saysOnly: tooMuch),
                    Attack(
                        path,
                        "cut",
                        saysOnly: "\(url): transfer closed with \(size - half) bytes remaining to read"
                    ),
                    Attack(path, "endless", saysOnly: tooMuch),
                    Attack(path, "bomb", ["size": 300_000_000], saysOnly: tooMuch),
                    Attack(
                        path,
                        "answer",
                        ["body": "no archive"],
                        saysOnly: "\(name): must have \(grouped(size)) bytes, found 10; \(Shop.advice)"
                    ),
                    Attack(
                        path,
                        "answer",
                        ["status": 404],
                        saysOnly: "\(shop.server.address): has no file \(name), which its metadata names"
                    ),
                    Attack(
                        path,
                        "from",
                        ["file": "\(shop.path)/\(former.path)"],
                        saysOnly: try otherHash(former.bytes)
                    ),
                ],
                shop,
                tool,
                "store",
                "update",
                Shop.id
            )
        }
    }

    /// What a server compresses on the way is unpacked, and is what was signed.
    @Test func aServerThatCompressesIsNoAttack() async throws {
        try await Shop.withUpdate { shop, tool in
            try shop.server.misbehave(.init("/", "compress"))
            let update = try await tool.run("store", "update", "--all")
            #expect(update.status == 0, "\(update.errors)")
            #expect(try await tool.installedVersion() == "2.0.0")
        }
    }

    /// Old files that were once right (rollback), and files of several moments (mix and match).
    @Test func oldAndMixedFilesAreRefused() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            func keep(_ name: String) throws {
                try FileManager.default.copyItem(atPath: shop.path + "/metadata", toPath: shop.scratch.at(name))
            }
            try await shop.install(with: tool)
            try keep("first")
            try shop.publish("1.1.0", of: "org.shop.other")
            #expect(try await tool.run("store", "update").status == 0)
            try keep("second")
            try shop.publish("2.0.0")
            let address = shop.server.address
            func from(_ part: String, _ file: String, saysOnly sentence: String) -> Attack {
                Attack(part, "from", ["file": shop.scratch.at(file)], saysOnly: "warning: \(address)\(sentence)")
            }
            let (part, right) = ("3.snapshot.json", try shop.scratch.bytes("store/metadata/3.snapshot.json"))
            // Of the same length, so that the hash is all that is wrong.
            try #require(shop.scratch.bytes("second/2.snapshot.json").count == right.count)
            try #require(shop.scratch.bytes("second/1.targets.json").count > right.count)
            let (size, sum) = (grouped(right.count), try shop.sha256(of: right))
            try await attack(
                [
                    from(
                        "timestamp.json",
                        "first/timestamp.json",
                        saysOnly:
                            ": timestamp.json: its version must be at least 2, the last one that was seen, found 1; \(Shop.advice)"
                    ),
                    from(
                        part,
                        "second/2.snapshot.json",
                        saysOnly: ": snapshot.json: its SHA-256 must be \(sum), as timestamp.json says; \(Shop.advice)"
                    ),
                    from(
                        part,
                        "second/1.targets.json",
                        saysOnly: "/metadata/\(part): it sends more than \(size) bytes"
                    ),
                    Attack(
                        part,
                        "answer",
                        ["body": "{}"],
                        saysOnly:
                            "warning: \(address): snapshot.json: must have \(size) bytes, as timestamp.json says, found 2; \(Shop.advice)"
                    ),
                ],
                shop,
                tool,
                "store",
                "update",
                "--all"
            )
        }
    }

    /// What a server does with the file of one publisher, and what a person reads then.
    enum PublisherAttack: CaseIterable {
        case old, mixed, missing

        func rule(_ shop: Shop) -> StoreServer.Rule {
            switch self {
            case .old: .init("2.shop.json", "from", ["file": shop.path + "/metadata/1.shop.json"])
            case .mixed: .init("2.shop.json", "from", ["file": shop.path + "/metadata/2.other.json"])
            case .missing: .init("2.shop.json", "answer", ["status": 404])
            }
        }

        var sentence: String {
            switch self {
            case .old: "its version must be 2, as snapshot.json says, found 1"
            case .mixed: "needs signatures of 1 of 1 key of the role 'shop', and 0 are valid"
            case .missing: "the store does not have version 2"
            }
        }
    }

    /// A file of the publisher of another moment is named, and nothing is installed from it; what another publisher offers is.
    @Test(arguments: PublisherAttack.allCases)
    func aWrongFileOfAPublisherIsRefusedAndHoldsUpNoOther(attack: PublisherAttack) async throws {
        let (shop, other) = (try Shop(), "org.other.tally")
        let key = try KeyFile.make(at: shop.scratch.at("keys/other"))
        let keys = try (Shop.names + ["other"]).map { try KeyFile.privateKey(at: shop.key($0)) }
        try shop.folder().addPublisher("other", prefixes: ["org.other."], key: key)
        try shop.stage("1.0.0", of: other)
        #expect(try shop.folder().sign(with: keys).isEmpty)
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            #expect(try await tool.run("store", "install", other).status == 0)
            for id in [Shop.id, other] { try shop.stage("2.0.0", of: id) }
            #expect(try shop.folder().sign(with: keys).isEmpty)
            try shop.server.misbehave(attack.rule(shop))
            let told =
                "mayfly: warning: \(shop.server.address): shop.json: \(attack.sentence); nothing of 'shop' can be shown: \(Shop.advice.dropFirst(23))\n"
            let only = try await tool.run("store", "update")
            #expect(
                only.status == 1 && only.output == "\(other) 1.0.0 can be updated to 2.0.0\n" && only.errors == told
            )
            let update = try await tool.run("store", "update", "--all")
            #expect(update.status == 1 && update.output == "updated \(other) to 2.0.0\n", "\(update.output)")
            #expect(update.errors == told)
            #expect(try await tool.installedVersion() == "1.0.0")
            #expect(try await tool.installedVersion(other) == "2.0.0")
            // Of what was refused nobody knows whether it is the latest.
            for command in [["update"], ["update", "--all"], ["update", other]] {
                let again = try await tool.run(all: ["store"] + command)
                #expect(again.status == 1 && again.output.isEmpty && again.errors == told, "\(command): \(again)")
            }
            let one = try await tool.run("store", "update", Shop.id)
            #expect(one.status == 1 && one.output.isEmpty)
            #expect(one.errors == told + "mayfly: no store has \(Shop.id)\n", "\(one.errors)")
            try await tool.expectLaunch()
            // The next update heals it.
            try shop.server.misbehave()
            let healed = try await tool.run("store", "update", "--all")
            #expect(healed.status == 0 && healed.output == "updated \(Shop.id) to 2.0.0\n", "\(healed.errors)")
            #expect(try await tool.run("store", "update", "--all").output == "everything is up to date\n")
        }
    }

    @Test func missingSignaturesAreNamed() async throws {
        try await Shop.withUpdate { shop, tool in
            func unsigned(_ file: String) throws -> [String: any Sendable] {
                let text = String(decoding: try shop.scratch.bytes("store/metadata/\(file)"), as: UTF8.self)
                let changed = text.replacing(#/"sig":"[0-9a-f]{4}/#) { _ in "\"sig\":\"0000" }
                try #require(changed != text)
                return ["file": try shop.scratch.write(changed, to: "unsigned-\(file)")]
            }
            // A root that a thief of one of its keys has made.
            try FileManager.default.copyItem(atPath: shop.path, toPath: shop.scratch.at("stolen"))
            let stolen = RepositoryFolder(path: shop.scratch.at("stolen"), now: Timestamp(rawValue: 1_900_000_000_000))
            try stolen.rotate(.timestamp, to: [shop.shared("root-1")])
            #expect(try !stolen.sign(with: [KeyFile.privateKey(at: shop.key("root-1"))]).isEmpty)
            try await attack(
                [
                    Attack(
                        "timestamp.json",
                        "from",
                        try unsigned("timestamp.json"),
                        saysOnly:
                            "warning: \(shop.server.address): timestamp.json: needs signatures of 1 of 1 key of the role 'timestamp', and 0 are valid; \(Shop.advice)"
                    ),
                    Attack(
                        "2.root.json",
                        "from",
                        ["file": shop.scratch.at("stolen/staged/root.json")],
                        saysOnly:
                            "warning: \(shop.server.address): root.json: needs signatures of 2 of 2 keys of the role 'root', and 1 is valid; \(Shop.advice)"
                    ),
                ],
                shop,
                tool,
                "store",
                "update",
                "--all"
            )
        }
    }

    /// The new key counts at once, and the former one no more.
    @Test func aRotatedKeyIsFollowed() async throws {
        try await Shop.withUpdate { shop, tool in
            let former = shop.scratch.at("former")
            try FileManager.default.copyItem(atPath: shop.path + "/metadata/timestamp.json", toPath: former)
            let key = try KeyFile.make(at: shop.scratch.at("keys/new"))
            let folder = shop.folder()
            try folder.rotate(.timestamp, to: [key])
            let keys = try ["root-1", "root-2", "new"].map { try KeyFile.privateKey(at: shop.key($0)) }
            #expect(try folder.sign(with: keys).isEmpty)
            let before = try tool.state()
            try shop.server.misbehave(.init("timestamp.json", "from", ["file": former]))
            let sentence = "timestamp.json: needs signatures of 1 of 1 key of the role 'timestamp', and 0 are valid"
            let warning = "mayfly: warning: \(shop.server.address): "
            let unknown = "\(warning)timestamp.json: is not named by the files before it; \(Shop.advice)\n"
            // The second time what the former key has signed is forgotten.
            let commands = [
                (["update", "--all"], "", ""), (["update", Shop.id], unknown, "mayfly: no store has \(Shop.id)\n"),
            ]
            for (command, known, last) in commands {
                let replayed = try await tool.run(all: ["store"] + command)
                #expect(replayed.status == 1 && replayed.output.isEmpty, "\(replayed.output)")
                let told = "\(warning)\(sentence); \(Shop.advice)\n\(known)\(last)"
                #expect(replayed.errors == told, "\(replayed.errors)")
            }
            // The new root is right, and is kept: the former key counts no more from then on. All else is as it was, and what the former
            // key has signed is forgotten.
            let after = try tool.state()
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(
                Set(changed.map { URL(filePath: $0).lastPathComponent }) == ["root.json", "timestamp.json"],
                "\(changed)"
            )
            #expect(!after.keys.contains { $0.hasSuffix("/timestamp.json") })
            let root = try #require(after.first { $0.key.hasSuffix("/root.json") }).value
            #expect([UInt8](root) == (try shop.scratch.bytes("store/metadata/2.root.json")))
            #expect(try await tool.installedVersion() == "1.0.0")
            try await tool.expectLaunch()
            try shop.server.misbehave()
            let update = try await tool.run("store", "update", "--all")
            // What was wrong with the files until now is no news.
            #expect(update.status == 0 && update.errors.isEmpty, "\(update.errors)")
            #expect(update.output == "updated \(Shop.id) to 2.0.0\n")
            #expect(try await tool.installedVersion() == "2.0.0")
            try await tool.expectLaunch()
        }
    }

    /// The publisher "evil" signs a version of an extension that another one owns.
    @Test func aPublisherCannotSignWhatIsAnothers() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            let key = try KeyFile.make(at: shop.scratch.at("keys/evil"))
            try FileManager.default.copyItem(atPath: shop.path, toPath: shop.scratch.at("evil"))
            // In its own copy of the store the thief owns all.
            let copy = RepositoryFolder(
                path: shop.scratch.at("evil"),
                now: Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000))
            )
            try FileManager.default.removeItem(atPath: shop.scratch.at("evil"))
            try copy.create(
                named: "Evil",
                keys: StoreKeys(root: [key, shop.shared("root-1")], targets: key, snapshot: key, timestamp: key)
            )
            try copy.addPublisher("evil", prefixes: ["org.shop."], key: key)
            _ = try copy.add(
                bundleAt: shop.bundle("9.0.0"),
                notes: OfferNotes(),
                built: Timestamp(rawValue: 1_700_000_000_000)
            )
            _ = try copy.sign(with: [KeyFile.privateKey(at: shop.key("evil"))])
            // In the real one it owns another prefix, with the same key.
            try shop.folder().addPublisher("evil", prefixes: ["org.evil."], key: key)
            let keys = try (Shop.names + ["evil"]).map { try KeyFile.privateKey(at: shop.key($0)) }
            #expect(try shop.folder().sign(with: keys).isEmpty)
            try shop.server.misbehave(.init("evil.json", "from", ["file": shop.scratch.at("evil/staged/evil.json")]))
            let installed = try tool.state(below: ["extensions"])
            let update = try await tool.run("store", "update", "--all", "--yes")
            let told = ["bundle.tar", "icon.png"].map {
                "mayfly: warning: evil.json: '\(Shop.id)/9.0.0/\($0)' is not below a prefix of 'evil', and is ignored\n"
            }.joined()
            // All files of the store are right; what one of them may not say counts for nothing.
            #expect(update.status == 0 && update.output == "everything is up to date\n", "\(update.output)")
            #expect(update.errors == told, "\(update.errors)")
            let before = try tool.state()
            for wanted in ["\(Shop.id)@9.0.0", "\(Shop.id)"] {
                let install = try await tool.run("store", "install", wanted, "--yes")
                if wanted == Shop.id {
                    #expect(install.status == 0 && install.output == "installed \(Shop.id) 1.0.0 from The Shop\n")
                    #expect(install.errors == told, "\(install.errors)")
                } else {
                    #expect(install.status == 1 && install.output.isEmpty)
                    #expect(install.errors == told + "mayfly: no store has \(Shop.id) 9.0.0\n", "\(install.errors)")
                    #expect(try tool.state() == before)
                    #expect(try tool.state(below: ["extensions"]) == installed)
                }
                #expect(try await tool.installedVersion() == "1.0.0")
                try await tool.expectLaunch()
            }
            // The right owner can.
            try shop.server.misbehave()
            try shop.publish("2.0.0")
            #expect(try await tool.run("store", "update", Shop.id).output == "updated \(Shop.id) to 2.0.0\n")
        }
    }
}
