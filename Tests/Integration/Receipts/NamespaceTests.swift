import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Two programs at one home folder that do not see each other's processes, as in a container and outside of it.
@Suite(.enabled("PID namespaces cannot be made here") { try await OtherNamespace.isThere() })
struct NamespaceTests {
    @Test func anExtensionThatLivesOutsideIsListedAndKeepsItsRow() async throws {
        try await Puppet.with { test in
            let other = OtherNamespace(tool: Tool(home: test.home, folders: try Puppet.folders))
            try await test.window(as: "alice", trace: Trace()) { window in
                try await window.open(test.bundle(Puppet.id))
                var rows: [[String: any Sendable]] = []
                // Its row is written beside the launch.
                for _ in 0..<500 where rows.first?["state"] as? String != "active" {
                    rows = try await other.run("ps", "--json").events()
                }
                let row = try #require(rows.first)
                #expect(row["extension"] as? String == Puppet.id)
                #expect(row["memory_kib"] is NSNull)
                #expect(try await other.run("ps").lines.last?.contains(" active ") == true)
                #expect(try await other.run("log", "--json").output.isEmpty)
                #expect(try await test.host.workers().map(\.extensionID.rawValue) == [Puppet.id])

                let killed = try await other.run("kill", Puppet.id)
                #expect(killed.status == 1)
                #expect(killed.errors.contains("'\(Puppet.id)' runs in another PID namespace, as process "))
                try await window.settle()
                #expect(await window.openExtension != nil)
            }
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished])
            #expect(try await other.run("ps", "--json").output.isEmpty)
        }
    }
}

/// Runs commands as process 1 of a new PID namespace with its own `/proc`.
struct OtherNamespace {
    let tool: Tool

    /// Root needs no user namespace, in which a new `/proc` may be forbidden.
    private static let program = ["--pid", "--fork", "--mount-proc"] + (getuid() == 0 ? [] : ["--map-root-user"])

    func run(_ arguments: String...) async throws -> Tool.Outcome {
        try await run(program: [Bundle.main.bundlePath + "/mayfly"] + arguments)
    }

    private func run(program: [String]) async throws -> Tool.Outcome {
        try await tool.run(program: "/usr/bin/unshare", all: Self.program + program)
    }

    static func isThere() async throws -> Bool {
        let tool = Tool(home: NSTemporaryDirectory(), folders: "")
        return try await OtherNamespace(tool: tool).run(program: ["/bin/true"]).status == 0
    }
}
