internal import Foundation
internal import MayflyBundles
internal import MayflyModel
internal import Yams

/// A value of a YAML file, with its place.
struct ScenarioNode {
    let position: Position
    private let node: Node

    /// A scenario is written by hand; a larger file is refused before it is parsed.
    static let maximumBytes = 256 * 1024

    /// Reads a text of one document.
    init(text: String, file: String) throws(ScenarioError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw ScenarioError(
                file: file,
                "the file has \(text.utf8.count) bytes; a scenario has at most \(Self.maximumBytes)"
            )
        }
        if let place = AliasSearch.alias(in: text) {
            throw ScenarioError(
                Position(file: file, line: place.line, column: place.column),
                "aliases ('*name') are not read: write the value again, or put a text that begins with '*' in quotation marks"
            )
        }
        let root: Node?
        do {
            root = try Parser(yaml: text, encoding: .utf8).singleRoot()
        } catch {
            throw Self.problem(error, in: file)
        }
        guard let root, !Self.isNull(root) else {
            throw ScenarioError(file: file, "the file is empty; a scenario has 'steps'")
        }
        self.init(root, file: file, near: Position(file: file, line: 1, column: 1))
    }

    /// - Parameter near: a place for a value that has none.
    private init(_ node: Node, file: String, near: Position) {
        self.node = node
        position = node.mark.map { Position(file: file, line: $0.line, column: $0.column) } ?? near
    }

    private static func problem(_ error: any Error, in file: String) -> ScenarioError {
        func at(_ mark: Mark, _ text: String) -> ScenarioError {
            ScenarioError(Position(file: file, line: mark.line, column: mark.column), text)
        }
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _)?, .parser(let context, let problem, let mark, _)?,
            .composer(let context, let problem, let mark, _)?:
            let around =
                context.map { "; \($0.text) that begins in line \($0.mark.line), column \($0.mark.column)" } ?? ""
            return at(mark, "this is not YAML: \(SafeText.line(problem + around))")
        case .duplicatedKeysInMapping(let keys, let context)?:
            let names = keys.map { "'\(SafeText.line($0, limit: 80))'" }.joined(separator: ", ")
            return at(context.mark, "the key \(names) stands in this mapping more than once")
        case .reader(let problem, let offset, _, let yaml)?:
            let before = yaml.prefix(offset ?? 0)
            let line = before.count { $0 == "\n" || $0 == "\r\n" } + 1
            let column = before.reversed().prefix { $0 != "\n" && $0 != "\r\n" }.count + 1
            return ScenarioError(Position(file: file, line: line, column: column), "this is not YAML: \(problem)")
        default:
            return ScenarioError(file: file, "this is not YAML: \(SafeText.line("\(error)"))")
        }
    }

    private static func isNull(_ node: Node) -> Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain || scalar.style == .any else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    // MARK: Values

    func error(_ message: String) -> ScenarioError { ScenarioError(position, message) }

    /// What it is, for an error.
    var kind: String {
        switch node {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let scalar):
            Self.isNull(node) ? "nothing" : "the text '\(SafeText.line(scalar.string, limit: 80))'"
        case .alias: "an alias"
        }
    }

    var isMapping: Bool { if case .mapping = node { true } else { false } }
    var isList: Bool { if case .sequence = node { true } else { false } }

    /// A text; numbers and words such as `yes` are texts, too.
    func text(_ what: String) throws(ScenarioError) -> String {
        guard case .scalar(let scalar) = node, !Self.isNull(node) else {
            throw error("\(what) is a text, not \(kind)")
        }
        return scalar.string
    }

    func number(_ what: String) throws(ScenarioError) -> Double {
        guard case .scalar(let scalar) = node, let number = Double(scalar.string), number.isFinite, number >= 0 else {
            throw error("\(what) is a number from 0, not \(kind)")
        }
        return number
    }

    func count(_ what: String) throws(ScenarioError) -> Int {
        guard let number = Int(exactly: try number(what)) else { throw error("\(what) is a whole number, not \(kind)") }
        return number
    }

    func list(_ what: String) throws(ScenarioError) -> [ScenarioNode] {
        guard case .sequence(let sequence) = node else { throw error("\(what) is a list, not \(kind)") }
        return sequence.map { ScenarioNode($0, file: position.file, near: position) }
    }

    /// One value, or a list of them.
    func oneOrMore() -> [ScenarioNode] {
        guard case .sequence(let sequence) = node else { return [self] }
        return sequence.map { ScenarioNode($0, file: position.file, near: position) }
    }

    /// The pairs of a mapping in the order of the file, with the places of their keys.
    func pairs(_ what: String) throws(ScenarioError) -> [(key: String, place: Position, value: ScenarioNode)] {
        guard case .mapping(let mapping) = node else { throw error("\(what) is a mapping, not \(kind)") }
        var pairs: [(key: String, place: Position, value: ScenarioNode)] = []
        for (key, value) in mapping {
            let place = ScenarioNode(key, file: position.file, near: position)
            pairs.append(
                (
                    try place.text("a key of \(what)"), place.position,
                    ScenarioNode(value, file: position.file, near: place.position)
                )
            )
        }
        return pairs
    }

    /// The values of a mapping with these keys only.
    func fields(_ what: String, _ known: [String]) throws(ScenarioError) -> [String: ScenarioNode] {
        var fields: [String: ScenarioNode] = [:]
        for (key, place, value) in try pairs(what) {
            guard known.contains(key) else {
                let hint = SpellingSuggestions.hint(for: key, among: known)
                let keys = hint.isEmpty ? "; it has \(known.joined(separator: ", "))" : hint
                throw ScenarioError(place, "\(what) has no key '\(SafeText.line(key, limit: 80))'\(keys)")
            }
            fields[key] = value
        }
        return fields
    }

    /// One of several words.
    func word<Word: RawRepresentable & CaseIterable>(_ what: String, _: Word.Type) throws(ScenarioError) -> Word
    where Word.RawValue == String {
        let text = try text(what)
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let hint = SpellingSuggestions.hint(for: text, among: words)
        throw error(
            "\(what) is one of \(words.joined(separator: ", ")), not '\(SafeText.line(text, limit: 80))'\(hint)"
        )
    }
}

extension ScenarioNode {
    func unknownName(_ name: String, of kind: ScenarioCheck.NameKind, _ known: [String]) -> ScenarioError {
        let what = kind == .callbacks ? "callback" : "call"
        let hint = SpellingSuggestions.hint(for: name, among: known)
        return error("there is no \(what) '\(SafeText.line(name, limit: 80))'\(hint)")
    }
}
