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

    /// How many digits of `minorUnits` stand behind the point (ISO 4217); nil for a currency that the host does not know.
    public var decimals: Int? { CurrencyList.decimals(of: currency) }

    /// The amount as people read it, such as `EUR 12.50`, `JPY 1,250` and `KWD 1.250`. For a currency that the host does not know it says
    /// that these are minor units: `XYZ 1,250 (minor units)`.
    public var description: String {
        guard let decimals else { return "\(currency) \(grouped(Int(minorUnits))) (minor units)" }
        guard decimals > 0 else { return "\(currency) \(grouped(Int(minorUnits)))" }
        let digits = String(minorUnits)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let major = Int(padded.dropLast(decimals)) ?? 0
        return "\(currency) \(grouped(major)).\(padded.suffix(decimals))"
    }
}
