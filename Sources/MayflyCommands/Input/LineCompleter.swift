internal import Glibc
internal import MayflyModel

/// Completes what a person types in a session: its words, and extensions and files behind those that take them.
package struct LineCompleter: Sendable {
    private let words: [(word: String, takesMore: Bool)]
    private let extensions: @Sendable () -> [(id: String, name: String)]

    /// - Parameter extensions: those that can be opened now, read at each call.
    package init(extensions: @escaping @Sendable () -> [(id: String, name: String)]) {
        words =
            ScriptWord.allCases.map { ($0.rawValue, $0.usage != $0.rawValue) }
            + ["help", "quit", "exit"].map { ($0, false) }
        self.extensions = extensions
    }

    /// Completes what stands before the cursor; nil where it is a text, in which nothing is completed.
    package func completion(of left: String) -> LineCompletion? {
        let blanks = left.prefix(while: \.isWhitespace)
        let name = left.dropFirst(blanks.count).prefix { !$0.isWhitespace }
        let rest = left.dropFirst(blanks.count + name.count)
        guard !rest.isEmpty else {
            return LineCompletion(
                String(name),
                after: String(blanks),
                among: words.map { ($0.word, $0.takesMore ? " " : "") }
            )
        }
        let argument = String(rest.drop(while: \.isWhitespace))
        let head = String(left.dropLast(argument.count))
        switch ScriptWord(rawValue: String(name)) {
        case .open: return LineCompletion(argument, after: head, among: openable(argument))
        case .attach: return files(argument, after: head)
        case .answer:
            let answers =
                PermissionAnswer.allCases.map(\.rawValue) + PaymentAnswer.allCases.map(\.rawValue) + [ScriptStep.take]
            return LineCompletion(argument, after: head, among: answers.map { ($0, "") })
        case .style: return LineCompletion(argument, after: head, among: [("compact", ""), ("expanded", "")])
        case .swipe: return LineCompletion(argument, after: head, among: [("left", ""), ("right", "")])
        default: return nil
        }
    }

    /// The names of all extensions, and the ids of those whose id begins so.
    private func openable(_ argument: String) -> [(word: String, end: String)] {
        let all = extensions()
        let ids = all.filter { !argument.isEmpty && $0.id.hasPrefix(argument) }
        let names = all.filter { entry in ids.isEmpty || !ids.contains { $0.id == entry.id } }
        return (ids.map(\.id) + names.map(\.name)).map { ($0, "") }
    }

    private func files(_ path: String, after head: String) -> LineCompletion {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let name = String(path.dropFirst(folder.count))
        let found = PersonsPath.names(in: folder.isEmpty ? "./" : String(folder), hidden: name.hasPrefix("."))
            // A file can have a name in other letters: only what was typed is completed.
            .filter { $0.name.hasPrefix(name) }
        return LineCompletion(name, after: head + folder, among: found.map { ($0.name, $0.isFolder ? "/" : "") })
    }
}
