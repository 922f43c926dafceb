extension MentionText {
    /// Reads text as an extension wrote it: `$` and exactly 36 characters of a UUID, in either case, is a mention (D-28).
    ///
    /// - Parameter resolving: the member whom a UUID denotes for this install; nil for an unknown one, which stays literal.
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

    /// The text as an extension reads it, with `$UUID` in the terms of its own install (model 6.6).
    ///
    /// A mentioned person without a token, who is no member on this device, becomes `$` and the nil UUID: the host's own
    /// identifier would let extensions recognise the person everywhere.
    public func text(tokens: (ParticipantID) -> UUID128?) -> String {
        join { "$" + (tokens($0)?.description ?? Self.nobody) }
    }

    /// The text as a person reads it. The result is as untrusted as the text: see `SafeText`.
    public func display(name: (ParticipantID) -> String) -> String {
        join(name)
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
    private static let nobody = "00000000-0000-0000-0000-000000000000"

    private static func uuid(in bytes: [UInt8], at start: Int) -> UUID128? {
        guard start + uuidLength <= bytes.count else { return nil }
        return UUID128(String(decoding: bytes[start..<start + uuidLength], as: UTF8.self))
    }
}
