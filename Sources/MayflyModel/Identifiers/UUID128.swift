/// A 128-bit identifier in the text form of RFC 9562 (8-4-4-4-12 hexadecimal digits).
///
/// The model has its own, because Foundation's would bring Foundation into every worker.
public struct UUID128: Sendable, Hashable, Comparable {
    // Numbers and no array: identifiers are part of everything, and copied with it.
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

    /// A random identifier of version 4 from a generator of the caller's, so that a test can repeat it.
    public init(using generator: inout some RandomNumberGenerator) {
        // The bytes of each word are taken from its low end.
        let (first, second) = (generator.next().byteSwapped, generator.next().byteSwapped)
        self.init(stamping: first, second, version: 4)
    }

    /// Makes an identifier of version 8 (RFC 9562, 5.8: the maker's own) from the first sixteen bytes of a digest.
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
