import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// `mayfly publish` as a publisher uses it, with each input that it refuses.
@Suite struct PublishCommandTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private static let names = ["root-1", "root-2", "targets", "snapshot", "timestamp", "shop"]

    private func key(_ name: String) -> String { scratch.at("\(name).key") }
    private func shared(_ name: String) -> String { scratch.at("\(name).pub") }
    private var store: String { scratch.at("store") }

    private func makeKeys(_ tool: Tool) async throws {
        #expect(try await tool.run(all: ["publish", "keys"] + Self.names.map(scratch.at)).status == 0)
    }

    private func keys(_ names: String...) -> [String] { names.flatMap { ["--key", key($0)] } }

    private var initArguments: [String] {
        [
            "publish", "init", store, "--name", "Shop", "--root", shared("root-1"), "--root", shared("root-2"),
            "--targets", shared("targets"), "--snapshot", shared("snapshot"), "--timestamp", shared("timestamp"),
        ]
    }

    private func refusal(_ tool: Tool, _ arguments: [String], status: Int32 = 1) async throws -> String {
        let outcome = try await tool.run(all: arguments)
        #expect(outcome.status == status, "\(arguments)")
        #expect(outcome.errors.hasPrefix("mayfly: ") && outcome.errors.hasSuffix("\n"))
        return String(outcome.errors.dropFirst(8).dropLast())
    }

    /// The whole way: keys, a store, a publisher, a bundle, a promotion, and a reader who installs it.
    @Test func aStoreIsMadeAndServed() async throws {
        try await Tool.with { tool in
            try await makeKeys(tool)
            // The keys of the root come from two machines.
            let first = try await tool.run(all: initArguments + keys("root-1", "targets", "snapshot", "timestamp"))
            #expect(
                first.status == 0 && first.output.contains("waiting: root.json needs 1 more signature of the keys "),
                "\(first.errors)"
            )
            #expect(first.output.contains("nothing is published before 'mayfly publish sign' has added them"))
            #expect(!first.output.contains("fingerprint"))
            let second = try await tool.run(all: ["publish", "sign", store] + keys("root-2", "snapshot", "timestamp"))
            // Whoever publishes it first is told what people compare.
            let fingerprint = try run("sha256sum", [store + "/metadata/1.root.json"]).prefix(64)
            #expect(
                second.output
                    == "published in \(store)\nthe root has the fingerprint \(fingerprint); tell it to people where they trust you\n",
                "\(second.errors)"
            )
            let again = try await tool.run(all: ["publish", "sign", store] + keys("timestamp"))
            #expect(again.output == "published in \(store)\n", "\(again.errors)")
            let publisher = [
                "publish", "publisher", store, "--name", "shop", "--prefix", "org.mayfly.", "--public-key",
                shared("shop"),
            ]
            #expect(try await tool.run(all: publisher + keys("targets", "shop", "snapshot", "timestamp")).status == 0)
            try scratch.write("Counts.\n\nWell.", to: "about.txt")
            let add = [
                "publish", "add", store, Samples.tally, "--description", scratch.at("about.txt"), "--changes", "First",
                "--screenshot", Samples.tally + "/icon.png=A count",
            ]
            let added = try await tool.run(all: add + keys("shop", "snapshot", "timestamp"))
            #expect(
                added.status == 0 && added.output.hasPrefix("added org.mayfly.tally 1.0.0 of 'shop', "),
                "\(added.errors)"
            )
            let promote = try await tool.run(
                all: ["publish", "promote", store, "org.mayfly.tally"] + keys("targets", "snapshot", "timestamp")
            )
            #expect(promote.status == 0, "\(promote.errors)")
            let renewed = try await tool.run(all: ["publish", "timestamp", store, "--days", "3"] + keys("timestamp"))
            #expect(renewed.status == 0, "\(renewed.errors)")
            let rotated = try await tool.run(
                all: ["publish", "rotate", store, "--role", "timestamp", "--new", shared("shop")]
                    + keys("root-1", "root-2", "shop")
            )
            #expect(
                rotated.status == 0 && rotated.output.contains("published in"),
                "\(rotated.output) \(rotated.errors)"
            )

            let introduced = try await tool.run("store", "add", store, "--fingerprint", String(fingerprint))
            #expect(introduced.output == "added Shop with 1 extension\n", "\(introduced.errors)")
            let show = try await tool.run("store", "show", "org.mayfly.tally")
            for text in ["Counts.", "Well.", "what is new:", "First", "[screenshot: A count]", "may ask for: nothing"] {
                #expect(show.output.contains(text), "\(text): \(show.output)")
            }
            #expect(try await tool.run("store", "install", "org.mayfly.tally").status == 0)
            // Nothing of the secrets is in what is served.
            let secret = try String(contentsOfFile: key("shop"), encoding: .utf8).split(separator: "\n")[1]
            for path in try FileManager.default.subpathsOfDirectory(atPath: store) where path.hasSuffix(".json") {
                #expect(try !String(contentsOfFile: "\(store)/\(path)", encoding: .utf8).contains(secret))
            }
        }
    }

    /// Words in art are told to the publisher, and are no mistake; drawings without words are not told.
    @Test(.proves("C-227")) func textInPicturesIsAWarningOnly() async throws {
        try await Tool.with { tool in
            try await makeKeys(tool)
            let made = initArguments + keys("root-1", "root-2", "targets", "snapshot", "timestamp")
            #expect(try await tool.run(all: made).status == 0)
            let publisher = [
                "publish", "publisher", store, "--name", "shop", "--prefix", "org.mayfly.", "--public-key",
                shared("shop"),
            ]
            #expect(try await tool.run(all: publisher + keys("targets", "shop", "snapshot", "timestamp")).status == 0)
            let signatures = keys("shop", "snapshot", "timestamp")
            let add = ["publish", "add", "--level", "0", store]
            let drawings = try await tool.run(all: add + [Samples.iceCream] + signatures)
            #expect(drawings.status == 0 && drawings.errors.isEmpty, "\(drawings.errors)")
            let bundle = scratch.at("Tally.mayfly")
            try run("cp", ["-r", Samples.tally, bundle])
            let poster = Checkout.folder.appending(path: "Plugins/BurgerPoll/Store/screenshot.png").path
            try run("cp", [poster, bundle + "/poster.png"])
            let words = try await tool.run(all: add + [bundle] + signatures)
            #expect(words.status == 0 && words.output.hasPrefix("added org.mayfly.tally 1.0.0 of 'shop', "))
            let lines = words.errors.split(separator: "\n")
            #expect(lines.count == 1 && lines.first?.hasPrefix("mayfly: warning: poster.png shows words (") == true)
            #expect(words.errors.contains("'Burger'") && words.errors.contains("captions are"), "\(words.errors)")
            // Where it cannot be looked for, that is said.
            let program = Bundle.main.bundlePath + "/mayfly"
            let blind = ["PATH=/nowhere", program] + add + [Samples.smileys] + signatures
            let unread = try await tool.run(program: "/usr/bin/env", all: blind)
            let note = "mayfly: note: pictures are not searched for text: the program 'tesseract' cannot be run\n"
            #expect(unread.status == 0 && unread.errors == note)
        }
    }

    @Test func keysAreNeverReplaced() async throws {
        try await Tool.with { tool in
            #expect(
                try await tool.run("publish", "keys", scratch.at("a")).output.hasPrefix(
                    "made \(scratch.at("a")).key and "
                )
            )
            let message = try await refusal(tool, ["publish", "keys", scratch.at("a")])
            #expect(message == "\(scratch.at("a.key")): a key is never replaced; choose another name")
            #expect(try await refusal(tool, ["publish", "keys", scratch.at("none/a")]).contains("none"))
            for name in ["", scratch.at(""), scratch.at(".."), "."] {
                let message = try await refusal(tool, ["publish", "keys", scratch.at("b"), name])
                #expect(message == "a key needs a name, which may be a path such as keys/root-1; found '\(name)'")
            }
            #expect(try scratch.names() == ["a.key", "a.pub"])
        }
    }

    @Test func aStoreNeedsItsKeys() async throws {
        try await Tool.with { tool in
            try await makeKeys(tool)
            var same = initArguments
            same[8] = shared("root-1")
            #expect(try await refusal(tool, same) == "the root needs 2 different keys, found 1")
            #expect(
                try await refusal(tool, initArguments + ["--key", scratch.at("none.key")])
                    == "\(scratch.at("none.key")): no such file"
            )
            #expect(
                try await refusal(tool, initArguments + ["--key", shared("shop")])
                    == "\(shared("shop")): is not a PEM file with one PRIVATE KEY of Ed25519"
            )
            var secret = initArguments
            secret[10] = key("targets")
            #expect(
                try await refusal(tool, secret) == "\(key("targets")): is not a PEM file with one PUBLIC KEY of Ed25519"
            )
            var unnamed = initArguments
            unnamed[4] = "\u{200B}"
            #expect(try await refusal(tool, unnamed).contains("'name' must have a visible character"))
            #expect(!scratch.has("store"))
            #expect(
                try await tool.run(all: initArguments + keys("root-1", "root-2", "targets", "snapshot", "timestamp"))
                    .status == 0
            )
            #expect(try await refusal(tool, initArguments) == "\(store): is a store already")
        }
    }

    @Test func whatBreaksARuleIsRefused() async throws {
        try await Tool.with { tool in
            try await makeKeys(tool)
            let own = keys("targets", "shop", "snapshot", "timestamp")
            #expect(try await tool.run(all: initArguments + keys("root-1", "root-2") + own).status == 0)
            func publisher(_ name: String, _ prefix: String) -> [String] {
                ["publish", "publisher", store, "--name", name, "--prefix", prefix, "--public-key", shared("shop")]
                    + own
            }
            #expect(
                try await refusal(tool, publisher("Shop", "org.mayfly.")).hasPrefix(
                    "a publisher's name is lower-case letters"
                )
            )
            #expect(
                try await refusal(tool, publisher("shop", "org.mayfly")).hasPrefix(
                    "a prefix is the beginning of an id with the dot behind it"
                )
            )
            #expect(try await tool.run(all: publisher("shop", "org.mayfly.")).status == 0)
            #expect(
                try await refusal(tool, publisher("other", "org.mayfly."))
                    == "the prefix 'org.mayfly.' overlaps with one of the publisher 'shop'"
            )

            func add(_ bundle: String, _ more: String...) -> [String] {
                ["publish", "add", store, bundle, "--level", "0"] + more + own
            }
            #expect(try await refusal(tool, add(scratch.at("None.mayfly")), status: 4).contains("None.mayfly"))
            try FileManager.default.copyItem(atPath: Samples.tally, toPath: scratch.at("Broken.mayfly"))
            try scratch.remove("Broken.mayfly/icon.png")
            #expect(try await refusal(tool, add(scratch.at("Broken.mayfly")), status: 4).contains("Broken.mayfly"))
            #expect(
                try await refusal(tool, add(Samples.tally, "--screenshot", "shot.png")).hasPrefix(
                    "--screenshot is a file and a text"
                )
            )
            try scratch.write("no picture", to: "shot.png")
            #expect(
                try await refusal(tool, add(Samples.tally, "--screenshot", scratch.at("shot.png") + "=A")).hasPrefix(
                    "\(scratch.at("shot.png")): "
                )
            )
            #expect(
                try await refusal(tool, add(Samples.tally, "--description", scratch.at("none.txt")))
                    == "\(scratch.at("none.txt")): no such file"
            )
            try scratch.write([UInt8](repeating: 0x61, count: 9000), to: "long.txt")
            #expect(
                try await refusal(tool, add(Samples.tally, "--description", scratch.at("long.txt"))).contains(
                    "over the limit of 8,192"
                )
            )
            #expect(try await tool.run(all: add(Samples.tally)).status == 0)
            #expect(
                try await refusal(tool, add(Samples.tally)).hasPrefix("org.mayfly.tally 1.0.0 is in the store already")
            )

            #expect(
                try await refusal(tool, ["publish", "promote", store, "org.mayfly.none"])
                    == "the store has no extension 'org.mayfly.none'"
            )
            #expect(
                try await refusal(tool, ["publish", "promote", store, "no id"]).hasPrefix(
                    "'no id' is no id of an extension"
                )
            )
            let rotate = ["publish", "rotate", store, "--new", shared("shop"), "--role"]
            #expect(
                try await refusal(tool, rotate + ["boss"])
                    == "--role is root, targets, snapshot or timestamp; found 'boss'"
            )
            #expect(try await refusal(tool, rotate + ["root"]) == "the role 'root' needs 2 different keys, found 1")
            #expect(
                try await refusal(tool, ["publish", "sign", store, "--days", "0"], status: 2).hasPrefix(
                    "--days is a number from 1 to 3650"
                )
            )
            #expect(try scratch.names("store/staged").isEmpty)
            for command in ["sign", "timestamp", "promote"] {
                let message = try await refusal(tool, ["publish", command, scratch.at("nothing")] + own)
                #expect(
                    message == "\(scratch.at("nothing")): is not a store; make one with 'mayfly publish init'",
                    "\(command)"
                )
            }
            #expect(!scratch.has("nothing"))
        }
    }
}
