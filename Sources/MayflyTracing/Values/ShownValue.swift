internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

/// Arguments and results as a trace shows them: whole, but for long texts, bytes and lists, which are cut and have their size.
enum ShownValue {
    /// The most bytes of a text that are shown.
    static let longestText = 400
    /// The most bytes of a block of bytes that are shown.
    private static let longestBytes = 16
    /// The most elements of a list that are shown.
    private static let longestList = 64

    /// The arguments by their names; those that tell nothing, such as the number of a completion, are left out.
    static func json(_ arguments: Arguments) -> JSONValue {
        let function = arguments.function
        let named = zip(function.marshalled, arguments.values).map { (function.parameters[$0], $1) }
        return .object(
            named.filter { if case .completion = $0.0.type { false } else { true } }
                .map { JSONValue.Member($0.0.name, json($0.1, $0.0.type)) }
        )
    }

    /// The fields of a struct by their names; those that are not set are left out.
    static func json(_ record: RecordValue) -> JSONValue {
        let named = zip(record.record.marshalled, record.values).map { (record.record.fields[$0], $1) }
        return .object(named.filter { $0.1 != .null }.map { JSONValue.Member($0.0.name, json($0.1, $0.0.type)) })
    }

    /// A value of a type.
    static func json(_ value: Value, _ type: ABIType) -> JSONValue {
        switch value {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): named(number, type)
        case .unsigned(let number): .number(number)
        case .double(let number): .text("\(number)")
        case .text(let text): .text(shown(text))
        case .bytes(let bytes): .text(shown(bytes))
        case .uuid(let uuid): .text(uuid.description)
        case .record(let record): json(record)
        case .list(let values): list(values, type)
        }
    }

    private static func list(_ values: [Value], _ type: ABIType) -> JSONValue {
        let element = if case .array(let element, _) = type { element } else { ABIType.void }
        let shown = values.prefix(longestList).map { json($0, element) }
        let rest = values.count - shown.count
        return .list(rest > 0 ? shown + [.text("… and \(rest) more")] : shown)
    }

    /// A number of an enumeration by its name, where it has one.
    private static func named(_ number: Int64, _ type: ABIType) -> JSONValue {
        if case .enumeration("mayfly_presentation_style") = type,
            let style = Int32(exactly: number).flatMap(PresentationStyle.init(rawValue:))
        {
            return .text(style.name)
        }
        return .number(number)
    }

    private static func shown(_ text: String) -> String {
        let count = text.utf8.count
        guard count > longestText else { return text }
        return "\(IdentifierText.beginning(of: text, bytes: longestText))… (\(count) bytes, \(digest(of: text)))"
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        let beginning = bytes.prefix(longestBytes).hexadecimal
        guard bytes.count > longestBytes else { return "\(bytes.count) bytes \(beginning)" }
        return "\(bytes.count) bytes \(beginning)… (\(name(of: SHA256.hash(bytes))))"
    }

    /// Tells texts apart whose shown beginnings are the same. Identifiers in them do not count: they may be drawn at random.
    private static func digest(of text: String) -> String {
        name(of: SHA256.hash(IdentifierText.replacing(in: text) { _ in "identifier" }.utf8))
    }

    private static func name(of digest: [UInt8]) -> String { "sha256 " + digest.prefix(6).hexadecimal }
}
