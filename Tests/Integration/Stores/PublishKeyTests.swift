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

        /// Each form, to see that it is found.
        var all: [Data] { forms.map(\.bytes) }
    }

    /// What the files below these folders have of the secrets, with their paths.
    private func found(_ secrets: [String: Secret], below folders: [String]) throws -> [String] {
        var found: [String] = []
        for folder in folders {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
                for (key, secret) in secrets {
                    found += secret.found(in: bytes).map { "\(folder)/\(name): \(key), \($0)" }
                }
            }
        }
        return found
    }

    @Test func noCommandStoresAPrivateKey() async throws {
        try await Tool.with { tool in
            var tool = tool
            for name in ["person", "temporary", "store"] { try scratch.makeFolder(name) }
            try FileManager.default.createDirectory(atPath: tool.home, withIntermediateDirectories: true)
            tool.variables = ["HOME": scratch.at("person"), "TMPDIR": scratch.at("temporary")]
            let person = PublishingPerson(tool: tool, scratch: scratch)
            let names = PublishingPerson.names + ["new-timestamp"]
            try await person.makeKeys(names)
            var secrets: [String: Secret] = [:]
            for name in names { secrets[name] = try Secret(person.key(name)) }
            let folders = [person.store, scratch.at("person"), scratch.at("temporary"), tool.home]

            let commands: [(arguments: [String], keys: [String])] = [
                (person.initArguments, ["root-1", "targets", "snapshot", "timestamp"]),
                (["sign", person.store], ["root-2", "snapshot", "timestamp"]),
                (person.publisherArguments(), ["targets", "shop", "snapshot", "timestamp"]),
                (["add", person.store, try person.bundle("org.shop.a")], ["shop", "snapshot", "timestamp"]),
                (["promote", person.store, "org.shop.a"], ["targets", "snapshot", "timestamp"]),
                (["timestamp", person.store], ["timestamp"]),
                (
                    ["rotate", person.store, "--role", "timestamp", "--new", person.shared("new-timestamp")],
                    ["root-1", "root-2", "new-timestamp"]
                ),
            ]
            for (arguments, keys) in commands {
                let outcome = try await person.run(arguments, by: keys)
                #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
                let printed = Data((outcome.output + outcome.errors).utf8)
                for (key, secret) in secrets { #expect(secret.found(in: printed) == [], "\(arguments): \(key)") }
                #expect(try found(secrets, below: folders) == [], "\(arguments)")
            }
            #expect(try scratch.names("store/metadata").contains("2.root.json"))

            // The search finds each form, at any place of a file.
            for (index, form) in (secrets["shop"]?.all ?? []).enumerated() {
                try scratch.write(Array(Data("ab".utf8) + form + Data("c".utf8)), to: "store/form-\(index)")
                #expect(try !found(secrets, below: folders).isEmpty, "\(index)")
                try scratch.remove("store/form-\(index)")
            }
        }
    }
}
