/// What can stand at the end of what a person has typed.
package struct LineCompletion: Sendable, Equatable {
    /// What was typed, with all that the choices have in common.
    package let text: String
    /// The words that can stand there, in order; empty where nothing but `text` can.
    package let choices: [String]
}

extension LineCompletion {
    /// Completes a word: the choices are those that begin with it. Small and capital letters are the same.
    ///
    /// - Parameters:
    ///   - head: what was typed before the word.
    ///   - all: the words that can stand there, each with what follows where it is the only one.
    init(_ word: String, after head: String, among all: [(word: String, end: String)]) {
        let typed = word.lowercased()
        let found = all.filter { $0.word.lowercased().hasPrefix(typed) }
        guard let first = found.first else {
            (text, choices) = (head + word, [])
            return
        }
        guard found.count > 1 else {
            (text, choices) = (head + first.word + first.end, [])
            return
        }
        let common = found.dropFirst().reduce(first.word) { Self.common($0, $1.word) }
        text = head + (common.count > word.count ? common : word)
        choices = found.map(\.word)
    }

    private static func common(_ text: String, _ other: String) -> String {
        String(zip(text, other).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
}
