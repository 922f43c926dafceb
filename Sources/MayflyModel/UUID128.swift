/// A 128-bit identifier in the text form of RFC 9562 (8-4-4-4-12 hexadecimal digits).
///
/// The model has its own, because Foundation's would bring Foundation into every worker.
public struct UUID128: Sendable, Hashable, Comparable {
    /// The sixteen bytes in network order.
    public let bytes: [UInt8]

    /// Takes exactly sixteen bytes; nil for any other count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// A random identifier, version 4.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// A random identifier of version 4 from a generator of the caller's, so that a test can repeat it.
    public init(using generator: inout some RandomNumberGenerator) {
        let words = [generator.next(), generator.next()] as [UInt64]
        let random = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        self.init(stamping: random, version: 4)
    }

    /// Makes an identifier of version 8 (RFC 9562, 5.8: the maker's own) from the first sixteen bytes of a digest.
    ///
    /// Nil when the digest is shorter than sixteen bytes.
    public init?(digest: some Sequence<UInt8>) {
        let first = Array(digest.prefix(16))
        guard first.count == 16 else { return nil }
        self.init(stamping: first, version: 8)
    }

    private init(stamping raw: [UInt8], version: UInt8) {
        var bytes = raw
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.bytes = bytes
    }

    public static func < (left: UUID128, right: UUID128) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
