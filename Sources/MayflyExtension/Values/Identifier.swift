/// A 128-bit identifier of a person or of a session.
///
/// Identifiers of people are valid for this extension on this device only, until it is removed or disabled (C-180 to
/// C-194). In the URL of a message they mean nothing to the recipient; use ``token`` in texts instead.
public struct Identifier: Hashable, Sendable {
    /// The 16 bytes in network order (RFC 9562), as two big-endian halves.
    let high, low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the form 8-4-4-4-12 in hexadecimal digits of either case; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        var digits: [UInt64] = []
        for (index, byte) in text.utf8.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = byte.hexDigit, digits.count < 32 else { return nil }
                digits.append(UInt64(digit))
            }
        }
        guard text.utf8.count == 36 else { return nil }
        high = digits[..<16].reduce(0) { $0 << 4 | $1 }
        low = digits[16...].reduce(0) { $0 << 4 | $1 }
    }

    /// `$` and the identifier. In a layout text or a summary the host replaces it by the person's name (C-187).
    public var token: String { "$" + description }
}

extension Identifier: CustomStringConvertible {
    /// The form 8-4-4-4-12, in upper case.
    public var description: String {
        var text = ""
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            let half = index < 16 ? high : low
            text.append(UInt8(truncatingIfNeeded: half >> UInt64(60 - index % 16 * 4) & 15).hexCharacter)
        }
        return text
    }
}
