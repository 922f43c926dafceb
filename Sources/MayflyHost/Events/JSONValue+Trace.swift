internal import MayflyABI
internal import MayflyModel

// Arguments and values of the interface as traces show them.
extension JSONValue {
    /// The arguments of a call by their names, without those that every callback has: other events show these.
    init(_ arguments: Arguments) {
        let function = arguments.function
        let named = zip(function.marshalled, arguments.values).map { (function.parameters[$0].name, $1) }
        self = .object(
            named.filter { $0.0 != "state" && $0.0 != "completion" }.map { Member($0.0, JSONValue($0.1)) }
        )
    }

    private init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .number(number)
        case .unsigned(let number): self = .number(number)
        case .double(let number): self = .text("\(number)")
        case .text(let text): self = .text(text)
        // The content is private to the extension, and may be long.
        case .bytes(let bytes): self = .text("\(bytes.count) bytes")
        case .uuid(let uuid): self = .text(uuid.description)
        case .list(let values): self = .list(values.map { JSONValue($0) })
        case .record(let record):
            let named = zip(record.record.marshalled, record.values).map { (record.record.fields[$0].name, $1) }
            // Fields that are not set are left out, to keep traces readable.
            self = .object(named.filter { $0.1 != .null }.map { Member($0.0, JSONValue($0.1)) })
        }
    }
}
