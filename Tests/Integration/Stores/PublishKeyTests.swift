import Foundation
import MayflyTestSupport
import Testing

/// Private keys are in the files that `--key` names, and nowhere else: after each command that reads them, everything that it can have
/// written is searched for them in every form.
@Suite struct PublishKeyTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// The forms of one private key.
    struct Secret {
        private let forms: [(name: String, bytes: Data)]

        init(_ file: String) throws {
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
            let body = try #require(lines.count == 3 ? lines[1] : nil)
            let der = try #require(Data(base64Encoded: body))
            // RFC 8410: 16 bytes before the seed.
            let seed = Data(der.dropFirst(16))
            try #require(der.count == 48 && seed.count == 32)
            var texts = [("the body of the PEM", body)]
            for (name, bytes) in [("seed", seed), ("PKCS#8", der)] {
                let hex = bytes.map { String(format: "%02x", $0) }.joined()
                texts += [("hex of the \(name)", hex), ("HEX of the \(name)", hex.uppercased())]
                // Also in the middle of something longer: the digits that depend on nothing else.
                for before in 0..<3 {
                    let whole = (Data(repeating: 0, count: before) + bytes).base64EncodedString()
                        .trimmingCharacters(in: ["="])
                    let digits = String(whole.dropFirst(before == 0 ? 0 : before + 1).dropLast())
                    let web = digits.replacing("+", with: "-").replacing("/", with: "_")
                    texts += [
                        ("base64 of the \(name), \(before)", digits), ("base64url of the \(name), \(before)", web),
                    ]
                }
            }
            forms = [("the seed", seed)] + texts.map { ($0, Data($1.utf8)) }
        }

        /// The names of the forms that are in the bytes.
        func found(in bytes: Data) -> [String] {
            forms.filter { bytes.range(of: $0.bytes) != nil }.map(\.name)
        }

        /// The seed in hexadecimal digits.
        var hex: String {
            forms.first { $0.name == "hex of the seed" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        }

        /// Each form, to see that it is found.
        var all: [Data] { forms.map(\.bytes) }
    }

    /// What the files below these folders have of the secrets, in their bytes or names, with their paths. The files of keys may have it.
    private func found(_ secrets: [String: Secret], below folders: [String], besides keys: Set<String>) throws
        -> [String]
    {
        var found: [String] = []
        for folder in folders {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let path = "\(folder)/\(name)"
                if keys.contains(path) { continue }
                let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
                let bytes = Data("\(name)\n\(target)\n".utf8) + (FileManager.default.contents(atPath: path) ?? Data())
                for (key, secret) in secrets { found += secret.found(in: bytes).map { "\(path): \(key), \($0)" } }
            }
        }
        return found
    }

    /// All that a command could write to is searched: the folder of the store, that of the keys and of the bundle, that in which the command
    /// works, the person's home, the folder of temporary files and the home folder of Mayfly.
    @Test func noCommandStoresAPrivateKey() async throws {
        try await Tool.with { tool in
            var tool = tool
            let places = ["person", "temporary", "work", "store", "keys", "bundles"]
            for name in places { try scratch.makeFolder(name) }
            try FileManager.default.createDirectory(atPath: tool.home, withIntermediateDirectories: true)
            tool.variables = ["HOME": scratch.at("person"), "TMPDIR": scratch.at("temporary")]
            tool.folder = scratch.at("work")
            let person = PublishingPerson(tool: tool, scratch: scratch)
            let names = PublishingPerson.names + ["new-timestamp"]
            try await person.makeKeys(names)
            var secrets: [String: Secret] = [:]
            for name in names { secrets[name] = try Secret(person.key(name)) }
            let keys = Set(names.map(person.key))
            let folders = [scratch.path, tool.home]
            func search() throws -> [String] { try found(secrets, below: folders, besides: keys) }
            #expect(try search() == [])

            let commands: [(arguments: [String], keys: [String])] = [
                (person.initArguments, ["root-1", "targets", "snapshot", "timestamp"]),
                (["sign", person.store], ["root-2", "snapshot", "timestamp"]),
                (person.publisherArguments(), ["targets", "shop", "snapshot", "timestamp"]),
                (["add", person.store, try person.bundle("org.shop.a")], ["shop", "snapshot", "timestamp"]),
                (["promote", person.store, "org.shop.a"], ["targets", "snapshot", "timestamp"]),
                (["timestamp", person.store], ["timestamp"]),
                (["renew", person.store, "root", "targets", "shop"], PublishingPerson.names),
                (
                    ["rotate", person.store, "--role", "timestamp", "--new", person.shared("new-timestamp")],
                    ["root-1", "root-2", "new-timestamp"]
                ),
            ]
            for (arguments, signers) in commands {
                let outcome = try await person.run(arguments, by: signers)
                #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
                let printed = Data((outcome.output + outcome.errors).utf8)
                for (key, secret) in secrets { #expect(secret.found(in: printed) == [], "\(arguments): \(key)") }
                #expect(try search() == [], "\(arguments)")
            }
            #expect(try scratch.names("store/metadata").contains { $0.hasSuffix(".root.json") && $0 != "1.root.json" })
            #expect(try Set(scratch.names("keys")) == Set(names.flatMap { ["\($0).key", "\($0).pub"] }))
            // What was named once is not known to the next command.
            let forgotten = try await person.run(["timestamp", person.store], by: [])
            #expect(
                forgotten.status != 0 && forgotten.output.contains("waiting: timestamp.json needs 1 more signature"),
                "\(forgotten)"
            )

            // The search finds each form, at any place of a file or in its name, and in each folder.
            let forms = try #require(secrets["shop"]).all
            for (index, form) in forms.enumerated() {
                try scratch.write(Array(Data("ab".utf8) + form + Data("c".utf8)), to: "work/planted")
                let left = try found(secrets, below: [scratch.at("work")], besides: keys)
                #expect(left.contains { $0.hasPrefix(scratch.at("work/planted") + ": shop, ") }, "\(index)")
            }
            try scratch.remove("work/planted")
            let hex = try #require(secrets["shop"]).hex
            for place in places.map(scratch.at) + [tool.home] {
                let planted = "\(place)/\(hex).part"
                try Data().write(to: URL(filePath: planted))
                #expect(try search() == ["\(planted): shop, hex of the seed"])
                try FileManager.default.removeItem(atPath: planted)
            }
        }
    }
}
