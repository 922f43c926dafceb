internal import ArgumentParser
internal import MayflyBundles
internal import MayflyModel

/// The words of a command line that name a command.
struct CommandNames {
    private var command: any ParsableCommand.Type
    private var words: ArraySlice<String>
    /// The home folder that stands before the words that are left.
    private(set) var home: String?

    static let helpWord = "help"

    init(_ root: any ParsableCommand.Type, _ arguments: [String]) {
        command = root
        words = arguments[...]
    }

    /// A sentence about the first word that is to name a command and names none; nil when there is none. The parser takes such a word for
    /// an argument too many, and `help` ignores it.
    static func problem(_ root: any ParsableCommand.Type, _ arguments: [String]) -> String? {
        var names = CommandNames(root, arguments)
        _ = names.takeHelp()
        while true {
            names.skipHome()
            guard let word = names.words.popFirst(), !word.hasPrefix("-") else { return nil }
            let commands = names.command.configuration.subcommands
            guard !commands.isEmpty, word != helpWord else { return nil }
            guard let next = names.subcommand(word) else {
                let known = commands.compactMap { $0.configuration.commandName } + [helpWord]
                return "unknown command '\(shown(word))'\(SpellingSuggestions.hint(for: word, among: known))"
            }
            names.command = next
        }
    }

    /// The command right below the root, and whether its help is asked for; nil where the words name none.
    mutating func first() -> (command: any ParsableCommand.Type, isHelp: Bool)? {
        let isHelp = takeHelp()
        skipHome()
        guard let word = words.popFirst(), let found = subcommand(word) else { return nil }
        return (found, isHelp)
    }

    /// What stands behind the words that were taken.
    var rest: [String] { Array(words) }

    private func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        command.configuration.subcommands.first { $0.configuration.commandName == name }
    }

    private mutating func takeHelp() -> Bool {
        skipHome()
        guard words.first == Self.helpWord else { return false }
        words.removeFirst()
        return true
    }

    /// The only option that may come before the name of a command.
    private mutating func skipHome() {
        let option = "--home"
        while let word = words.first, word == option || word.hasPrefix(option + "=") {
            words.removeFirst()
            home = word == option ? words.popFirst() : String(word.dropFirst(option.count + 1))
        }
    }
}
