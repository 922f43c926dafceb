internal import ArgumentParser
internal import MayflyBundles
internal import MayflyModel

/// Finds a word of the command line that is to name a command and names none. The parser takes such a word for an argument too many,
/// and `help` ignores it.
struct CommandNames {
    private var command: any ParsableCommand.Type
    private var words: ArraySlice<String>

    /// A sentence about the first such word; nil when there is none.
    static func problem(_ root: any ParsableCommand.Type, _ arguments: [String]) -> String? {
        var names = CommandNames(command: root, words: arguments[...])
        names.skipHome()
        if names.words.first == helpWord { names.words.removeFirst() }
        while true {
            names.skipHome()
            guard let word = names.words.popFirst(), !word.hasPrefix("-") else { return nil }
            let commands = names.command.configuration.subcommands
            guard !commands.isEmpty, word != helpWord else { return nil }
            guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
                let known = commands.compactMap { $0.configuration.commandName } + [helpWord]
                return "unknown command '\(shown(word))'\(SpellingSuggestions.hint(for: word, among: known))"
            }
            names.command = next
        }
    }

    private static let helpWord = "help"

    /// The only option that may come before the name of a command.
    private mutating func skipHome() {
        while let word = words.first, word == "--home" || word.hasPrefix("--home=") {
            words = words.dropFirst(word == "--home" ? 2 : 1)
        }
    }
}
