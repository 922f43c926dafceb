package import MayflyModel

/// A value of the interface as the host holds it: decoded, bounded and free of pointers.
package enum Value: Sendable, Hashable {
    /// NULL, or "no text".
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case uuid(UUID128)
    case record(RecordValue)
    case list([Value])
}

/// The marshalled fields of a struct, in order.
package struct RecordValue: Sendable, Hashable {
    /// The struct that it is a value of.
    package let record: Record
    /// One for each marshalled field, in their order.
    package private(set) var values: [Value]

    /// Starts with every field null.
    package init(_ record: Record) {
        self.record = record
        values = Array(repeating: .null, count: record.marshalled.count)
    }

    /// Takes one value for each marshalled field, in their order; missing ones are null, surplus ones are dropped.
    package init(_ record: Record, values: [Value]) {
        self.record = record
        self.values = values
        let surplus = values.count - record.marshalled.count
        if surplus > 0 { self.values.removeLast(surplus) }
        if surplus < 0 { self.values += repeatElement(.null, count: -surplus) }
    }

    /// Takes fields by their names; the others are null.
    package init(_ record: Record, _ fields: KeyValuePairs<String, Value>) {
        self.init(record)
        for (name, value) in fields { self[name] = value }
    }

    /// The field of that name; null for one that the struct does not have.
    package subscript(name: String) -> Value {
        get {
            index(of: name).map { values[$0] } ?? .null
        }
        set {
            if let index = index(of: name) { values[index] = newValue }
        }
    }

    private func index(of name: String) -> Int? {
        record.marshalled.firstIndex { record.fields[$0].name == name }
    }
}

extension Value {
    /// The text; nil for any other value.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The bytes; nil for any other value.
    package var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    /// The identifier; nil for any other value.
    package var uuid: UUID128? { if case .uuid(let uuid) = self { uuid } else { nil } }
    /// The struct; nil for any other value.
    package var record: RecordValue? { if case .record(let record) = self { record } else { nil } }
    /// The elements; nil for any other value.
    package var list: [Value]? { if case .list(let list) = self { list } else { nil } }
    /// Whether it is `true`.
    package var boolean: Bool { self == .boolean(true) }

    /// A whole number of either kind that fits 32 signed bits.
    package var int32: Int32? {
        switch self {
        case .integer(let number): Int32(exactly: number)
        case .unsigned(let number): Int32(exactly: number)
        default: nil
        }
    }

    /// The number without a sign; nil for any other value.
    package var unsigned: UInt64? { if case .unsigned(let number) = self { number } else { nil } }

    /// Text, or null for nil.
    package static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
}
