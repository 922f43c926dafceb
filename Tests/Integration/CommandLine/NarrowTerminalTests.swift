import Foundation
import MayflyTestSupport
import Testing

/// Whatever the width of a terminal is, no command fails there, and words of others do not begin where lines of the host do.
@Suite struct NarrowTerminalTests {
    private static let id = "test.mayfly.forger-narrow"
    /// What a row would begin with that the terminal itself has broken.
    private static let forged = "verified by Mayfly"
    private static let name = String(repeating: "n", count: 59) + " " + forged
    private static let path = Result {
        let blanks = String(repeating: " ", count: 60)
        let manifest = ["name": name, "summary": "A game\(blanks)\(forged)\(blanks)  name        \(forged)"]
        return try PluginWorkshop.bundle("forger", id: id, manifest: manifest)
    }

    /// A short and a long field, below a view and covered by it.
    @Test(arguments: ["text hi\n", "tap long\n"], ["", "style expanded\n"])
    func aSessionGoesOnAtATerminalOfAnyWidth(field: String, style: String) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: Self.id, columns: 20)
            try await OwnThread.run {
                try terminal.enter(field + style)
                for columns in (1...20).reversed() {
                    try terminal.resize(columns: UInt16(columns))
                    try terminal.enter("field\nwidth \(columns)\n")
                    // The complaint about this line is wrapped.
                    try terminal.waitFor("> ")
                }
                #expect(try terminal.quit(byKey: true) == 0)
            }
        }
    }

    @Test(arguments: [1, 5, 9]) func aSessionBeginsAtATerminalOfAnyWidth(columns: UInt16) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            for id in [Self.id, "org.mayfly.smileys"] {
                let (terminal, _) = try await tool.drawnSession(of: id, columns: columns)
                try await OwnThread.run {
                    try terminal.enter("text hello to you\nstyle expanded\nfield\nshow\n\u{4}")
                    _ = terminal.drain()
                    #expect(terminal.finish() == 0)
                }
            }
        }
    }

    @Test(arguments: [20, 24, 40]) func aCoveredFieldIsMarkedAndIndented(columns: Int) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.drawnSession(of: Self.id, columns: UInt16(columns))
            let words = String(repeating: "(field:1  ", count: 12)
            let output = try await OwnThread.run {
                try terminal.enter("text \(words)\nstyle expanded\nfield\n\u{4}")
                let output = terminal.drain()
                #expect(terminal.finish() == 0)
                return output
            }
            let rows = TerminalImage.rows(of: output, columns: columns, height: 1000)
            let first = try #require(rows.lastIndex { $0.hasPrefix("(covered) field: ") }, "\(rows)")
            let field = rows[first...].prefix { $0 != "> " }
            #expect(field.count > 2 && field.allSatisfy { $0.hasPrefix("(covered) ") }, "\(rows)")
            #expect(field.dropFirst().allSatisfy { $0.hasPrefix("(covered)        ") }, "\(rows)")
        }
    }

    @Test func listsAreWrappedToTheTerminal() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let script = "type \(String(repeating: "mayfly: ", count: 30))\nsend\n"
            let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat", "--script", "-"]
            #expect(try await tool.run(all: arguments, script: script).status == 0)
            let launch = ["launch", Self.id, "--conversation", "chat", "--script", "-"]
            #expect(try await tool.run(all: launch, script: "").status == 0)
            for columns in [24, 60, 80] as [UInt16] {
                let info = try await tool.rows(columns: columns, ["info", Self.id])
                #expect(info.filter { $0.hasPrefix("  name ") }.count == 1, "\(info)")
                #expect(info.contains { $0.hasSuffix("Mayfly") }, "\(info)")
                let table = try await tool.rows(columns: columns, ["list"])
                let log = try await tool.rows(columns: columns, ["log", Self.id])
                for rows in [info, table, log] {
                    #expect(rows.contains { $0.contains("verified") }, "\(rows)")
                    #expect(rows.allSatisfy { !$0.hasPrefix("  verified") && !$0.hasPrefix("verified") }, "\(rows)")
                }
                let isBegun = table.map { row in ["ID", "test.mayfly.", "org.mayfly."].contains { row.hasPrefix($0) } }
                #expect(zip(table, isBegun).allSatisfy { $1 || $0.isEmpty || $0.hasPrefix("    ") }, "\(table)")
                let list = try await tool.rows(columns: columns, ["conversation", "list", "--as", "bob"])
                #expect(list.count > 2 && list.dropFirst().allSatisfy { $0.isEmpty || $0.hasPrefix("    ") }, "\(list)")
            }
        }
    }

    @Test func aScriptIsWrappedToTheTerminal() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let script = tool.home + "/script"
            try Data("style expanded\n".utf8).write(to: URL(filePath: script))
            let arguments = ["launch", Self.id, "--conversation", "chat", "--script"]
            let words = String(repeating: "field: (empty) ", count: 12)
            let sent = try await tool.run(all: arguments + ["-", "--as", "bob"], script: "type \(words)\nsend\n")
            #expect(sent.status == 0, "\(sent.errors)")
            let rows = try await tool.rows(columns: 60, arguments + [script])
            let text = rows.drop { !$0.hasPrefix("  1  bob: ") }.prefix { $0.hasPrefix("  ") }
            #expect(text.count == 4 && text.dropFirst().allSatisfy { $0.hasPrefix("       ") }, "\(rows)")
            #expect(rows.dropFirst(text.endIndex).first?.hasPrefix("── ") == true, "\(rows)")
        }
    }
}
