internal import ArgumentParser
internal import MayflyModel

/// A command that a program beside `mayfly` carries out. The words behind its name go to that program as they are, and so does the
/// request for its help: only that program knows the options and the commands below it.
protocol HandedOverCommand: ParsableCommand {
    /// The program.
    static var program: OwnProgram { get }
    /// Whether the home folder that stands before the name of the command is handed over, too.
    static var takesHome: Bool { get }
}

extension HandedOverCommand {
    static var takesHome: Bool { false }
}

/// A command line that names such a command.
struct HandedOverLine {
    private let command: any HandedOverCommand.Type
    private let name: String
    private let words: [String]

    /// Nil where the arguments name another command or none.
    init?(_ root: any ParsableCommand.Type, _ arguments: [String]) {
        var names = CommandNames(root, arguments)
        guard let (found, isHelp) = names.first(), let command = found as? any HandedOverCommand.Type,
            let name = command.configuration.commandName
        else { return nil }
        let home = command.takesHome && !isHelp ? names.home.map { ["--home", $0] } ?? [] : []
        self.command = command
        self.name = name
        words = (isHelp ? [CommandNames.helpWord] : []) + [name] + home + names.rest
    }

    /// Replaces this process by the program of the command; throws when that fails.
    func run() throws(MayflyError) { try command.program.run(words, for: name) }
}
