import Foundation
import MayflyCommands
import Testing

@Suite struct ToolTests {
    /// A temporary home folder, which is removed after `body`.
    private func withHome(_ body: (String) async throws -> Void) async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "mayfly-tool-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: home) }
        try await body(home)
    }

    private func run(_ arguments: String...) async -> Int32 { await MayflyTool.run(arguments).rawValue }

    @Test func refusesArgumentsThatItDoesNotKnow() async {
        #expect(await run("lst") == 2)
        #expect(await run("list", "--bogus") == 2)
        #expect(await run("info") == 2)
        #expect(await run("launch", "org.mayfly.tally") == 2)
        #expect(await run("launch", "org.mayfly.tally", "--conversation", "chat", "--style", "huge") == 2)
        #expect(await run("--home", "", "list") == 2)
    }

    @Test func helpsWithoutFailing() async {
        #expect(await run("--help") == 0)
        #expect(await run("launch", "--help") == 0)
        #expect(await run("--version") == 0)
    }

    @Test func takesTheHomeBeforeAndAfterTheCommand() async throws {
        try await withHome { home in
            #expect(await run("--home", home, "device", "create", "alice") == 0)
            #expect(await run("device", "create", "alice", "--home", home) == 1)
            #expect(await run("device", "--home", home, "create", "bob") == 0)
            #expect(await run("conversation", "create", "chat", "--with", "alice,bob", "--home", home) == 0)
            #expect(await run("transcript", "chat", "--as", "bob", "--home", home) == 0)
        }
    }

    @Test func failsForWhatIsUnknown() async throws {
        try await withHome { home in
            #expect(await run("info", "org.example.nobody", "--home", home) == 1)
            #expect(await run("uninstall", "not an id", "--home", home) == 1)
            #expect(await run("transcript", "chat", "--as", "alice", "--home", home) == 1)
            #expect(await run("conversation", "create", "chat", "--with", "alice,bob", "--home", home) == 1)
        }
    }

    @Test func listsBrokenBundlesAndRefusesToLaunchThem() async throws {
        try await withHome { home in
            let folder = home + "/extensions/Broken.mayfly"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("not JSON".utf8).write(to: URL(filePath: folder + "/manifest.json"))
            #expect(await run("list", "--home", home) == 0)
            #expect(await run("list", "--json", "--home", home) == 0)
            #expect(await run("info", "broken", "--home", home) == 4)
            #expect(await run("launch", "broken", "--conversation", "chat", "--home", home) == 4)
            #expect(await run("install", folder, "--home", home) == 4)
        }
    }

    @Test func readsTheWholeScriptBeforeAnythingElse() async throws {
        try await withHome { home in
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            let script = home + "/script"
            try Data("send\ntpa 1\n".utf8).write(to: URL(filePath: script))
            #expect(await run("launch", "broken", "--conversation", "c", "--script", script, "--home", home) == 1)
            #expect(!FileManager.default.fileExists(atPath: home + "/mayfly.sqlite"))
        }
    }
}
