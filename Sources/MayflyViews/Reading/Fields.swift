import MayflyModel

/// Typed access to the fields of a JSON object; null counts as absent, any other wrong type is unusable.
struct Fields {
    private let object: JSONValue

    /// Nil when the value is not an object.
    init?(_ value: JSONValue) {
        guard case .object = value else { return nil }
        object = value
    }

    /// Bytes of UTF-8 in all texts of the object and of what is in it, but for the data of pictures.
    var textBytes: Int { Self.textBytes(of: object) }

    /// The reader of JSON has bounded the depth.
    private static func textBytes(of value: JSONValue) -> Int {
        switch value {
        case .text(let text): text.utf8.starts(with: "data:".utf8) ? 0 : text.utf8.count
        case .list(let values): values.reduce(0) { $0 + textBytes(of: $1) }
        case .object(let members): members.reduce(0) { $0 + textBytes(of: $1.value) }
        default: 0
        }
    }

    /// The field's value; nil when it is absent or null.
    subscript(name: String) -> JSONValue? {
        let value = object[name]
        return value == .null ? nil : value
    }

    func string(_ name: String) throws(ReadingError) -> String? {
        guard let value = self[name] else { return nil }
        guard case .text(let text) = value else { throw wrongType(name, value, expected: "a string") }
        return text
    }

    func requiredString(_ name: String) throws(ReadingError) -> String {
        guard let text = try string(name) else { throw .unusable("has no '\(name)'") }
        return text
    }

    /// A text that is compared with words of the format.
    func word(_ name: String) throws(ReadingError) -> String? { try string(name).map(Self.word) }

    /// As much of a text as is compared with words of the format: no word is longer.
    static func word(_ text: String) -> String { String(SafeText.beginning(of: text, bytes: CardLimits.idBytes)) }

    func requiredWord(_ name: String) throws(ReadingError) -> String {
        guard let word = try word(name) else { throw .unusable("has no '\(name)'") }
        return word
    }

    /// A text by which other parts of the card name this one.
    func requiredID(_ name: String) throws(ReadingError) -> String {
        let text = try requiredString(name)
        guard text.utf8.count <= CardLimits.idBytes else {
            throw .unusable("has an '\(name)' of \(text.utf8.count) bytes; at most \(CardLimits.idBytes) are allowed")
        }
        return text
    }

    func bool(_ name: String, default standard: Bool) throws(ReadingError) -> Bool {
        guard let value = self[name] else { return standard }
        guard case .boolean(let flag) = value else { throw wrongType(name, value, expected: "true or false") }
        return flag
    }

    /// The same under one of two names: the format's schema and its renderers differ.
    func flag(_ name: String, _ other: String, default standard: Bool) throws(ReadingError) -> Bool {
        try bool(self[name] == nil ? other : name, default: standard)
    }

    /// A whole number from 1; nil when absent.
    func count(_ name: String) throws(ReadingError) -> Int? {
        guard let value = self[name] else { return nil }
        guard case .number(let number) = value, let count = number.int64.flatMap(Int.init(exactly:)), count >= 1 else {
            throw .unusable("has a '\(name)' that is not a whole number from 1")
        }
        return count
    }

    /// An empty array when absent.
    func array(_ name: String) throws(ReadingError) -> [JSONValue] {
        guard let value = self[name] else { return [] }
        guard case .list(let items) = value else { throw wrongType(name, value, expected: "an array") }
        return items
    }

    /// A value of an enumeration. Names are compared without case; an unknown name gives the default.
    func option<Option: CaseIterable & RawRepresentable<String>>(
        _ name: String,
        default standard: Option
    ) throws(ReadingError) -> Option {
        try knownOption(name) ?? standard
    }

    /// A value of an enumeration; nil for an absent or unknown name.
    func knownOption<Option: CaseIterable & RawRepresentable<String>>(_ name: String) throws(ReadingError) -> Option? {
        guard let text = try word(name)?.lowercased() else { return nil }
        return Option.allCases.first { $0.rawValue.lowercased() == text }
    }

    /// The number of a text such as `50px`; nil for another text.
    static func pixels(_ text: String) -> Int? {
        guard text.utf8.count <= 16, case let name = text.lowercased(), name.hasSuffix("px"),
            let pixels = Int(name.dropLast(2)), (1...100_000).contains(pixels)
        else { return nil }
        return pixels
    }

    private func wrongType(_ name: String, _ value: JSONValue, expected: String) -> ReadingError {
        .unusable("has a '\(name)' that is \(value.kind), not \(expected)")
    }
}
