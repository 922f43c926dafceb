extension JSONValue {
    /// An object with its members in the order of the literal.
    public static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member($0, $1) })
    }

    public static func number(_ number: some BinaryInteger) -> JSONValue { .number(JSONNumber(number)) }

    public static func texts(_ texts: some Sequence<String>) -> JSONValue { .list(texts.map(JSONValue.text)) }

    /// Text, or null for nil.
    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

    /// A number, or null for nil.
    public static func optional(_ number: (some BinaryInteger)?) -> JSONValue {
        number.map { .number(JSONNumber($0)) } ?? .null
    }
}
