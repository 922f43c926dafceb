import ArgumentParser
import Foundation
import MayflyAuthorCommands
import MayflyBenchCommands
import MayflyStoreCommands
import MayflyTestSupport
import MayflyWebCommands

@testable import MayflyCommands

/// The options of each command, by its words, such as `device create`.
struct CommandUsage: Equatable {
    private(set) var options: [String: Set<String>] = [:]

    /// What a block of usage lines names. A line that begins with spaces continues the line before it.
    init(_ block: CodeBlock) {
        var command = ""
        for line in block.lines {
            if !line.hasPrefix(" ") {
                let words = line.split(separator: " ").prefix { $0.allSatisfy { $0.isLowercase } }
                command = words.dropFirst().joined(separator: " ")
            }
            options[command, default: []].formUnion(line.matches(of: #/--[a-z-]+/#).map { String($0.output) })
        }
    }

    /// What the commands of the product accept, apart from the options that every command has.
    static func ofProduct() throws -> CommandUsage {
        var usage = CommandUsage()
        try usage.add(MayflyCommand._dumpHelp())
        try usage.add(BenchTool._dumpHelp())
        try usage.add(WebTool._dumpHelp())
        // What `mayfly` passes on as it is, this program takes.
        for command in [
            "store", "publish", "new", "pack", "run", "validate", "test", "preview", "trace", "replay",
        ] {
            usage.options[command] = nil
        }
        try usage.add(StoreTool._dumpHelp())
        try usage.add(AuthorTool._dumpHelp())
        return usage
    }

    private init() {}

    private mutating func add(_ dump: String) throws {
        add(try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command, below: [])
    }

    private mutating func add(_ command: Dump.Command, below words: [String]) {
        let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" }
        for subcommand in subcommands { add(subcommand, below: words + [subcommand.commandName]) }
        guard subcommands.isEmpty else { return }
        let names = (command.arguments ?? []).filter { $0.kind != "positional" }.flatMap { $0.names ?? [] }
        let long = names.filter { $0.kind == "long" }.map { "--" + $0.name }
        options[words.joined(separator: " "), default: []]
            .formUnion(Set(long).subtracting(["--help", "--version", "--home"]))
    }

    /// What the parser of arguments prints about commands for other programs.
    private struct Dump: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        struct Argument: Decodable {
            let kind: String
            let names: [Name]?
        }

        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?
        }

        let command: Command
    }
}
