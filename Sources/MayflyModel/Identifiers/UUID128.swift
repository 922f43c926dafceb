/// A 128-bit identifier in the text form of RFC 9562 (8-4-4-4-12 hexadecimal digits).
///
/// The model has its own type, because Foundation's would load Foundation into every worker.
public struct UUID128: Sendable, Hashable, Comparable {
    // Two numbers instead of an array: identifiers are copied often.
    private let high: UInt64
    private let low: UInt64

    /// The first and the last eight bytes, each as a number.
    package var words: (UInt64, UInt64) { (high, low) }

    package init(words high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }

    /// The sixteen bytes in network order.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            for index in 0..<8 {
                buffer[index] = UInt8(truncatingIfNeeded: high >> (56 - 8 * UInt64(index)))
                buffer[index + 8] = UInt8(truncatingIfNeeded: low >> (56 - 8 * UInt64(index)))
            }
            count = 16
        }
    }

    /// Takes exactly sixteen bytes; nil for any other count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = Self.word(bytes.prefix(8))
        low = Self.word(bytes.dropFirst(8))
    }

    private static func word(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A random identifier, version 4.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// A random identifier of version 4 from the caller's generator, so that a test can repeat it.
    public init(using generator: inout some RandomNumberGenerator) {
        // The bytes of each word are taken from its low end.
        let (first, second) = (generator.next().byteSwapped, generator.next().byteSwapped)
        self.init(stamping: first, second, version: 4)
    }

    /// Makes an identifier of version 8 (RFC 9562, 5.8: vendor-specific) from the first sixteen bytes of a digest.
    ///
    /// Nil when the digest is shorter than sixteen bytes.
    public init?(digest: some Sequence<UInt8>) {
        let first = Array(digest.prefix(16))
        guard first.count == 16 else { return nil }
        self.init(stamping: Self.word(first.prefix(8)), Self.word(first.dropFirst(8)), version: 8)
    }

    private init(stamping high: UInt64, _ low: UInt64, version: UInt64) {
        self.high = high & ~0xF000 | version << 12
        self.low = low & ~(3 << 62) | 2 << 62
    }

    public static func < (left: UUID128, right: UUID128) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension UUID128: LosslessStringConvertible {
    /// Reads the 36-character form in either case; nil for anything else.
    public init?(_ description: some StringProtocol) {
        let characters = Array(description.utf8)
        guard characters.count == 36 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var index = 0
        while index < 36 {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard characters[index] == UInt8(ascii: "-") else { return nil }
                index += 1
                continue
            }
            guard let high = Self.digit(characters[index]), let low = Self.digit(characters[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
            index += 2
        }
        self.init(bytes: bytes)
    }

    /// The 36-character form in upper case, as the model's source writes it.
    public var description: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension UUID128: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = UUID128(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a UUID")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
