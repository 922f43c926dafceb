import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// Bundles that break a rule: the list shows each with its reason and goes on, and a launch says it with status 4.
@Suite struct BadBundleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let says: String
        let spoil: @Sendable (_ folder: String) throws -> Void
    }

    static let cases = [
        Case(testDescription: "no library for this machine", says: "linux-") {
            try edit($0) { $0["libraries"] = ["plan9-mips": "lib/plugin.so"] }
        },
        Case(testDescription: "text file named .so", says: "not an ELF file") {
            try Data("hello world".utf8).write(to: URL(filePath: $0 + "/lib/plugin.so"))
        },
        Case(testDescription: "truncated ELF", says: "truncated") { folder in
            let library = URL(filePath: folder + "/lib/plugin.so")
            let bytes = try Data(contentsOf: library)
            try bytes.prefix(bytes.count / 4).write(to: library)
        },
        Case(testDescription: "32-bit ELF", says: "32-bit") { folder in
            let library = URL(filePath: folder + "/lib/plugin.so")
            var bytes = try Data(contentsOf: library)
            bytes[4] = 1
            try bytes.write(to: library)
        },
        Case(testDescription: "manifest missing", says: "manifest.json") {
            try FileManager.default.removeItem(atPath: $0 + "/manifest.json")
        },
        Case(testDescription: "manifest not JSON", says: "manifest.json") {
            try Data("{ \"id\": ".utf8).write(to: URL(filePath: $0 + "/manifest.json"))
        },
        Case(testDescription: "wrong type", says: "'version' must be a string") { try edit($0) { $0["version"] = 3 } },
        Case(testDescription: "id not reverse DNS", says: "'Tally'") { try edit($0) { $0["id"] = "Tally" } },
        Case(testDescription: "path leaves the bundle", says: "../") {
            try edit($0) { $0["icon"] = "../../icon.png" }
        },
        Case(testDescription: "symlink out of the bundle", says: "icon.png") { folder in
            try FileManager.default.removeItem(atPath: folder + "/icon.png")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/icon.png",
                withDestinationPath: "/etc/hostname"
            )
        },
        Case(testDescription: "app that is a program", says: "'app.url' must begin with https://") {
            try edit($0) { $0["app"] = ["name": "Notes", "url": "file:///usr/bin/notes"] }
        },
        Case(testDescription: "no icon", says: "icon") { try edit($0) { $0["icon"] = nil } },
    ]

    private static func edit(_ folder: String, _ change: (inout [String: Any]) -> Void) throws {
        let file = URL(filePath: folder + "/manifest.json")
        var content = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        change(&content)
        try JSONSerialization.data(withJSONObject: content).write(to: file)
    }

    @Test(arguments: cases)
    func isListedWithItsReasonAndCannotBeLaunched(_ bad: Case) async throws {
        let bundle = try PluginWorkshop.bundle("minimal", id: "test.mayfly.bad")
        defer { try? FileManager.default.removeItem(atPath: URL(filePath: bundle).deletingLastPathComponent().path) }
        try bad.spoil(bundle)
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let list = try await tool.run("list")
            #expect(list.status == 0)
            #expect(list.output.contains("org.mayfly.tally"))
            let row = try #require(list.lines.first { $0.contains("test.mayfly.bad") || $0.contains("broken") })
            #expect(row.contains("broken"))
            #expect(row.contains(bad.says), "\(row)")
            let launch = try await tool.run(
                "launch",
                "test.mayfly.bad",
                "--conversation",
                "chat",
                "--script",
                "/dev/null"
            )
            #expect(launch.status == 4, "\(launch.errors)")
            #expect(launch.errors.contains(bad.says), "\(launch.errors)")
            #expect(launch.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func anABIRangeThatDoesNotMeetTheHostsIsRefusedBeforeAProcessStarts() async throws {
        let bundle = try PluginWorkshop.bundle("minimal", id: "test.mayfly.future")
        try Self.edit(bundle) { $0["abi"] = ["min": "7.1", "max": "8.0"] }
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let launch = try await tool.run(
                "launch",
                "test.mayfly.future",
                "--conversation",
                "chat",
                "--script",
                "/dev/null",
                "--json"
            )
            #expect(launch.status == 4)
            #expect(launch.errors.contains("its ABI versions are 7.1 to 8.0, and this host speaks 1.0"))
            #expect(!launch.output.contains("spawned"))
        }
    }

    @Test func listAndInstallTellWhyThisHostCannotUseAnIntactBundle() async throws {
        let future = try PluginWorkshop.bundle("minimal", id: "test.mayfly.future")
        try Self.edit(future) {
            $0["abi"] = ["min": "7.1", "max": "8.0"]; $0["sumary"] = "Waves"
        }
        let folder = NSTemporaryDirectory() + "mayfly-packs-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pack = folder + "/Smileys.mayfly"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Samples.folder + "/Smileys.mayfly", toPath: pack)
        let files = try #require(FileManager.default.enumerator(atPath: pack)?.allObjects as? [String])
        for file in files where file.hasSuffix(".png") && file.contains(".sticker/") {
            try Data("no picture".utf8).write(to: URL(filePath: pack + "/" + file))
        }
        let told = [
            (future, "its ABI versions are 7.1 to 8.0, and this host speaks 1.0"),
            (future, "'sumary' is not known to this host and is ignored; did you mean 'summary'?"),
            (pack, "no usable sticker; the first problem: "),
        ]
        try await Tool.with(bundles: [future, pack]) { tool in
            let list = try await tool.run("list")
            #expect(list.status == 0)
            let objects = try await tool.run("list", "--json").output
            for (bundle, line) in told {
                let name = URL(filePath: bundle).lastPathComponent
                let warning = list.errors.split(separator: "\n").first { $0.contains(line) }
                #expect(warning?.hasPrefix("mayfly: warning: \(name): ") == true, "\(list.errors)")
                #expect(objects.contains(line))
                let install = try await tool.run("install", bundle)
                #expect(install.status == 0)
                #expect(install.errors.contains(line), "\(install.errors)")
            }
        }
    }

    @Test func tellsAWrongPartOfTheSearchPath() async throws {
        let bundle = try PluginWorkshop.bundle("minimal", id: "test.mayfly.lost")
        try await Tool.with(bundles: ["/nowhere/at/all/X.mayfly", bundle + "/lib"]) { tool in
            let says = ["there is no folder '/nowhere/at/all'", "'\(bundle)' is itself a bundle"]
            let list = try await tool.run("list")
            for line in says {
                #expect(list.errors.contains("mayfly: warning: MAYFLY_PATH: \(line)"), "\(list.errors)")
            }
            let info = try await tool.run("info", "test.mayfly.lost")
            #expect(info.status == 1)
            #expect(info.errors.contains("(MAYFLY_PATH: "), "\(info.errors)")
        }
    }

    @Test func aBundleIsLaunchedAndDescribedByItsPath() async throws {
        let bundle = try PluginWorkshop.bundle("recorder", id: "test.mayfly.path")
        let place = URL(filePath: bundle).deletingLastPathComponent().path
        let name = URL(filePath: bundle).lastPathComponent
        try await Tool.with { tool in
            try await tool.setUp()
            for path in ["./\(name)", name, bundle] {
                let mayfly = "cd '\(place)' && exec '\(Bundle.main.bundlePath)/mayfly'"
                let launch = "\(mayfly) launch \(path) --conversation chat --script - --json"
                let outcome = try await tool.run(program: "/bin/sh", all: ["-c", launch], script: "tap stage\nsend\n")
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("didStartSending"))
                let info = try await tool.run(program: "/bin/sh", all: ["-c", "\(mayfly) info \(path)"])
                #expect(info.lines.first == "test.mayfly.path", "\(info.errors)")
            }
            let gone = try await tool.run("launch", "./gone.mayfly", "--conversation", "chat")
            #expect(gone.status == 4)
            #expect(gone.errors.contains("gone.mayfly' cannot be read: no such file"), "\(gone.errors)")
        }
    }

    /// By its own name, also where the argument has none.
    @Test(arguments: [
        "cd Real.mayfly && mayfly install .", "mayfly install ./Real.mayfly/",
        "cd Real.mayfly/lib && mayfly install ..",
        "mayfly launch ./Real.mayfly --conversation chat", "cd Real.mayfly && mayfly launch ./ --conversation chat",
        "mayfly info ./Real.mayfly",
    ])
    func theFolderOfABundleIsNamed(_ command: String) async throws {
        let scratch = try ScratchFolder()
        try scratch.makeFolder("Real.mayfly/lib")
        try await Tool.with { tool in
            try await tool.setUp()
            let text = "PATH=$1:$PATH; cd \"$2\"; \(command)"
            let arguments = ["-c", text, "sh", Bundle.main.bundlePath, scratch.path]
            let outcome = try await tool.run(program: "/bin/sh", all: arguments)
            #expect(outcome.status == 4)
            #expect(outcome.errors == "mayfly: Real.mayfly: manifest.json: is missing\n")
        }
    }

    @Test func listingAndDescribingOpenNoLibrary() async throws {
        let mark = NSTemporaryDirectory() + "mayfly-opened-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: mark) }
        let bundle = try PluginWorkshop.bundle("minimal", id: "test.mayfly.marked")
        let source = bundle + "/mark.c"
        let minimal = Checkout.folder.appending(path: "Tests/Plugins/minimal.c").path
        try """
        #include "\(minimal)"
        #include <stdio.h>
        __attribute__((constructor)) static void mark(void) { fclose(fopen("\(mark)", "w")); }
        """.write(toFile: source, atomically: true, encoding: .utf8)
        let library = bundle + "/lib/plugin.so"
        try run("cc", ["-shared", "-fPIC", "-I", PluginWorkshop.headers, "-o", library, source])
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            #expect(try await tool.run("list").output.contains("test.mayfly.marked"))
            #expect(try await tool.run("info", "test.mayfly.marked").status == 0)
            #expect(!FileManager.default.fileExists(atPath: mark))
            let launch = try await tool.run(
                "launch",
                "test.mayfly.marked",
                "--conversation",
                "chat",
                "--script",
                "/dev/null",
                // The mark lies where the sandbox would not let it be made.
                "--no-sandbox",
                "--exec"
            )
            #expect(launch.status == 0)
            #expect(FileManager.default.fileExists(atPath: mark))
        }
    }

    @Test func theFirstOfTwoBundlesWithOneIdWinsAndTheOtherIsShown() async throws {
        let first = try PluginWorkshop.bundle("minimal", id: "test.mayfly.twin")
        let second = try PluginWorkshop.bundle("recorder", id: "test.mayfly.twin")
        try await Tool.with(bundles: [first, second]) { tool in
            let rows = try await tool.run("list").lines.filter { $0.contains("test.mayfly.twin") }
            #expect(rows.count == 2)
            #expect(rows[0].contains("ready"))
            #expect(rows[1].contains("shadowed by"))
            #expect(rows[1].contains(URL(filePath: first).deletingLastPathComponent().lastPathComponent))
        }
    }

    @Test func aBrokenPictureIsLeftOutOfItsPack() async throws {
        let folder = NSTemporaryDirectory() + "mayfly-packs-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bundle = folder + "/Smileys.mayfly"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Samples.folder + "/Smileys.mayfly", toPath: bundle)
        let pictures = try #require(FileManager.default.enumerator(atPath: bundle)?.allObjects as? [String])
        let picture = try #require(pictures.sorted().first { $0.hasSuffix(".png") && $0.contains(".sticker/") })
        try Data("no picture".utf8).write(to: URL(filePath: bundle + "/" + picture))
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            #expect(try await tool.run("list").status == 0)
            let info = try await tool.run("info", "org.mayfly.smileys")
            #expect(info.output.contains("not a picture"), "\(info.output)")
            let launch = try await tool.run(
                "launch",
                "org.mayfly.smileys",
                "--conversation",
                "chat",
                "--script",
                "-",
                script: "sticker 1\nsend\n"
            )
            #expect(launch.status == 0, "\(launch.errors)")
        }
    }

    @Test(.proves("C-190", "C-192")) func installedBundlesAreFoundAndRemovedWithAllTheyKept() async throws {
        let bundle = try PluginWorkshop.bundle("recorder")
        try await Tool.with { tool in
            try await tool.setUp()
            #expect(try await tool.run("install", bundle).status == 0)
            #expect(try await tool.run("list").output.contains(Recorder.id))
            let ids = [try await participantID(tool), try await participantID(tool)]
            #expect(ids[0] == ids[1])
            // Installed once more, it keeps the identities.
            #expect(try await tool.run("install", bundle).status == 0)
            #expect(try await participantID(tool) == ids[0])
            // C-190: a reinstall gives new ones.
            #expect(try await tool.run("uninstall", Recorder.id).status == 0)
            #expect(try await !tool.run("list").output.contains(Recorder.id))
            #expect(try await tool.run("install", bundle).status == 0)
            #expect(try await participantID(tool) != ids[0])
        }
    }

    /// What the extension is told that the local person's UUID is.
    private func participantID(_ tool: Tool) async throws -> String {
        let outcome = try await tool.run(
            "launch",
            Recorder.id,
            "--conversation",
            "chat",
            "--script",
            "-",
            "--json",
            script: "tap stage\nsend\n"
        )
        #expect(outcome.status == 0)
        let sending = try #require(try outcome.events().first { $0["name"] as? String == "didStartSending" })
        let arguments = try #require(sending["arguments"] as? [String: Any])
        return try #require((arguments["message"] as? [String: Any])?["sender"] as? String)
    }
}
