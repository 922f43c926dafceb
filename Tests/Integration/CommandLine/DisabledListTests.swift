import Foundation
import Testing

/// What `list` and `info` show of an extension that is disabled.
@Suite struct DisabledListTests {
    private func state(_ tool: Tool) async throws -> Substring? {
        let line = try await tool.run("list").lines.first { $0.hasPrefix("org.mayfly.tally ") }
        return line?.split(separator: "app").last?.drop(while: \.isWhitespace)
    }

    private func disabledOn(_ tool: Tool) async throws -> [[String]] {
        let list = try await tool.run("list", "--json").events().filter { $0["id"] as? String == "org.mayfly.tally" }
        let info = try await tool.run("info", "org.mayfly.tally", "--json").events()
        return (list + info).compactMap { $0["disabled_on"] as? [String] }
    }

    @Test func theyShowOnWhichDevices() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            #expect(try await state(tool) == "ready")
            #expect(try await disabledOn(tool) == [[], []])
            #expect(try await tool.run("disable", "org.mayfly.tally", "--as", "bob").status == 0)
            #expect(try await state(tool) == "disabled on bob")
            #expect(try await disabledOn(tool) == [["bob"], ["bob"]])
            #expect(try await tool.run("info", "org.mayfly.tally").lines.contains("  state       disabled on bob"))
            #expect(try await tool.run("disable", "org.mayfly.tally").status == 0)
            #expect(try await state(tool) == "disabled")
            #expect(try await disabledOn(tool) == [["alice", "bob"], ["alice", "bob"]])
            #expect(try await tool.run("enable", "org.mayfly.tally").status == 0)
            #expect(try await state(tool) == "ready")
        }
    }
}
