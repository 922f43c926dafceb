/// An amount of money.
public struct Price: Sendable, Hashable, CustomStringConvertible {
    /// In the smallest unit of the currency, such as cents.
    public let minorUnits: UInt64
    /// Three capital letters (ISO 4217), such as `EUR`.
    public let currency: String

    /// The largest amount: more than any person pays, and few enough digits to be read.
    public static let most: UInt64 = 1_000_000_000

    /// Nil for no amount, for more than `most`, and for a currency that is not written as ISO 4217 does.
    public init?(minorUnits: UInt64, currency: String) {
        let isCode =
            currency.utf8.count == 3
            && currency.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard isCode, (1...Self.most).contains(minorUnits) else { return nil }
        (self.minorUnits, self.currency) = (minorUnits, currency)
    }

    /// The currency and the minor units, which is exact for every currency: how many make a major unit, its own list says.
    public var description: String { "\(currency) \(minorUnits) (minor units)" }
}
