internal import MayflyABI
internal import MayflyModel

// What crossed the interface, as traces show it.
extension JSONValue {
    /// The arguments of a call by their names. What every callback is told is left out: other events show it.
    init(_ arguments: Arguments) {
        let function = arguments.function
        let named = zip(function.marshalled, arguments.values).map { (function.parameters[$0].name, $1) }
        self = .object(
            named.filter { $0.0 != "state" && $0.0 != "completion" }.map { Member($0.0, JSONValue($0.1)) }
        )
    }

    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .number(number)
        case .unsigned(let number): self = .number(number)
        case .double(let number): self = .text("\(number)")
        case .text(let text): self = .text(text)
        // What they say is the extension's own affair, and there may be many.
        case .bytes(let bytes): self = .text("\(bytes.count) bytes")
        case .uuid(let uuid): self = .text(uuid.description)
        case .list(let values): self = .list(values.map { JSONValue($0) })
        case .record(let record):
            let named = zip(record.record.marshalled, record.values).map { (record.record.fields[$0].name, $1) }
            // Fields that were not set say nothing; a trace is read by people.
            self = .object(named.filter { $0.1 != .null }.map { Member($0.0, JSONValue($0.1)) })
        }
    }
}
