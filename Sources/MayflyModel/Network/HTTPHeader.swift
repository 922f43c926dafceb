/// One header of a request over HTTP, or of its answer.
package struct HTTPHeader: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether it has this name, which is in lower case.
    package func isNamed(_ name: String) -> Bool { self.name.lowercased().hasSameBytes(as: name) }
}

extension [HTTPHeader] {
    /// How many headers the host and `mayfly-fetch` give to each other, and bytes of them together.
    package static var most: Int { 64 }
    package static var mostBytes: Int { 16 * 1024 }

    /// Names and values in turn.
    package var json: JSONValue { .list(flatMap { [.text($0.name), .text($0.value)] }) }

    /// Reads such a list; nil for anything else.
    package init?(json: JSONValue) {
        guard case .list(let items) = json, items.count % 2 == 0, items.count <= 2 * Self.most else { return nil }
        let texts = items.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard texts.count == items.count else { return nil }
        self = stride(from: 0, to: texts.count, by: 2).map { HTTPHeader(texts[$0], texts[$0 + 1]) }
    }
}
