/// A field for a number, a date or a time, which may have a least and a greatest value.
public struct CardRangeInput: Sendable, Equatable {
    /// The initial value: digits, `2026-05-31` or `18:30`; empty for none.
    public let value: String
    /// The least value, in the same form.
    public let minimum: String?
    /// The greatest value, in the same form.
    public let maximum: String?
    /// What an empty field shows; it is never submitted. Untrusted.
    public let placeholder: String?
    /// The number of its control; nil when it is not shown.
    public internal(set) var number: Int?
}

extension CardRangeInput {
    /// How a value is written.
    enum Form {
        case number, date, time

        /// Whether a text is such a value.
        func allows(_ text: String) -> Bool {
            guard text.utf8.count <= 64 else { return false }
            switch self {
            case .number:
                return Double(text)?.isFinite == true && !text.utf8.contains { $0 > 0x39 && $0 | 0x20 != 0x65 }
            case .date: return text.utf8.count == 10 && CardDate(text) != nil
            case .time:
                let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }) else { return false }
                let values = parts.map { Int(String(decoding: $0, as: UTF8.self)) }
                guard text.utf8.allSatisfy({ $0 < 0x3B && $0 > 0x2F }), let hour = values[0], let minute = values[1]
                else {
                    return false
                }
                return hour < 24 && minute < 60
            }
        }

        /// What a value must be.
        var rule: String {
            switch self {
            case .number: "a number"
            case .date: "a date such as 2026-05-31"
            case .time: "a time such as 18:30"
            }
        }

        /// Whether the first value is less. Both are of this form.
        func areInOrder(_ first: String, _ second: String) -> Bool {
            guard self == .number else { return first < second }
            return (Double(first) ?? 0) < (Double(second) ?? 0)
        }
    }
}
