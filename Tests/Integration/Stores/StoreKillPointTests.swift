import Foundation
import MayflyTestSupport
import Testing

/// `mayfly store` is killed, or stopped by Ctrl-C, before each of its changes of names in turn (`kill_before.c`): no point is left out, and
/// none is hit by chance.
///
/// After each kill, all files of the extension are those of the old or of the new version, and the version before can be rolled back to.
@Suite(.enabled(if: !Sanitizer.isHere, "a sanitizer must be loaded first"))
struct StoreKillPointTests {
    private let scratch: ScratchFolder
    private let shop: Shop

    init() throws {
        (scratch, shop) = (try ScratchFolder(), try Shop())
        for version in ["2.0.0", "3.0.0"] { try shop.publish(version) }
        let source = Checkout.folder.appending(path: "Tests/Integration/Programs/kill_before.c")
        let command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        try PlainCompiler.build(command, from: source, options: ["-ldl"], to: scratch.at("kill_before.so"))
    }

    /// A home folder that knows the store, which is a folder: no request takes time.
    private func withStore(_ body: @Sendable (Tool) async throws -> Void) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let added = try await tool.run("store", "add", shop.path, "--fingerprint", shop.fingerprint)
            try #require(added.status == 0, "\(added.errors)")
            try await body(tool)
        }
    }

    private func copy(_ folder: String, to copy: String) throws {
        try? FileManager.default.removeItem(atPath: copy)
        try run("cp", ["-a", folder, copy])
    }

    /// Runs the command again and again from the home folder as it is now, each time killed one change later, until it comes to its end.
    private func killEach(_ tool: Tool, _ command: String..., then check: (String) async throws -> Void) async throws {
        try copy(tool.home, to: scratch.at("start"))
        var killed = tool
        for number in 1...500 {
            try copy(scratch.at("start"), to: tool.home)
            killed.variables = ["LD_PRELOAD": scratch.at("kill_before.so"), "KILL_BEFORE": "\(number)"]
            let outcome = try await killed.run(all: command)
            guard outcome.status != 0 else {
                // Two links are made, and each by two calls.
                #expect(number > 4)
                print("\(number - 1) kills of 'mayfly \(command.joined(separator: " "))'")
                return try await check("at its end")
            }
            try #require(outcome.status == -SIGKILL, "\(number): \(outcome.errors)")
            try await check("before change \(number)")
        }
        Issue.record("the command does not come to its end")
    }

    /// Runs the command again and again from the home folder as it is now, each time with a Ctrl-C one change later, until it comes to its
    /// end before that. `check` gets the status; the folder that is started from is `folder`.
    private func interruptEach(
        _ folder: String,
        _ tool: Tool,
        _ command: [String],
        then check: (_ status: Int32, _ point: String) async throws -> Void
    ) async throws -> Int {
        let mark = scratch.at("mark")
        try copy(folder, to: scratch.at("start"))
        var stopped = tool
        for number in 1...500 {
            try copy(scratch.at("start"), to: folder)
            try? FileManager.default.removeItem(atPath: mark)
            stopped.variables = [
                "LD_PRELOAD": scratch.at("kill_before.so"), "KILL_BEFORE": "\(number)", "KILL_SIGNAL": "\(SIGINT)",
                "KILL_MARK": mark,
            ]
            let outcome = try await stopped.run(all: command)
            guard FileManager.default.fileExists(atPath: mark) else {
                #expect(outcome.status == 0, "\(outcome.errors)")
                print("\(number - 1) interruptions of 'mayfly \(command.prefix(2).joined(separator: " "))'")
                return number - 1
            }
            // What comes to its end after the last moment at which it could be stopped says so.
            #expect([0, 130].contains(outcome.status), "\(number): \(outcome.status) \(outcome.errors)")
            try await check(outcome.status, "before change \(number)")
        }
        Issue.record("the command does not come to its end")
        return 0
    }

    @Test func ctrlCLeavesTheOldVersionOrTheNewOneAndNothingHalf() async throws {
        try await withStore { tool in
            let old = try #require(try await shop.installed("2.0.0", with: tool).first)
            try copy(tool.home, to: scratch.at("before"))
            let newest = try #require(try await shop.installed("3.0.0", with: tool).first)
            try copy(scratch.at("before"), to: tool.home)
            var states: Set<InstalledFiles> = []
            let count = try await interruptEach(tool.home, tool, ["store", "update", Shop.id]) { status, point in
                let found = try #require(tool.installedFiles(), "\(point)")
                #expect(found == old || found == newest, "\(point): \(found)")
                #expect(found == newest || status == 130, "\(point): \(status)")
                states.insert(found)
                let left = try tool.leftovers()
                #expect(left == [], "\(point)")
            }
            #expect(count > 4)
            #expect(states.isSubset(of: [old, newest]) && states.contains(newest))
            try await tool.expectLaunch()
        }
    }

    @Test func ctrlCLeavesNothingOrAllOfAFirstInstall() async throws {
        try await withStore { tool in
            try copy(tool.home, to: scratch.at("before"))
            let files = try #require(try await shop.installed("3.0.0", with: tool).first)
            try copy(scratch.at("before"), to: tool.home)
            let count = try await interruptEach(tool.home, tool, ["store", "install", Shop.id]) { status, point in
                let found = tool.installedFiles()
                #expect(found == files || (found == nil && status == 130), "\(point): \(status)")
                if found == nil {
                    // Before the first change there is not even the folder.
                    let folder = tool.home + "/extensions"
                    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
                    // Not a file of it, wherever.
                    #expect(
                        !names.contains { $0.hasSuffix("manifest.json") || $0.contains(".downloading-") },
                        "\(point): \(names)"
                    )
                } else {
                    let left = try tool.leftovers()
                    #expect(left == [], "\(point)")
                }
            }
            #expect(count > 4)
            #expect(tool.installedFiles() == files)
        }
    }

    /// Each archive that lies in the store is named by a file of metadata, published or waiting.
    @Test func ctrlCLeavesNoArchiveThatNothingNames() async throws {
        let bundle = try shop.bundle("4.0.0")
        let keys = ["shop", "snapshot", "timestamp"].flatMap { ["--key", shop.key($0)] }
        let command = ["publish", "add", shop.path, bundle, "--level", "0"] + keys
        try await Tool.with { tool in
            let count = try await interruptEach(shop.path, tool, command) { status, point in
                let names = try FileManager.default.subpathsOfDirectory(atPath: shop.path)
                let metadata = try names.filter { $0.hasSuffix("shop.json") }.map {
                    try String(contentsOfFile: "\(shop.path)/\($0)", encoding: .utf8)
                }
                let archives = names.filter { $0.hasSuffix(".bundle.tar") }
                for archive in archives {
                    let hash = URL(filePath: archive).lastPathComponent.prefix(64)
                    #expect(metadata.contains { $0.contains(hash) }, "\(point): nothing names \(archive)")
                }
                #expect(archives.count == (status == 0 ? 4 : 3), "\(point): \(status) \(archives)")
                #expect(!names.contains { $0.contains(".packing-") }, "\(point): \(names)")
                if status == 0 { #expect(!names.contains { $0.hasPrefix("staged/") }, "\(point): \(names)") }
            }
            #expect(count > 4)
            let added = try await tool.run("store", "add", shop.path, "--fingerprint", shop.fingerprint)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await tool.run("store", "install", Shop.id).output.contains("4.0.0"))
        }
    }

    private func expectRollback(_ tool: Tool, to files: InstalledFiles, _ point: String) async throws {
        let back = try await tool.run("store", "rollback", Shop.id)
        #expect(back.status == 0, "\(point): \(back.errors)")
        #expect(tool.installedFiles() == files, "\(point): \(back.output)")
        // What an archive is fetched to goes with the next one.
        let left = try tool.leftovers().filter { !$0.hasPrefix(".downloading-") }
        #expect(left == [], "\(point)")
    }

    @Test func aKillOfAnUpdateLosesNoVersion() async throws {
        try await withStore { tool in
            let files = try await shop.installed("1.0.0", "2.0.0", with: tool)
            try copy(tool.home, to: scratch.at("before"))
            let newest = try #require(try await shop.installed("3.0.0", with: tool).first)
            try copy(scratch.at("before"), to: tool.home)
            var states: Set<InstalledFiles> = []
            try await killEach(tool, "store", "update", Shop.id) { point in
                let found = try #require(tool.installedFiles(), "\(point)")
                #expect(found == files[1] || found == newest, "\(point): \(found)")
                states.insert(found)
                try await tool.expectLaunch()
                let former = found == newest ? files[1] : files[0]
                try await expectRollback(tool, to: former, point)
                let again = try await tool.run("store", "update", Shop.id)
                #expect(again.status == 0, "\(point): \(again.errors)")
                #expect(tool.installedFiles() == newest, "\(point)")
                let left = try tool.leftovers()
                #expect(left == [], "\(point)")
                // Where the newest one was rolled back from, it is the newest again.
                try await expectRollback(tool, to: former, point)
            }
            #expect(states == [files[1], newest])
        }
    }

    @Test func aKillOfARollbackLosesNoVersion() async throws {
        try await withStore { tool in
            let files = try await shop.installed("1.0.0", "2.0.0", with: tool)
            var states: Set<InstalledFiles> = []
            try await killEach(tool, "store", "rollback", Shop.id) { point in
                let found = try #require(tool.installedFiles(), "\(point)")
                #expect(files.contains(found), "\(point): \(found)")
                states.insert(found)
                try await expectRollback(tool, to: found == files[0] ? files[1] : files[0], point)
                try await expectRollback(tool, to: found, point)
            }
            #expect(states == Set(files))
        }
    }

    @Test func aKillOfAFirstInstallLeavesNothingOrAll() async throws {
        try await withStore { tool in
            try copy(tool.home, to: scratch.at("before"))
            let files = try #require(try await shop.installed("3.0.0", with: tool).first)
            try copy(scratch.at("before"), to: tool.home)
            var states: Set<InstalledFiles?> = []
            try await killEach(tool, "store", "install", Shop.id) { point in
                let found = tool.installedFiles()
                #expect(found == nil || found == files, "\(point)")
                states.insert(found)
                let again = try await tool.run("store", "install", Shop.id)
                #expect(again.status == 0, "\(point): \(again.errors)")
                #expect(tool.installedFiles() == files, "\(point)")
                let left = try tool.leftovers()
                #expect(left == [], "\(point)")
            }
            #expect(states == [nil, files])
        }
    }

    /// A folder that a person has put where the link would be.
    @Test func aKillLosesNoFolderInThePlaceOfTheLink() async throws {
        try await withStore { tool in
            let newest = try #require(try await shop.installed("3.0.0", with: tool).first)
            #expect(try await tool.run("store", "remove", Shop.id).status == 0)
            try FileManager.default.createDirectory(
                atPath: tool.home + "/extensions",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let folder = "\(tool.home)/extensions/\(Shop.id).mayfly"
            try run("cp", ["-a", shop.scratch.at("bundles/\(Shop.id)-1.0.0.mayfly"), folder])
            let own = try #require(tool.installedFiles())
            var states: Set<InstalledFiles> = []
            let command = ["store", "install", Shop.id, "--from", shop.path]
            try await killEach(tool, command[0], command[1], command[2], command[3], command[4]) { point in
                let found = try #require(tool.installedFiles(), "\(point)")
                #expect(found == own || found == newest, "\(point): \(found)")
                states.insert(found)
                if found == own { #expect(try await tool.run(all: command).status == 0, "\(point)") }
                #expect(tool.installedFiles() == newest, "\(point)")
                try await expectRollback(tool, to: own, point)
            }
            #expect(states == [own, newest])
        }
    }
}
