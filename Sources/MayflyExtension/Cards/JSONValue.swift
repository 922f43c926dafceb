/// A JSON value (RFC 8259), for cards and for the data of their buttons.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction.
    case integer(Int)
    /// A number. Infinity and NaN are written as `null`, because JSON does not have them.
    case number(Double)
    /// Text, unescaped.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members by name. They are written in the order of the names, so that equal values give equal text.
    case object([String: JSONValue])

    /// The value as JSON in one line.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? value.description : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\u{0}"..<" ":
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                text += "\\u00"
                text.append((byte >> 4).hexCharacter)
                text.append(byte.hexCharacter)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// A text, ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
    /// ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// ``integer(_:)``.
    public init(integerLiteral value: Int) { self = .integer(value) }
}
