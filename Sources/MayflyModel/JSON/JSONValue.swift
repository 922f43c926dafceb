/// Any value of JSON (RFC 8259). Numbers keep their digits and objects the order of their members.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number with its digits.
    case number(JSONNumber)
    /// A string, unescaped.
    case text(String)
    /// An array in order.
    case list([JSONValue])
    /// Members in the order of the text, each name once. Objects whose members have another order are not equal.
    case object([Member])
    /// A value that was written as JSON before, in one line. It has no members, and is equal to the same line only.
    case written(String)

    /// One name of an object with its value.
    public struct Member: Sendable, Hashable {
        /// The name, unescaped.
        public let name: String
        /// The value of the member.
        public let value: JSONValue

        /// One member of an object.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a member; null for a missing name and in a value that is not an object.
    ///
    /// A linear search by the bytes of the names: for many names of a large object make a dictionary.
    public subscript(name: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.name.hasSameBytes(as: name) }?.value ?? .null
    }

    /// The type in the words of RFC 8259 with its article, for messages such as "must be a string, found an array".
    public var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .number: "a number"
        case .text: "a string"
        case .list: "an array"
        case .object: "an object"
        case .written: "a value"
        }
    }
}

extension JSONValue {
    /// An object with its members in the order of the literal.
    public static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member($0, $1) })
    }

    /// An integer as a value.
    public static func number(_ number: some BinaryInteger) -> JSONValue { .number(JSONNumber(number)) }

    /// A list of texts.
    public static func texts(_ texts: some Sequence<String>) -> JSONValue { .list(texts.map(JSONValue.text)) }

    /// Text, or null for nil.
    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

    /// A number, or null for nil.
    public static func optional(_ number: (some BinaryInteger)?) -> JSONValue {
        number.map { .number(JSONNumber($0)) } ?? .null
    }
}

extension JSONValue {
    /// One line of JSON, members in order, safe to print: harmful characters are escaped (`SafeText`).
    public var line: String { line(sortsNames: false) }

    /// As `line`, with the members of every object sorted by name, so that the order of members does not matter.
    public var sortedLine: String { line(sortsNames: true) }

    private func line(sortsNames: Bool) -> String {
        var writer = JSONWriter(sortsNames: sortsNames)
        writer.write(self)
        return writer.text
    }
}
