import Foundation
import MayflyAuthoring
import MayflyBundles
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@Suite struct PackTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// The pack of stickers that `mayfly new` writes, at `game`.
    private func pack() throws { _ = try NewProject.make(at: scratch.at("game"), .stickerPack) }

    /// The project in C, with its library.
    private func app() throws {
        _ = try NewProject.make(at: scratch.at("game"), .c)
        try scratch.makeFolder("game/build")
        try PlainCompiler.build(
            [
                "cc", "-std=c99", "-shared", "-fPIC", "-I",
                Checkout.folder.appending(path: "Sources/CMayfly/include").path,
            ],
            from: Checkout.folder.appending(path: "Tests/Plugins/minimal.c"),
            to: scratch.at("game/build/game.so")
        )
    }

    private func make(to output: String? = nil) throws(MayflyError) -> PackReport {
        try BundlePacker.pack(try Project(at: scratch.at("game")), to: output)
    }

    /// The message of the error.
    private func refusal(to output: String? = nil) -> String? {
        do throws(MayflyError) {
            _ = try make(to: output)
            return nil
        } catch {
            return error.message.replacingOccurrences(of: scratch.path, with: "…")
        }
    }

    private func edit(_ file: String, _ old: String, _ new: String) throws {
        let text = String(decoding: try scratch.bytes("game/" + file), as: UTF8.self)
        try #require(text.contains(old), "\(text)")
        try scratch.write(text.replacingOccurrences(of: old, with: new), to: "game/" + file)
    }

    /// No draft is left.
    private func expectNoDraft() throws {
        let names = (try? scratch.names("game/build")) ?? []
        #expect(!names.contains { $0.contains("packing") }, "\(names)")
    }

    @Test func aBundleHasWhatTheManifestNamesAndTheReportSaysWhatItHasNot() throws {
        try app()
        try scratch.write("text", to: "game/art/one.txt")
        try scratch.write("text", to: "game/art/.hidden")
        try edit("mayfly-project.json", #""include": []"#, #""include": ["art"]"#)
        let report = try make()
        let platform = Platform.current
        #expect(!report.isReplaced)
        #expect(report.warnings.isEmpty)
        #expect(
            report.files.map { "\($0.path) \($0.source)" } == [
                "art/one.txt art/one.txt", "icon.png icon.png", "lib/\(platform)/game.so build/game.so",
                "manifest.json manifest.json",
            ]
        )
        for file in report.files {
            #expect(try scratch.bytes("game/build/game.mayfly/" + file.path) == scratch.bytes("game/" + file.source))
            #expect(try scratch.bytes("game/" + file.source).count == file.bytes)
        }
        let unnamed = "neither manifest.json nor 'include' in mayfly-project.json names it"
        #expect(
            report.leftOut.map { "\($0.path): \($0.reason)" } == [
                "art/.hidden: its name begins with a dot", "Makefile: \(unnamed)", "README.md: \(unnamed)",
                "src: \(unnamed)", "tests: \(unnamed)",
            ]
        )
        #expect(try ExtensionBundle.read(report.bundle).id.rawValue == "org.example.game")
        try expectNoDraft()
    }

    @Test func aNewBundleTakesThePlaceOfTheOlderOne() throws {
        try pack()
        #expect(try !make().isReplaced)
        try scratch.write("left", to: "game/build/game.mayfly/old.txt")
        #expect(try make().isReplaced)
        #expect(!scratch.has("game/build/game.mayfly/old.txt"))
        try expectNoDraft()
    }

    @Test func theOlderBundleStaysWhereTheNewOneWouldBeRefused() throws {
        try pack()
        _ = try make()
        try scratch.write("no picture", to: "game/icon.png")
        #expect(
            refusal()
                == "the bundle would be refused: the icon icon.png: text, not a picture"
        )
        #expect(try ExtensionBundle.read(scratch.at("game/build/game.mayfly")).id.rawValue == "org.example.game")
        try expectNoDraft()
    }

    @Test func whatIsNoBundleIsNotReplaced() throws {
        try pack()
        try scratch.write("mine", to: "mine.mayfly/notes.txt")
        let place = scratch.at("mine.mayfly")
        #expect(
            refusal(to: place)
                == "'…/mine.mayfly' is a folder without manifest.json, so it is no bundle and is not replaced: remove it, or name another place with --output"
        )
        #expect(try scratch.names("mine.mayfly") == ["notes.txt"])
        try scratch.write("mine", to: "file.mayfly")
        #expect(
            refusal(to: scratch.at("file.mayfly"))
                == "'…/file.mayfly' is no folder, so it is no bundle and is not replaced: remove it, or name another place with --output"
        )
        #expect(
            refusal(to: scratch.at("out"))
                == "the output '…/out' must be the folder of the bundle, with a name that ends in '.mayfly'"
        )
        #expect(
            refusal(to: scratch.at("missing/a.mayfly"))
                == "cannot make a folder in '…/missing': No such file or directory"
        )
    }

    @Test func theOutputMayBeElsewhere() throws {
        try pack()
        let report = try make(to: scratch.at("elsewhere.mayfly"))
        #expect(report.bundle == scratch.at("elsewhere.mayfly"))
        #expect(try ExtensionBundle.read(report.bundle).id.rawValue == "org.example.game")
        #expect(!scratch.has("game/build"))
    }

    @Test func aLibraryThatIsNotBuiltIsNamedWithTheBuild() throws {
        _ = try NewProject.make(at: scratch.at("game"), .swift)
        #expect(
            refusal()
                == "the library .build/release/libGamePlugin.so is missing: build it with 'swift build -c release'"
        )
        try scratch.write("no library", to: "game/.build/release/libGamePlugin.so")
        #expect(
            refusal()
                == "the bundle would be refused: lib/\(Platform.current)/game.so: not an ELF file (it begins with 'no library') (packed from .build/release/libGamePlugin.so)"
        )
    }

    @Test func librariesOfOtherPlatformsMayBeMissing() throws {
        try app()
        try edit(
            "manifest.json",
            #""libraries": { "#,
            #""libraries": { "linux-riscv64": "lib/r.so", "linux-s390x": "lib/s.so", "#
        )
        try edit(
            "mayfly-project.json",
            #""libraries": { "#,
            #""libraries": { "linux-s390x": "build/s.so", "linux-ppc64": "build/p.so", "#
        )
        let report = try make()
        #expect(
            report.leftOut.prefix(3).map { "\($0.path): \($0.reason)" } == [
                "lib/r.so: mayfly-project.json does not say where the library of linux-riscv64 is made",
                "build/p.so: manifest.json names no library of linux-ppc64", "build/s.so: it is not built",
            ]
        )
        try edit("mayfly-project.json", Platform.current, "linux-other")
        #expect(
            refusal()
                == "mayfly-project.json: 'libraries' must say where the build makes the library of \(Platform.current), which manifest.json names"
        )
    }

    private static let hostile: [(make: @Sendable (ScratchFolder) throws -> Void, message: String)] = [
        (
            { try $0.link("game/art/secret", to: "/etc/hostname") },
            "art: 'art/secret' in it: leads out of the folder"
        ),
        (
            {
                try $0.write("secret", to: "secret")
                try $0.link("game/art/secret", to: "../../secret")
            }, "art: 'art/secret' in it: leads out of the folder"
        ),
        ({ try $0.makeFIFO("game/art/pipe") }, "art: 'art/pipe' in it: a FIFO, where a regular file is needed"),
        (
            { try $0.link("game/art/loop", to: "loop") },
            "art: 'art/loop' in it: too many links, or a link that was put there while it was read"
        ),
        ({ try $0.link("game/art/gone", to: "gone.txt") }, "art: 'art/gone' in it: no such file"),
        (
            { try $0.makeFolder("game/art/" + (0..<40).map { _ in "d" }.joined(separator: "/")) },
            "art: 'art/d/d/d/"
        ),
    ]

    @Test(arguments: hostile.indices) func whatMayNotBeInABundleIsNamed(index: Int) throws {
        try pack()
        try scratch.write("text", to: "game/art/one.txt")
        try edit("mayfly-project.json", #""include": []"#, #""include": ["art"]"#)
        try Self.hostile[index].make(scratch)
        let message = try #require(refusal())
        #expect(message.hasPrefix(Self.hostile[index].message), "\(message)")
        #expect(!scratch.has("game/build/game.mayfly"))
        try expectNoDraft()
    }

    @Test func aLinkInTheProjectIsPackedAsItsFile() throws {
        try pack()
        try scratch.write("text", to: "game/notes/one.txt")
        try scratch.makeFolder("game/art")
        try scratch.link("game/art/one.txt", to: "../notes/one.txt")
        try edit("mayfly-project.json", #""include": []"#, #""include": ["art"]"#)
        _ = try make()
        let path = scratch.at("game/build/game.mayfly/art/one.txt")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular)
    }

    private static let bad: [(file: String, old: String, new: String, message: String)] = [
        (
            "manifest.json", #""id": "org.example.game""#, #""id": "game""#,
            "manifest.json: 'id' at line 2, column 3 must be a reverse-DNS name (\(ExtensionID.rule)), found 'game'"
        ),
        (
            "manifest.json", #""icon": "icon.png""#, #""icon": "art/icon.png""#,
            "the icon art/icon.png is missing: draw it, or name another one as 'icon' in manifest.json"
        ),
        (
            "manifest.json", #""stickers": "Stickers.xcstickers""#, #""stickers": "Other.xcstickers""#,
            "the stickers Other.xcstickers is missing: make it, or name another one as 'stickers' in manifest.json"
        ),
        ("manifest.json", "{", "[", "manifest.json: not JSON: line 2, column 7: expected ',' or ']'"),
        (
            "mayfly-project.json", #""include": []"#, #""include": ["art"]"#,
            "art is missing: make it, or take it out of 'include' in mayfly-project.json"
        ),
        (
            "mayfly-project.json", #""include": []"#, #""include": ["Stickers.xcstickers/Contents.json"]"#,
            "mayfly-project.json: 'Stickers.xcstickers/Contents.json' and 'Stickers.xcstickers' would be in the same place of the bundle; name one of them"
        ),
        (
            "mayfly-project.json", #""include": []"#, #""include": ["build"]"#,
            "'build' cannot be in the bundle: the bundle '…/game/build/game.mayfly' is in it"
        ),
    ]

    @Test(arguments: bad) func anErrorSaysHowToMendIt(bad: (file: String, old: String, new: String, message: String))
        throws
    {
        try pack()
        try edit(bad.file, bad.old, bad.new)
        #expect(refusal() == bad.message)
        try expectNoDraft()
    }

    @Test func aFolderWithoutAProjectIsNamed() throws {
        #expect(refusal() == "the project '…/game' cannot be read: no such folder")
        try scratch.makeFolder("game")
        #expect(
            refusal()
                == "there is no mayfly-project.json in '…/game': name the folder of a project, or make one with 'mayfly new'"
        )
        try pack()
        try scratch.remove("game/manifest.json")
        #expect(refusal() == "manifest.json: is missing in '…/game'")
    }

    @Test func anUnknownKeyOfTheManifestIsToldWithItsPlace() throws {
        try pack()
        try edit("manifest.json", #""summary""#, #""sumary""#)
        #expect(
            try make().warnings == [
                "manifest.json: 'sumary' at line 8, column 3 is not known to this host and is ignored; did you mean 'summary'?"
            ]
        )
    }

    /// What a killed command has left is removed by the next one; the draft of one that runs is locked, and stays.
    @Test func leftDraftsAreRemoved() throws {
        try pack()
        try scratch.write("", to: "game/build/.game.mayfly.packing-left/manifest.json")
        try scratch.write("", to: "game/build/.game.mayfly.packing-used/manifest.json")
        let draft = scratch.at("game/build/.game.mayfly.packing-used")
        guard let used = FileLock(ofFolder: draft, owner: geteuid()) else {
            Issue.record("the draft cannot be locked")
            return
        }
        _ = try make()
        #expect(try scratch.names("game/build") == [".game.mayfly.packing-used", "game.mayfly"])
        extendLifetime(used)
        _ = try make()
        #expect(try scratch.names("game/build") == [".game.mayfly.packing-used", "game.mayfly"])
    }
}
