import Foundation
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

/// `mayfly publish add` refuses the bundles that the catalogue refuses, in the same words: with the file and the rule.
@Suite struct PublishedBundleTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// A bundle with a fault, and what is said of it.
    enum Fault: CaseIterable {
        case brokenCatalogue, brokenPack, packWithoutList, brokenStickers, packOfNothing
        case missingLibrary, libraryOfAnotherProcessor, noLibrary, libraryForOthersOnly
        case brokenManifest, wrongVersion, noName, missingIcon, codeInAPack

        static let pack = "Stickers.xcstickers/Smileys.stickerpack"
        #if arch(arm64)
            static let (own, foreign, number) = ("AArch64", "x86-64", UInt8(62))
            static let (key, others) = ("linux-aarch64", "linux-x86_64")
        #else
            static let (own, foreign, number) = ("x86-64", "AArch64", UInt8(183))
            static let (key, others) = ("linux-x86_64", "linux-aarch64")
        #endif
        static let library = "lib/\(key)/tally.so"

        var sample: String {
            switch self {
            case .brokenCatalogue, .brokenPack, .packWithoutList, .brokenStickers, .packOfNothing, .codeInAPack:
                Samples.smileys
            default: Samples.tally
            }
        }

        /// Whether the catalogue lists it with this as a warning: it is a bundle, and no host can open it.
        var isWarning: Bool {
            switch self {
            case .brokenCatalogue, .brokenPack, .packWithoutList, .brokenStickers, .packOfNothing: true
            default: false
            }
        }

        var sentence: String {
            switch self {
            case .brokenCatalogue:
                "Stickers.xcstickers/Contents.json: not JSON: line 1, column 2: expected a key in quotes"
            case .brokenPack: "\(Self.pack)/Contents.json: not JSON: line 1, column 15: the text ends too early"
            case .packWithoutList: "\(Self.pack)/Contents.json: 'stickers' is missing"
            case .brokenStickers:
                "\(Self.pack): no usable sticker; the first problem: sticker 'smile': smile.sticker/Contents.json: 'properties' is missing"
            case .packOfNothing: "\(Self.pack)/Contents.json: is missing"
            case .codeInAPack: "extra: a script; a sticker pack has no code"
            case .missingLibrary: "\(Self.library): no such file"
            case .libraryOfAnotherProcessor:
                "\(Self.library): made for \(Self.foreign); this host needs \(Self.own)"
            case .noLibrary: "\(Self.library): not an ELF file (it begins with 'no library')"
            case .libraryForOthersOnly: "no library for \(Self.key); the bundle has \(Self.others), linux-riscv64"
            case .brokenManifest: "manifest.json: not JSON: line 1, column 8: the text ends too early"
            case .wrongVersion: "manifest.json: 'version' must be a semantic version such as 1.0.0, found '1'"
            case .noName: "manifest.json: 'name' is missing"
            case .missingIcon: "the icon icon.png: no such file"
            }
        }

        /// Changes the files of a bundle.
        func spoil(_ bundle: String, in scratch: ScratchFolder) throws {
            func rewrite(_ file: String, _ text: String, _ other: String) throws {
                let before = String(decoding: try scratch.bytes("\(bundle)/\(file)"), as: UTF8.self)
                try #require(before.contains(text), "\(file)")
                try scratch.write(before.replacing(text, with: other), to: "\(bundle)/\(file)")
            }
            switch self {
            case .brokenCatalogue: try scratch.write("{", to: "\(bundle)/Stickers.xcstickers/Contents.json")
            case .brokenPack: try scratch.write("{\"stickers\": [", to: "\(bundle)/\(Self.pack)/Contents.json")
            case .packWithoutList: try scratch.write("{}", to: "\(bundle)/\(Self.pack)/Contents.json")
            case .brokenStickers:
                for name in try scratch.names("\(bundle)/\(Self.pack)") where name.hasSuffix(".sticker") {
                    try scratch.write("{}", to: "\(bundle)/\(Self.pack)/\(name)/Contents.json")
                }
            case .packOfNothing: try scratch.remove("\(bundle)/\(Self.pack)/Contents.json")
            case .codeInAPack: try scratch.write("#!/bin/sh\n", to: "\(bundle)/extra")
            case .missingLibrary: try scratch.remove("\(bundle)/\(Self.library)")
            case .libraryOfAnotherProcessor:
                var bytes = try scratch.bytes("\(bundle)/\(Self.library)")
                bytes[18] = Self.number
                try scratch.write(bytes, to: "\(bundle)/\(Self.library)")
            case .noLibrary: try scratch.write("no library", to: "\(bundle)/\(Self.library)")
            case .libraryForOthersOnly: try rewrite("manifest.json", "\"\(Self.key)\"", "\"linux-riscv64\"")
            case .brokenManifest: try scratch.write("{\"id\": ", to: "\(bundle)/manifest.json")
            case .wrongVersion: try rewrite("manifest.json", "\"1.0.0\"", "\"1\"")
            case .noName: try rewrite("manifest.json", "\"name\"", "\"title\"")
            case .missingIcon: try scratch.remove("\(bundle)/icon.png")
            }
        }
    }

    /// All files of the store with their bytes.
    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.at("store")) {
            found[name] = FileManager.default.contents(atPath: scratch.at("store/\(name)")) ?? Data()
        }
        return found
    }

    /// A store whose one publisher owns the ids of the samples.
    private func open(_ person: PublishingPerson) async throws {
        _ = try await person.makeKeys(PublishingPerson.names)
        try await person.publish(person.initArguments)
        try await person.publish(person.publisherArguments(prefix: "org.mayfly."))
    }

    /// A copy of Tally with other members of its manifest.
    private func tally(_ members: [String: Any]) throws -> String {
        try FileManager.default.copyItem(atPath: Samples.tally, toPath: scratch.at("Tally.mayfly"))
        let read = try JSONSerialization.jsonObject(with: Data(scratch.bytes("Tally.mayfly/manifest.json")))
        let manifest = try #require(read as? [String: Any]).merging(members) { $1 }
        try scratch.write(Array(JSONSerialization.data(withJSONObject: manifest)), to: "Tally.mayfly/manifest.json")
        return scratch.at("Tally.mayfly")
    }

    /// It is refused as a launch refuses it, whatever the level of the checks is.
    @Test(arguments: ["0", "5"]) func aBundleOfAnotherABIIsNotPublished(level: String) async throws {
        let bundle = try tally(["abi": ["min": "9.0", "max": "9.1"]])
        try await Tool.with { tool in
            let person = PublishingPerson(tool: tool, scratch: scratch)
            try await open(person)
            let before = try files()
            let refused = try await person.run(["add", person.store, bundle, "--level", level], by: ["shop"])
            #expect(refused.status == 4 && refused.output.isEmpty)
            let sentence = #/mayfly: (.*) is not offered: its ABI versions are 9\.0 to 9\.1, and this host speaks .*\n/#
            #expect(try sentence.wholeMatch(in: refused.errors)?.1 == bundle[...], "\(refused.errors)")
            #expect(try files() == before)
        }
    }

    /// One that another host has published is installed with the warning of `mayfly install`.
    @Test func aBundleOfAnotherABIIsInstalledWithAWarning() async throws {
        let shop = try Shop()
        let newer = try shop.bundle("2.0.0")
        let manifest = "bundles/\(Shop.id)-2.0.0.mayfly/manifest.json"
        let read = try JSONSerialization.jsonObject(with: Data(shop.scratch.bytes(manifest)))
        var members = try #require(read as? [String: Any])
        members["abi"] = ["min": "9.0", "max": "9.1"]
        try shop.scratch.write(Array(JSONSerialization.data(withJSONObject: members)), to: manifest)
        try await Tool.with { tool in
            try await shop.install(with: tool)
            _ = try shop.folder().add(
                bundleAt: newer,
                notes: OfferNotes(),
                built: Timestamp(rawValue: 1_772_532_000_000)
            )
            try shop.sign()
            let updated = try await tool.run("store", "update", Shop.id)
            let installed = try await tool.run("store", "install", Shop.id)
            let copied = try await tool.run("install", newer)
            for outcome in [updated, installed, copied] {
                #expect(outcome.status == 0)
                let sentence = "mayfly: warning: its ABI versions are 9.0 to 9.1, and this host speaks "
                #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
            }
        }
    }

    /// The manifest of a project names all its platforms, and its bundle has the libraries of some.
    @Test func aPlatformWithoutItsLibraryIsNotOffered() async throws {
        try await Tool.with { tool in
            let person = PublishingPerson(tool: tool, scratch: scratch)
            try await open(person)
            #expect(!FileManager.default.fileExists(atPath: Samples.tally + "/lib/\(Fault.others)"))
            try await person.publish(["add", person.store, Samples.tally, "--level", "0"])
            try await person.add(to: tool)
            let told = try await tool.run("store", "show", "org.mayfly.tally", "--json").events().first
            #expect(told?["platforms"] as? [String] == [Fault.key])
        }
    }

    /// The catalogue only reads files. A bundle that nobody can open is not offered, unless the publisher wants no such checks.
    @Test func whatTheChecksRefuseIsNotPublished() async throws {
        let source = URL(
            filePath: try scratch.write(
                "#include <stdlib.h>\nvoid *mayfly_extension_entry(void) { abort(); }\n",
                to: "dead.c"
            )
        )
        let manifest = ["libraries": [Fault.key: "lib/plugin.so"]]
        let dead = try PluginWorkshop.pack(id: "org.shop.dead", manifest: manifest) { library in
            try PlainCompiler.build(["cc", "-shared", "-fPIC"], from: source, to: library)
        }
        try await Tool.with(bundles: [dead]) { tool in
            let person = PublishingPerson(tool: tool, scratch: scratch)
            try await person.makeKeys(PublishingPerson.names)
            try await person.publish(person.initArguments)
            try await person.publish(person.publisherArguments())
            #expect(try await tool.run("list").output.contains("org.shop.dead"))
            let before = try files()
            let refused = try await person.run(["add", person.store, dead], by: PublishingPerson.names)
            #expect(refused.status == 4 && refused.output.isEmpty, "\(refused)")
            #expect(
                refused.errors.contains("launch-opens: ") && refused.errors.contains("To mend it: "),
                "\(refused.errors)"
            )
            #expect(
                refused.errors.contains("is not offered: it fails checks of 'mayfly validate': launch-opens"),
                "\(refused.errors)"
            )
            #expect(try files() == before)
            try await person.publish(["add", person.store, dead, "--level", "0"])
        }
    }

    @Test func whatTheCatalogueRefusesIsNotPublished() async throws {
        try scratch.makeFolder("bundles")
        try await Tool.with(bundles: [scratch.at("bundles/Pack.mayfly")]) { tool in
            let person = PublishingPerson(tool: tool, scratch: scratch)
            try await person.makeKeys(PublishingPerson.names)
            try await person.publish(person.initArguments)
            try await person.publish(person.publisherArguments(prefix: "org.mayfly."))
            let before = try files()
            for fault in Fault.allCases {
                try? scratch.remove("bundles/Pack.mayfly")
                try FileManager.default.copyItem(atPath: fault.sample, toPath: scratch.at("bundles/Pack.mayfly"))
                try fault.spoil("bundles/Pack.mayfly", in: scratch)
                let add = ["add", person.store, scratch.at("bundles/Pack.mayfly")]
                let refused = try await person.run(add, by: PublishingPerson.names)
                #expect(refused.status == 4 && refused.output.isEmpty, "\(fault): \(refused.output)")
                #expect(refused.errors == "mayfly: Pack.mayfly: \(fault.sentence)\n", "\(fault)")
                #expect(try files() == before, "\(fault)")
                let list = try await tool.run("list")
                let told = list.output + list.errors
                #expect(told.contains(fault.sentence), "\(fault): \(told)")
                #expect(list.errors.contains("warning: Pack.mayfly: \(fault.sentence)") == fault.isWarning, "\(fault)")
            }
            // The same bundles without a fault are published.
            for sample in [Samples.tally, Samples.smileys] {
                try await person.publish(["add", person.store, sample])
            }
        }
    }
}
