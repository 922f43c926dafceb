import Foundation
import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// A library that carries its manifest and its icon is a bundle by itself.
@Suite struct SingleLibraryTests {
    private static let id = "test.mayfly.single"

    /// The library alone in a folder of its own. `options` are those of the compiler.
    private static func library(_ options: [String] = [], in scratch: ScratchFolder) throws -> String {
        let path = scratch.path + "/single.so"
        try PlainCompiler.build(
            [
                "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC", "-fvisibility=hidden",
                "-I", PluginWorkshop.headers, "-I", Checkout.folder.appending(path: "Plugins/Tally").path,
            ],
            from: Checkout.folder.appending(path: "Tests/Plugins/single.c"),
            options: options,
            to: path
        )
        return path
    }

    private static func with(
        _ options: [String] = [],
        _ body: @Sendable (Tool, String) async throws -> Void
    ) async throws {
        let scratch = try ScratchFolder()
        let library = try library(options, in: scratch)
        try await Tool.with { try await body(Tool(home: $0.home, folders: scratch.path), library) }
    }

    @Test func itIsListedAndLaunchedLikeAFolder() async throws {
        try await Self.with { tool, library in
            let list = try await tool.run("list")
            #expect(list.status == 0 && list.output.contains("\(Self.id)") && list.output.contains("Single"), "\(list)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path) == ["single.so"])
            try await tool.setUp()
            for name in [Self.id, library] {
                let launched = try await tool.run(
                    "launch",
                    name,
                    "--conversation",
                    "chat",
                    "--as",
                    "alice",
                    "--script",
                    "-",
                    script: "send\n"
                )
                #expect(launched.output.contains("alice: [Single] hello from a single library"), "\(launched)")
                #expect(launched.status == 0 && launched.errors.isEmpty, "\(launched)")
            }
            let info = try await tool.run("info", library, "--json")
            #expect(info.output.contains(library), "\(info)")
            // The folder in which it runs is that of this library, and one for both launches.
            let unpacked = try FileManager.default.contentsOfDirectory(atPath: tool.home + "/unpacked")
                .filter { $0.hasSuffix(".mayfly") }
            #expect(unpacked.count == 1)
            let content = try FileManager.default.subpathsOfDirectory(
                atPath: tool.home + "/unpacked/" + (unpacked.first ?? "")
            )
            #expect(Set(content) == ["manifest.json", "pictures", "pictures/icon.png", "lib", "lib/code.so"])
        }
    }

    /// A replay unpacks it for itself, and leaves nothing in the home folder.
    @Test func itIsRecordedAndReplayedLikeAFolder() async throws {
        try await Self.with { tool, library in
            try await tool.setUp()
            let (file, home) = (tool.home + "/r", tool.home + "/another")
            let launch = ["launch", library, "--conversation", "chat", "--as", "alice", "--script", "-"]
            let recorded = try await tool.run(all: launch + ["--record", file], script: "send\n")
            try #require(recorded.status == 0, "\(recorded)")
            let replayed = try await Tool(home: home, folders: tool.path).run("replay", file)
            #expect(replayed.status == 0, "\(replayed)")
            #expect(replayed.output.hasPrefix("launch 1 of \(Self.id): as in the record; "), "\(replayed)")
            #expect(!FileManager.default.fileExists(atPath: home))
        }
    }

    /// Its constructor would write a file; nothing but a launch loads it.
    @Test func listingReadsBytesOnly() async throws {
        let scratch = try ScratchFolder()
        let mark = scratch.path + "/loaded"
        try await Self.with(["-DMARK=\"\(mark)\""]) { tool, library in
            for command in [["list"], ["info", library], ["install", library]] {
                #expect(try await tool.run(all: command).status == 0)
            }
            #expect(!FileManager.default.fileExists(atPath: mark))
            // The constructor does what it says where it runs.
            let loaded = try Program(["python3", "-c", "import ctypes; ctypes.CDLL('\(library)')"])
            #expect(loaded.status == 0 && FileManager.default.fileExists(atPath: mark), "\(loaded)")
        }
    }

