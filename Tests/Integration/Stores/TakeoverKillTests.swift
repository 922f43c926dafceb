import Foundation
import MayflyTestSupport
import Testing

/// A command that puts an extension of somebody else in the place of another one is killed before each of its changes of names
/// (`kill_before.c`): what the person has answered to the one is never said to the other.
@Suite(.enabled(if: !Sanitizer.isHere, "a sanitizer must be loaded first"))
struct TakeoverKillTests {
    private let scratch: ScratchFolder
    private let (store, other): (PublishedStore, PublishedStore)
    /// The other publisher's bundle.
    private let bundle: String

    init() throws {
        scratch = try ScratchFolder()
        (store, other) = (try PublishedStore(prefix: "test.mayfly."), try PublishedStore(prefix: "test.mayfly."))
        try store.add(Self.bundle("1.0.0"))
        bundle = try Self.bundle("2.0.0")
        try other.add(bundle)
        let source = Checkout.folder.appending(path: "Tests/Integration/Programs/kill_before.c")
        let command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        try PlainCompiler.build(command, from: source, options: ["-ldl"], to: scratch.at("kill_before.so"))
    }

    /// Each version has another app, whose entry is written when the version is there: between that and what follows is a change of names.
    private static func bundle(_ version: String) throws -> String {
        let manifest: [String: Any] = [
            "version": version,
            "permissions": [["name": "network:localhost", "reason": FetchingPlugin.reason]],
            "app": ["name": "Game \(version)", "url": "https://example.org/\(version)"],
        ]
        return try PluginWorkshop.bundle("fetcher", id: FetchingPlugin.id, manifest: manifest)
    }

    /// Has the extension make a request, and gives what the person is asked.
    private func questions(_ tool: Tool, answer: String = "") async throws -> [String] {
        let script = "style expanded\ninput url https://localhost:9/\ntap fetch\n\(answer)"
        let outcome = try await FetchingPlugin.launch(tool, script)
        try #require(outcome.status == 0, "\(outcome)")
        return try outcome.events().filter { $0["event"] as? String == "question" }.compactMap {
            $0["permission"] as? String
        }
    }

    private func answers(_ tool: Tool) async throws -> Int {
        try await tool.run("permissions", "list", "--json").events().count
    }

    private func copy(_ folder: String, to copy: String) throws {
        try? FileManager.default.removeItem(atPath: copy)
        try run("cp", ["-a", folder, copy])
    }

    private func succeed(_ tool: Tool, _ command: String...) async throws {
        let outcome = try await tool.run(all: command)
        try #require(outcome.status == 0, "\(command): \(outcome.errors)")
    }

    /// Runs `body` with a home folder in which version 1.0.0 of the store is installed, and both stores are known.
    private func with(_ body: @Sendable (Tool) async throws -> Void) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            for one in [store, other] {
                try await succeed(tool, "store", "add", one.files, "--fingerprint", one.fingerprint())
            }
            try await succeed(tool, "store", "install", FetchingPlugin.id, "--from", store.files, "--yes")
            try await body(tool)
        }
    }

    /// The person allows a request. Then the command is run again and again from there, each time killed one change later, until it comes
    /// to its end: where another version is installed after it, no answer is there, and the person is asked.
    private func killEach(_ tool: Tool, of program: String = "mayfly-store", _ command: String...) async throws {
        let version = try #require(try await tool.installedVersion(FetchingPlugin.id))
        #expect(try await questions(tool, answer: "answer always\n") == ["network:localhost"])
        #expect(try await answers(tool) == 1)
        try copy(tool.home, to: scratch.at("start"))
        var killed = tool
        var versions: [String] = []
        for number in 1...500 {
            try copy(scratch.at("start"), to: tool.home)
            killed.variables = [
                "LD_PRELOAD": scratch.at("kill_before.so"), "KILL_BEFORE": "\(number)", "KILL_PROGRAM": program,
            ]
            let outcome = try await killed.run(all: command)
            try #require(outcome.status == 0 || outcome.status == -SIGKILL, "\(number): \(outcome.errors)")
            let installed = try #require(try await tool.installedVersion(FetchingPlugin.id))
            if installed != version {
                #expect(try await answers(tool) == 0, "before change \(number)")
                if versions.last == version {
                    #expect(try await questions(tool) == ["network:localhost"], "before change \(number)")
                }
            }
            versions.append(installed)
            guard outcome.status != 0 else { break }
        }
        print("\(versions.count - 1) kills of '\(program) \(command.joined(separator: " "))': \(versions)")
        #expect(versions.first == version && versions.last != version)
    }

    @Test func aKillOfAnInstallFromAnotherStoreHandsNoAnswerOn() async throws {
        try await with { tool in
            try await killEach(tool, "store", "install", FetchingPlugin.id, "--from", other.files, "--yes")
        }
    }

    @Test func aKillOfAnInstallFromAFolderHandsNoAnswerOn() async throws {
        try await with { tool in try await killEach(tool, of: "mayfly", "install", bundle) }
    }

    @Test func aKillOfARollbackHandsNoAnswerOn() async throws {
        try await with { tool in
            try await succeed(tool, "store", "install", FetchingPlugin.id, "--from", other.files, "--yes")
            try await killEach(tool, "store", "rollback", FetchingPlugin.id)
        }
    }
}
