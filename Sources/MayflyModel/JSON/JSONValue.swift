/// Any value of JSON (RFC 8259), as it was written: numbers keep their digits and objects the order of their members.
public enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case text(String)
    case list([JSONValue])
    /// Each name once, in the order in which the members are written. Two objects in another order are not equal.
    case object([Member])

    /// One name of an object with its value.
    public struct Member: Sendable, Hashable {
        public let name: String
        public let value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of that name; null for a name that is not there, and in anything that is no object.
    ///
    /// Looks through all members: for many names of a large object make a dictionary.
    public subscript(name: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.name == name }?.value ?? .null
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
        }
    }
}
