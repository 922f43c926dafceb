/// A number of JSON as its digits, so that a number which no machine type can hold is kept unchanged.
///
/// Two numbers are equal when their texts are equal: `1.0` is not `1`.
public struct JSONNumber: Sendable, Hashable {
    /// As the source wrote it, such as `-1.50e3`.
    public let text: String

    /// Nil for text that is no number of RFC 8259, such as `+1`, `01`, `.5` or `NaN`.
    public init?(_ text: String) {
        let reader = JSONReader(maximumBytes: .max, maximumDepth: 0)
        // The reader skips white space around the number and a byte order mark.
        guard case .number(let number)? = try? reader.value(of: text), number.text.utf8.count == text.utf8.count
        else { return nil }
        self = number
    }

    /// The decimal digits of an integer.
    public init(_ integer: some BinaryInteger) {
        text = String(integer)
    }

    /// Text that the reader has checked.
    init(checked text: String) {
        self.text = text
    }

    /// The nearest `Double`; nil for a number that is too large for the type, such as `1e400`.
    public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The exact value in any notation (`1.50e2` is 150); nil for a fraction and outside of the range of the type.
    public var int64: Int64? {
        if let integer = Int64(text) { return integer }
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        guard let number = parts.first?.split(separator: ".", maxSplits: 1), let whole = number.first else {
            return nil
        }
        let fraction = number.count > 1 ? number[1] : ""
        var digits = whole + fraction
        // Zeros at the end of the digits count as powers of ten, so that 1.0 and 10e-1 are whole.
        let zeros = digits.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeLast(zeros)
        if digits.isEmpty || digits == "-" { return 0 }
        guard let exponent = parts.count > 1 ? Int32(parts[1]) : 0 else { return nil }
        let power = Int(exponent) - fraction.utf8.count + zeros
        // The largest value has 19 digits.
        guard (0...18).contains(power) else { return nil }
        return Int64(digits + String(repeating: "0", count: power))
    }
}
