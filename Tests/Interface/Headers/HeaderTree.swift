internal import Foundation

/// The declarations that clang lists, without layouts.
struct HeaderTree {
    private(set) var structs: [HeaderInterface.Structure] = []
    private(set) var enumerations: [HeaderInterface.Enumeration] = []
    private(set) var declarations: [HeaderInterface.Declaration] = []
    /// What the comments say, by the name of what they stand at: `mayfly_message`, `mayfly_message.url`, `MAYFLY_OK`.
    private(set) var comments: [String: String] = [:]

    /// Adds what is ours of the tree that clang printed as JSON.
    mutating func add(_ data: Data) throws {
        let tree = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        for node in tree?["inner"] as? [[String: Any]] ?? [] {
            guard let name = node["name"] as? String, name.hasPrefix("mayfly_") else { continue }
            add(Node(name: name, content: node))
        }
    }

    private mutating func add(_ node: Node) {
        switch node.kind {
        case "RecordDecl" where node.content["completeDefinition"] as? Bool == true:
            let fields = node.inner.filter { $0.kind == "FieldDecl" }.map { field in
                let type = field.type ?? ""
                let tag = type.contains("(*)") ? Tag(lastIn: field.comment) : nil
                return HeaderInterface.Field(name: field.name, type: type, offset: 0, size: 0, tag: tag)
            }
            let ability = node.comment.prefixMatch(of: /\s*"(mayfly\.[a-z-]+\/\d+)"/).map { String($0.1) }
            note(node)
            for field in node.inner where field.kind == "FieldDecl" { note(field, of: node.name) }
            structs.append(.init(name: node.name, ability: ability, size: 0, alignment: 0, fields: fields))
        case "EnumDecl":
            let values = node.inner.filter { $0.kind == "EnumConstantDecl" }.map {
                HeaderInterface.Constant(name: $0.name, value: 0)
            }
            note(node)
            for constant in node.inner { note(constant) }
            enumerations.append(.init(name: node.name, values: values))
        case "TypedefDecl" where node.type?.contains("(*)") == true: declare(node, .type)
        case "FunctionDecl": declare(node, node.content["storageClass"] == nil ? .exported : .inline)
        default: break
        }
    }

    private mutating func note(_ node: Node, of owner: String? = nil) {
        comments[owner.map { "\($0).\(node.name)" } ?? node.name] = node.paragraphs
    }

    private mutating func declare(_ node: Node, _ kind: HeaderInterface.Declaration.Kind) {
        note(node)
        let tag = Tag(lastIn: node.comment)
        declarations.append(.init(name: node.name, kind: kind, type: node.type ?? "", tag: tag))
    }

    /// Finds the tags of exported functions, whose comments a line for the preprocessor separates from them.
    mutating func addExported(from texts: [String]) {
        for index in declarations.indices where declarations[index].kind == .exported {
            let call = " \(declarations[index].name)("
            for text in texts {
                guard let place = text.range(of: call) else { continue }
                let before = text[..<place.lowerBound]
                declarations[index].tag = Tag(lastIn: before)
                comments[declarations[index].name] = HeaderText.lastComment(in: before)
            }
        }
    }
}

/// A declaration as clang prints it.
private struct Node {
    let name: String
    let content: [String: Any]

    var kind: String? { content["kind"] as? String }
    /// As C spells it.
    var type: String? { (content["type"] as? [String: Any])?["qualType"] as? String }

    var inner: [Node] {
        (content["inner"] as? [[String: Any]] ?? []).map { Node(name: $0["name"] as? String ?? "", content: $0) }
    }

    /// The text of its comment.
    var comment: String { inner.filter { $0.kind == "FullComment" }.map(\.text).joined() }

    /// The same with its paragraphs, which an empty line parts, each as one line.
    var paragraphs: String {
        let texts = inner.filter { $0.kind == "FullComment" }.flatMap(\.inner).map { paragraph in
            paragraph.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private var text: String { (content["text"] as? String ?? "") + inner.map(\.text).joined(separator: "\n") }
}
