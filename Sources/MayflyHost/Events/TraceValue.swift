internal import MayflyABI
internal import MayflyModel

/// A value as traces show it: what crossed the interface, or what the host says of itself, in the shape of JSON.
public indirect enum TraceValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(Int64)
    case text(String)
    case list([TraceValue])
    /// Members in the order in which they are shown.
    case object([Member])

    public struct Member: Sendable, Hashable {
        public let name: String
        public let value: TraceValue

        public init(_ name: String, _ value: TraceValue) {
            self.name = name
            self.value = value
        }
    }

    /// An object with its members in order.
    public static func object(_ members: KeyValuePairs<String, TraceValue>) -> TraceValue {
        .object(members.map { Member($0, $1) })
    }

    /// Text, or null for nil.
    public static func optional(_ text: String?) -> TraceValue { text.map(TraceValue.text) ?? .null }

    /// The member of that name; null in anything that has none.
    public subscript(name: String) -> TraceValue {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.name == name }?.value ?? .null
    }
}

extension TraceValue {
    /// The arguments of a call by their names. What every callback is told is left out: other events show it.
    init(_ arguments: Arguments) {
        let function = arguments.function
        let named = zip(function.travelling, arguments.values).map { (function.parameters[$0].name, $1) }
        self = .object(
            named.filter { $0.0 != "state" && $0.0 != "completion" }.map { Member($0.0, TraceValue($0.1)) }
        )
    }

    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .number(number)
        case .unsigned(let number): self = .number(Int64(clamping: number))
        case .double(let number): self = .text("\(number)")
        case .text(let text): self = .text(text)
        case .uuid(let uuid): self = .text(uuid.description)
        case .list(let values): self = .list(values.map { TraceValue($0) })
        case .record(let record):
            let named = zip(record.record.travelling, record.values).map { (record.record.fields[$0].name, $1) }
            // Fields that were not set say nothing; a trace is read by people.
            self = .object(named.filter { $0.1 != .null }.map { Member($0.0, TraceValue($0.1)) })
        }
    }
}
