internal import MayflyHost

extension TraceValue {
    /// A number, or null for nil.
    static func optional(_ number: Int?) -> TraceValue { number.map { .number(Int64($0)) } ?? .null }

    static func texts(_ texts: some Sequence<String>) -> TraceValue { .list(texts.map(TraceValue.text)) }

    static func number(_ number: Int) -> TraceValue { .number(Int64(number)) }
}