    @Test func itIsInstalledAsAFolderAndUninstalled() async throws {
        try await Self.with(["-DMANIFEST_FILE"]) { tool, library in
            let installed = try await tool.run("install", library)
            #expect(installed.output.hasPrefix("installed org.mayfly.tally "), "\(installed)")
            try FileManager.default.removeItem(atPath: library)
            try await tool.setUp()
            let launched = try await tool.run(
                "launch",
                "org.mayfly.tally",
                "--conversation",
                "chat",
                "--as",
                "alice",
                "--script",
                "-",
                script: "send\n"
            )
            #expect(launched.output.contains("alice: [Tally] hello from a single library"), "\(launched)")
            #expect(try await tool.run("uninstall", "org.mayfly.tally").output == "uninstalled org.mayfly.tally\n")
            #expect(!FileManager.default.fileExists(atPath: tool.home + "/extensions/org.mayfly.tally.mayfly"))
        }
    }

    /// A change of the file is a new version, and folders that nobody uses go.
    @Test func aChangedLibraryIsUnpackedAgainAndOldOnesGo() async throws {
        let scratch = try ScratchFolder()
        let first = try Self.library(in: scratch)
        let home = scratch.path + "/home"
        let libraries = UnpackedLibraries(home: home)
        var folders: [String] = []
        // Something runs in the first one.
        let used = try libraries.files(of: try ExtensionBundle.read(first))
        #expect(used.use != nil)
        let elsewhere = try Data(contentsOf: URL(filePath: first))
        try elsewhere.write(to: URL(filePath: first), options: .atomic)
        for _ in 1...12 {
            let unpacked = try libraries.files(of: try ExtensionBundle.read(first)).bundle
            #expect(try libraries.files(of: try ExtensionBundle.read(first)).bundle.folder == unpacked.folder)
            folders.append(unpacked.folder)
            // Another file of the same content.
            let bytes = try Data(contentsOf: URL(filePath: first))
            try bytes.write(to: URL(filePath: first), options: .atomic)
        }
        #expect(Set(folders).count == 12)
        let left = folders.filter { FileManager.default.fileExists(atPath: $0) }
        #expect(left.count == 8 && left.contains(folders.last ?? ""))
        #expect(FileManager.default.fileExists(atPath: used.bundle.folder))
        extendLifetime(used.use)
        // A half folder of a killed program is made anew, and its draft goes.
        try FileManager.default.createDirectory(
            atPath: home + "/unpacked/.unpacking-x",
            withIntermediateDirectories: true
        )
        let last = try libraries.files(of: try ExtensionBundle.read(first)).bundle
        try FileManager.default.removeItem(atPath: last.folder + "/lib/code.so")
        #expect(
            try libraries.files(of: try ExtensionBundle.read(first)).bundle.libraryPath.map {
                FileManager.default.fileExists(atPath: $0)
            } == true
        )
        #expect(!FileManager.default.fileExists(atPath: home + "/unpacked/.unpacking-x"))
    }

    @Test(arguments: [
        (
            ["-DWITHOUT_MANIFEST"],
            #"it has no section .mayfly.manifest: MAYFLY_MANIFEST_FILE("manifest.json") puts a manifest into a library"#
        ),
        (
            ["-DWITHOUT_ICON"],
            #"it has no section .mayfly.icon: MAYFLY_ICON_FILE("icon.png") puts an icon into a library"#
        ),
        (["-DPACK"], "manifest.json: kind: 'app' is the rule where a library carries the manifest"),
        (["-DICON=\"lib\""], "manifest.json: 'lib' and 'lib/code.so' cannot be files of one bundle"),
        (
            ["-DICON=\"lib/code.so\""],
            "manifest.json: 'lib/code.so' and 'lib/code.so' cannot be files of one bundle"
        ),
    ])
    func whatItLacksIsNamed(options: [String], reason: String) async throws {
        try await Self.with(options) { tool, library in
            for command in [["list"], ["install", library], ["launch", library, "--conversation", "chat"]] {
                let told = try await tool.run(all: command)
                let text = (told.output + told.errors).split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let named = command == ["list"] ? "single.so - - broken: \(reason)" : "mayfly: single.so: \(reason)"
                #expect(text.contains(named), "\(command): \(text)")
                #expect(told.status == (command == ["list"] ? 0 : 4), "\(command)")
            }
        }
    }

    /// Other libraries may stand beside extensions: they are no broken ones.
    @Test func aLibraryThatIsNoExtensionIsNotListed() async throws {
        let scratch = try ScratchFolder()
        let source = URL(filePath: scratch.path + "/helper.c")
        try Data("int help(void) { return 1; }\n".utf8).write(to: source)
        try PlainCompiler.build(["cc", "-shared", "-fPIC"], from: source, to: scratch.path + "/helper.so")
        try Data("no library".utf8).write(to: URL(filePath: scratch.path + "/notes.so"))
        let library = try Self.library(in: scratch)
        try await Tool.with { tool in
            let list = try await Tool(home: tool.home, folders: scratch.path).run("list", "--json")
            #expect(list.output.contains(library) && !list.output.contains("helper"), "\(list)")
            #expect(!list.output.contains("notes"), "\(list)")
        }
    }

    /// Linkers that leave out what nothing refers to keep what it carries.
    @Test(arguments: [[], ["-DMANIFEST_FILE"]]) func theLinkerKeepsTheSections(options: [String]) throws {
        let scratch = try ScratchFolder()
        let kept = ["-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"]
        let bundle = try ExtensionBundle.read(try Self.library(options + kept, in: scratch))
        #expect(bundle.id.rawValue == (options.isEmpty ? Self.id : "org.mayfly.tally"))
        #expect(bundle.iconFile()?.type == .png && bundle.iconPath == nil)
    }

    /// What a person has answered for always holds while the library stays, and is for one time where it was replaced meanwhile.
    @Test(arguments: [false, true]) func answersHoldForTheLibraryThatAsked(isReplaced: Bool) async throws {
        let scratch = try ScratchFolder()
        let bundle = try FetchingPlugin.bundle(["localhost"])
        let library = scratch.path + "/fetcher.so"
        let sections = [("manifest", "manifest.json"), ("icon", "icon.png")].flatMap { name, file in
            ["--add-section", ".mayfly.\(name)=\(bundle)/\(file)"]
        }
        _ = try run("objcopy", sections + [bundle + "/lib/plugin.so", library])
        let server = try LoopbackServer()
        try await TestHost.with(
            bundles: [library],
            policy: .immediate,
            reach: .thisMachineToo,
            pressure: NoMemoryPressure()
        ) { test in
            try await test.asking { window in
                try await window.fetch(server.url("/echo"))
                if isReplaced {
                    let bytes = try Data(contentsOf: URL(filePath: library))
                    try bytes.write(to: URL(filePath: library), options: .atomic)
                }
                try await window.answer(.always)
            }
            #expect(try test.host.keptAnswers().map(\.isGranted) == (isReplaced ? [] : [true]))
        }
        #expect(try server.stop().count == 1)
    }

    @Test func aTableOfSectionsThatLiesIsNoBundle() async throws {
        let scratch = try ScratchFolder()
        let path = try Self.library(in: scratch)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        let (table, count) = (number(40, 8), number(60, 2))
        // Each number of each header of the table, and of the file's header, as large as it can be.
        let places = (0..<count).flatMap { header in [0, 24, 32].map { table + 64 * header + $0 } } + [40, 58, 60, 62]
        for place in places {
            var wrong = bytes
            for index in place..<min(place + (place < 64 ? 2 : 4), wrong.count) { wrong[index] = 0xFF }
            try Data(wrong).write(to: URL(filePath: path))
            // It is read or refused; nothing traps.
            do throws(MayflyError) { _ = try ExtensionBundle.read(path) } catch { #expect(!error.message.isEmpty) }
        }
        try Data(bytes.prefix(table + 64)).write(to: URL(filePath: path))
        #expect(throws: MayflyError.self) { try ExtensionBundle.read(path) }
    }
}
