import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// `mayfly log`, `ps` and `kill`, from another program than the one that the extension runs in.
@Suite struct KillCommandTests {
    /// What `ps` says, once it knows of so many workers: their rows are written beside the launch.
    private func rows(_ tool: Tool, count: Int, state: String = "active") async throws -> [[String: any Sendable]] {
        for _ in 0..<500 {
            let rows = try await tool.run("ps", "--json").events()
            if rows.count == count, rows.allSatisfy({ $0["state"] as? String == state }) { return rows }
        }
        Issue.record("ps never told of \(count) workers that are \(state)")
        return []
    }

    @Test func anotherProgramSeesAndEndsAnExtension() async throws {
        try await Puppet.with { test in
            let tool = Tool(home: test.home, folders: try Puppet.folders)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let row = try #require(try await rows(tool, count: 1).first)
                #expect(row["extension"] as? String == Puppet.id)
                #expect(row["device"] as? String == "alice")
                #expect((row["memory_kib"] as? Int ?? 0) > 0)
                #expect(try await tool.run("log", "--json").output.isEmpty)
                let killed = try await tool.run("kill", Puppet.id)
                #expect(killed.output == "ended \(Puppet.id) (1 worker)\n")
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                try await window.settle()
                #expect(await window.failure?.message == "puppet was closed: you ended it")
                #expect(await window.openExtension == nil)
            }
            #expect(trace.lifecycle.suffix(2) == ["killed", "reaped"])
            let receipt = try #require(try await tool.run("log", Puppet.id, "--json").events().first)
            #expect(receipt["cause"] as? String == "killed")
            #expect(receipt["id"] as? Int == 1)
        }
    }

    @Test func killEndsAllWorkersOfTheExtensionAndNoOther() async throws {
        try await Puppet.with { test in
            let tool = Tool(home: test.home, folders: try Puppet.folders)
            let (first, second) = (Trace(), Trace())
            try await test.window(as: "alice", trace: first) { alice in
                try await test.window(as: "bob", trace: second) { bob in
                    try await alice.open(test.bundle(Puppet.id))
                    try await bob.open(test.bundle(Puppet.otherID))
                    _ = try await rows(tool, count: 2)
                    #expect(try await tool.run("kill", Puppet.id).status == 0)
                    await first.wait(for: { if case .receipt = $0 { true } else { false } })
                    try await test.play("text hello", in: bob, Puppet.otherID)
                    #expect(await bob.draft.text == "hello")
                }
            }
            let causes = try await test.host.receipts().map { "\($0.extensionID) \($0.end.cause.name)" }
            #expect(Set(causes) == ["\(Puppet.id) killed", "\(Puppet.otherID) finished"])
        }
    }

    @Test func oneThatLingersIsListedAndEndedToo() async throws {
        var policy = Policy.immediate
        policy.linger = .seconds(600)
        try await Puppet.with(policy: policy) { test in
            let tool = Tool(home: test.home, folders: try Puppet.folders)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                _ = try await rows(tool, count: 1, state: "lingering")
                #expect(try await tool.run("kill", Puppet.id).status == 0)
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                #expect(await window.failure == nil, "it was not on screen")
            }
            #expect(try await test.host.receipts().map(\.end.cause) == [.killed])
        }
    }

    @Test func whatDoesNotRunCannotBeEnded() async throws {
        try await Tool.with(bundles: try Puppet.bundles) { tool in
            let idle = try await tool.run("kill", Puppet.id)
            #expect(idle.status == 1)
            #expect(idle.errors == "mayfly: '\(Puppet.id)' is not running\n")
            let unknown = try await tool.run("kill", "org.example.nothing")
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("org.example.nothing"))
        }
    }

    @Test func theLogShowsATableAndOneLaunchWhole() async throws {
        try await Tool.with(bundles: [try Crasher.bundle]) { tool in
            try await tool.setUp()
            for button in ["refused", "write"] {
                let arguments = ["launch", Crasher.id, "--conversation", "chat", "--script", "-"]
                _ = try await tool.run(all: arguments, script: "tap \(button)\n")
            }
            let table = try await tool.run("log").lines
            #expect(table.count == 3)
            #expect(table.first?.hasPrefix("NUMBER  LAUNCHED") == true)
            #expect(table.last?.contains("crashed") == true)
            #expect(try await tool.run("log", "--limit", "1").lines.count == 2)
            let whole = try await tool.run("log", "2").lines
            #expect(whole.contains("signal 11 at 0x1234 on the main thread:"))
            #expect(whole.contains("  count_votes() of plugin.so"))
            #expect(whole.suffix(3) == ["last output:", "  counting", "  \\u{1B}[31mvotes"])
            #expect(try await tool.run("log", "3").status == 1)
            #expect(try await tool.run("log", "no id!").status == 1)
            #expect(try await tool.run("log", "--limit", "0").status == 2)
        }
    }
}
