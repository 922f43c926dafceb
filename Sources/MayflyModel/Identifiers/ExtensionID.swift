/// The reverse-DNS name of an extension, the same in all its versions, such as `org.mayfly.tally`.
///
/// Two or more labels joined by dots; each label begins with a letter `a` to `z`, followed by letters `a` to `z`,
/// digits and inner hyphens; 255 characters at most. An id is therefore a safe file name.
public struct ExtensionID: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Nil for a text that breaks the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.maximumLength else { return nil }
        let labels = rawValue.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(Self.isLabel) else { return nil }
        self.rawValue = rawValue
    }

    /// The longest id, in characters: the longest file name that Linux allows.
    public static let maximumLength = 255

    /// The rule in words, for messages that refuse an id.
    public static let rule =
        "two or more labels joined by dots, each a letter a-z followed by letters, digits or inner hyphens"

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard let first = label.first, isLetter(first), label.last != UInt8(ascii: "-") else { return false }
        return label.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension ExtensionID: Comparable {
    public static func < (left: ExtensionID, right: ExtensionID) -> Bool { left.rawValue < right.rawValue }
}

extension ExtensionID: CustomStringConvertible {
    public var description: String { rawValue }
}

extension ExtensionID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ExtensionID(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an extension id is \(Self.rule)")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
