internal import Foundation

/// A public declaration of a Swift file that has no doc comment.
///
/// The scanner reads lines, not syntax: it relies on the layout that `swift format` gives to every file, with one declaration a
/// line and four spaces a level.
struct UndocumentedDeclaration: CustomStringConvertible {
    let file: String
    /// From 1.
    let line: Int
    let text: String

    var description: String { "\(file):\(line): no doc comment: \(text)" }

    /// Those of one file, in its order.
    ///
    /// The requirements of a public protocol count as public. The cases of an enum do not: many names, such as those of file
    /// types, say everything. An override and the witness of a requirement of the standard library (`witnesses`) need no comment:
    /// they have the meaning of what they override or implement.
    static func all(in text: String, file: String) -> [UndocumentedDeclaration] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var protocols: [Int] = []
        var found: [UndocumentedDeclaration] = []
        for (index, line) in lines.enumerated() {
            guard let declaration = Declaration(line) else { continue }
            protocols.removeAll { $0 >= declaration.indentation }
            if declaration.isRequired(inProtocolAt: protocols.last), !isDocumented(lines[..<index]) {
                found.append(.init(file: file, line: index + 1, text: declaration.text))
            }
            if declaration.isPublic, declaration.keyword == "protocol" { protocols.append(declaration.indentation) }
        }
        return found
    }

    /// Whether a doc comment ends right above, attributes on lines of their own aside.
    private static func isDocumented(_ above: ArraySlice<Substring>) -> Bool {
        let comment = above.last { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("@") }
        return comment?.trimmingPrefix(while: \.isWhitespace).hasPrefix("///") ?? false
    }

    /// The first words of a line that declares something.
    private struct Declaration {
        let text: String
        let indentation: Int
        /// Such as `func`; `modifiers` are the words before it.
        let keyword: String
        let modifiers: [Substring]
        /// The text after the keyword.
        let name: String

        private static let keywords: Set = [
            "func", "var", "let", "init", "init?", "subscript", "struct", "class", "enum", "actor", "protocol",
            "typealias",
            "associatedtype",
        ]
        private static let modifiers: Set = [
            "public", "open", "package", "internal", "fileprivate", "private", "static", "class", "final", "mutating",
            "nonmutating", "indirect", "nonisolated", "override", "required", "convenience", "lazy", "weak", "unowned",
            "consuming", "borrowing", "dynamic",
        ]
        /// Requirements of the standard library's protocols: Equatable, Comparable, Hashable, Codable, CustomStringConvertible.
        private static let witnesses = [
            "==", "<", "hash(into", "encode(to", "(from decoder", "description:", "debugDescription:",
        ]

        init?(_ line: Substring) {
            let trimmed = line.trimmingPrefix(while: \.isWhitespace)
            indentation = line.count - trimmed.count
            text = String(trimmed)
            var words = trimmed.split(separator: " ")
            var modifiers: [Substring] = []
            while let word = words.first, word.hasPrefix("@") || Self.isModifier(word, before: words.dropFirst().first)
            {
                modifiers.append(words.removeFirst())
            }
            // An initialiser's parameters follow its keyword without a space.
            guard let first = words.first else { return nil }
            let keyword = String(first.prefix { $0 != "(" && $0 != "<" })
            guard Self.keywords.contains(keyword) else { return nil }
            self.keyword = keyword
            self.modifiers = modifiers
            let rest = [first.dropFirst(keyword.count)] + words.dropFirst()
            name = rest.filter { !$0.isEmpty }.joined(separator: " ")
        }

        /// `class` is also the keyword of a declaration, then a name follows it.
        private static func isModifier(_ word: Substring, before next: Substring?) -> Bool {
            guard word != "class" else { return next.map { ["func", "var"].contains($0) } ?? false }
            return modifiers.contains(String(word.prefix { $0 != "(" }))
        }

        var isPublic: Bool { modifiers.contains("public") || modifiers.contains("open") }

        /// Whether it needs a comment; `indentation` is that of the public protocol around it, if there is one.
        func isRequired(inProtocolAt indentation: Int?) -> Bool {
            guard !modifiers.contains("override"), !Self.witnesses.contains(where: name.hasPrefix) else { return false }
            return isPublic || indentation.map { self.indentation == $0 + 4 } ?? false
        }
    }
}
