/// A 128-bit identifier of one kind of thing, so that a participant can never be passed where a session is meant.
///
/// Two identifiers are equal when their bits are; a session therefore compares by value (model 2.7, C-163).
public struct Identifier<Kind>: Sendable, Hashable {
    /// The bits, without the kind.
    public let value: UUID128

    public init(_ value: UUID128) {
        self.value = value
    }

    /// A new random identifier.
    public init() {
        self.init(UUID128())
    }
}

extension Identifier: Comparable {
    public static func < (left: Identifier, right: Identifier) -> Bool { left.value < right.value }
}

extension Identifier: LosslessStringConvertible {
    /// Reads the 36-character form in either case; nil for anything else.
    public init?(_ description: String) {
        guard let value = UUID128(description) else { return nil }
        self.init(value)
    }

    public var description: String { value.description }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try UUID128(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
