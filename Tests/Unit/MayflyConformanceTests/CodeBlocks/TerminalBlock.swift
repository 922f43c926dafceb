import MayflyTestSupport

@testable import MayflyCommands

/// A block without a language that shows a terminal: commands after `$ `, and lines for a session after `> `.
struct TerminalBlock {
    private let commands: [String]
    private let lines: [String]

    /// Nil when no command stands in the block.
    init?(_ block: CodeBlock) {
        func after(_ mark: String) -> [String] {
            block.lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        }
        commands = after("$ ")
        // A number alone is the only line that a session understands and a script does not.
        lines = after("> ").filter { Int($0) == nil }
        if commands.isEmpty { return nil }
    }

    func problems() throws -> [String] {
        var problems = try ShellCommand.problems(in: commands.joined(separator: "\n") + "\n")
        do { _ = try Script(lines.joined(separator: "\n")) } catch { problems.append("\(error)") }
        return problems
    }
}
