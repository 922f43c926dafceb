import Foundation
import MayflyTestSupport
import Testing

/// An extension that runs keeps the files of its version while updates are installed.
@Suite struct RunningVersionTests {
    private static let id = "test.mayfly.pager"
    private let store: PublishedStore

    init() throws {
        store = try PublishedStore(prefix: "test.mayfly.")
        try offer("1.0.0")
    }

    /// Publishes a version, which has a file that no other version has.
    private func offer(_ version: String) throws {
        let page = "\(version).txt"
        let options = ["-DPAGE=\"\(page)\""]
        let bundle = try PluginWorkshop.bundle("pager", options: options, manifest: ["version": version])
        try Data("the page of \(version)".utf8).write(to: URL(filePath: "\(bundle)/\(page)"))
        try store.add(bundle)
    }

    private func expectWell(_ tool: Tool, _ command: String...) async throws {
        let outcome = try await tool.run(all: command)
        try #require(outcome.status == 0, "\(command): \(outcome.errors)")
    }

    private func versions(_ tool: Tool) throws -> [String] {
        let folder = "\(tool.home)/extensions/.versions/\(Self.id)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasSuffix(".former") && !$0.hasSuffix(".notes") }.map { name in
            String(name.prefix { $0 != "-" })
        }.sorted()
    }

    /// What the plugin logs at a tap, after these words.
    private static func tap(_ button: String, _ words: String, at terminal: TerminalProcess) async throws -> String {
        try await OwnThread.run {
            try terminal.enter("tap \(button)\n")
            try terminal.waitFor("│ pager, info: \(words) ")
            return String(try terminal.waitFor("\n> ").prefix { !$0.isNewline })
        }
    }

    /// Nor does going back to the version before.
    @Test func goingBackTakesNoFileAway() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            try await expectWell(tool, "store", "add", store.files, "--fingerprint", store.fingerprint())
            try await expectWell(tool, "store", "install", Self.id)
            try offer("2.0.0")
            try await expectWell(tool, "store", "update", "--all")
            let terminal = try await tool.session(of: Self.id, noColor: true)
            try await expectWell(tool, "store", "rollback", Self.id)
            #expect(try await tool.installedVersion(Self.id) == "1.0.0")
            #expect(try await Self.tap("read", "found", at: terminal) == "the page of 2.0.0")
            #expect(try await OwnThread.run { try terminal.quit() } == 0)
        }
    }

    /// It opens a file of its bundle for the first time after two updates, of which the second takes away the version that it runs in.
    @Test func twoUpdatesTakeNoFileAway() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            try await expectWell(tool, "store", "add", store.files, "--fingerprint", store.fingerprint())
            try await expectWell(tool, "store", "install", Self.id)
            let terminal = try await tool.session(of: Self.id, noColor: true)
            for version in ["2.0.0", "3.0.0"] {
                try offer(version)
                try await expectWell(tool, "store", "update", "--all")
            }
            #expect(try await tool.installedVersion(Self.id) == "3.0.0")
            #expect(try versions(tool) == ["1.0.0", "2.0.0", "3.0.0"])
            #expect(try await Self.tap("read", "found", at: terminal) == "the page of 1.0.0")
            // The host reads it, too.
            #expect(try await Self.tap("attach", "attached with", at: terminal) == "0")
            #expect(try await OwnThread.run { try terminal.quit() } == 0)
            // With the next change what nothing uses is removed.
            try await expectWell(tool, "store", "install", Self.id)
            #expect(try versions(tool).count == 2 && !versions(tool).contains("1.0.0"))
            let arguments = ["launch", Self.id, "--conversation", "chat", "--as", "alice", "--script", "-"]
            let launch = try await tool.run(all: arguments, script: "tap read\n")
            #expect(launch.output.contains("found the page of 3.0.0"), "\(launch.output)")
        }
    }
}
