/// Text that may mention participants, in a form that is the same on every device (model 6.5, 6.6).
///
/// An extension writes and reads a mention as `$` and the UUID that its install has for the person. These UUIDs differ
/// between devices, so the host stores the participant instead. It becomes the UUID of the reading install for an
/// extension, and a name for a user.
public struct MentionText: Sendable, Hashable, Codable {
    /// A part of the text.
    public enum Segment: Sendable, Hashable, Codable {
        /// Plain text, including a `$UUID` that denotes no member (C-196).
        case literal(String)
        /// A mention of a participant.
        case participant(ParticipantID)
    }

    /// The parts in reading order. No literal is empty, and no two literals are adjacent.
    public let segments: [Segment]

    /// Joins adjacent literals and drops empty ones.
    public init(segments: some Sequence<Segment>) {
        var joined: [Segment] = []
        // Grows in place: to join two literals at a time would copy the text once for each of its parts.
        var literal = ""
        func endLiteral() {
            guard !literal.isEmpty else { return }
            joined.append(.literal(literal))
            literal = ""
        }
        for segment in segments {
            switch segment {
            case .literal(let text): literal += text
            case .participant:
                endLiteral()
                joined.append(segment)
            }
        }
        endLiteral()
        self.segments = joined
    }

    /// Text without mentions: a `$UUID` in it is not resolved.
    public init(literal text: String) {
        self.init(segments: [.literal(text)])
    }

    /// Whether the text has no characters. An empty summary counts as none (D-23).
    public var isEmpty: Bool { segments.isEmpty }

    public init(from decoder: any Decoder) throws {
        self.init(segments: try [Segment](from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try segments.encode(to: encoder)
    }
}

extension MentionText.Segment {
    /// Literals are compared by their bytes: they are texts of strangers.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.literal(let left), .literal(let right)): left.hasSameBytes(as: right)
        case (.participant(let left), .participant(let right)): left == right
        case (.literal, .participant), (.participant, .literal): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .literal(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .participant(let person): hasher.combine(person)
        }
    }
}

extension MentionText {
    /// Reads the text of an extension: `$` and the 36 characters of a UUID, in either case, is a mention (D-28).
    ///
    /// - Parameter resolving: the member whom a UUID denotes for this install; nil for an unknown UUID, which stays
    ///   literal text.
    public init(_ text: String, resolving: (UUID128) -> ParticipantID?) {
        let bytes = Array(text.utf8)
        var segments: [Segment] = []
        var literalStart = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "$"), let uuid = Self.uuid(in: bytes, at: index + 1),
                let participant = resolving(uuid)
            else {
                index += 1
                continue
            }
            segments.append(.literal(String(decoding: bytes[literalStart..<index], as: UTF8.self)))
            segments.append(.participant(participant))
            index += 1 + Self.uuidLength
            literalStart = index
        }
        segments.append(.literal(String(decoding: bytes[literalStart...], as: UTF8.self)))
        self.init(segments: segments)
    }

    /// Each `$UUID` of the text that denotes no member, at most eight.
    package var unknownMentions: [String] {
        var found: [String] = []
        for case .literal(let text) in segments {
            let bytes = Array(text.utf8)
            for index in bytes.indices where bytes[index] == UInt8(ascii: "$") {
                guard found.count < 8, let uuid = Self.uuid(in: bytes, at: index + 1) else { continue }
                found.append("$\(uuid)")
            }
        }
        return found
    }

    /// The text for an extension, with `$` and the UUIDs of its install (model 6.6).
    ///
    /// A participant who is not a member on this device becomes `$` and the nil UUID: with the host's identifier,
    /// extensions could recognise the person everywhere.
    public func text(tokens: (ParticipantID) -> UUID128?) -> String {
        join { "$" + (tokens($0)?.description ?? Self.nilUUID) }
    }

    /// The text for a user, with names in place of mentions. The result is untrusted: see `SafeText`.
    public func display(name: (ParticipantID) -> String) -> String {
        join(name)
    }

    /// How many bytes of UTF-8 `text` has for an extension, which is what bounds the number of segments, too.
    package var byteCount: Int {
        segments.reduce(0) { size, segment in
            switch segment {
            case .literal(let text): size + text.utf8.count
            case .participant: size + 1 + Self.uuidLength
            }
        }
    }

    private func join(_ mention: (ParticipantID) -> String) -> String {
        segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .participant(let participant): mention(participant)
            }
        }.joined()
    }

    private static let uuidLength = 36
    private static let nilUUID = "00000000-0000-0000-0000-000000000000"

    private static func uuid(in bytes: [UInt8], at start: Int) -> UUID128? {
        // Most texts that are none end at the first hyphen, without a copy.
        guard start + uuidLength <= bytes.count, bytes[start + 8] == UInt8(ascii: "-") else { return nil }
        return UUID128(String(decoding: bytes[start..<start + uuidLength], as: UTF8.self))
    }
}
