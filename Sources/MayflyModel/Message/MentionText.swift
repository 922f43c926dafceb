/// Text that may mention participants, kept in a form that means the same on every device (model 6.5, 6.6).
///
/// An extension writes and reads a mention as `$` and the UUID that its own install has for the person. Those UUIDs differ
/// between devices, so the host keeps a neutral reference instead and turns it back at the very end: into this install's
/// UUID when an extension reads the text, into a name when a person does.
public struct MentionText: Sendable, Hashable, Codable {
    public enum Segment: Sendable, Hashable, Codable {
        /// Text that stands for itself, including a `$UUID` that names nobody here (C-196).
        case literal(String)
        case participant(ParticipantID)
    }

    /// The parts in reading order. No literal is empty, and no two literals are neighbours.
    public let segments: [Segment]

    /// Joins neighbouring literals and drops the empty ones.
    public init(segments: some Sequence<Segment>) {
        var joined: [Segment] = []
        for segment in segments {
            switch (joined.last, segment) {
            case (_, .literal("")): continue
            case (.literal(let head), .literal(let tail)): joined[joined.count - 1] = .literal(head + tail)
            default: joined.append(segment)
            }
        }
        self.segments = joined
    }

    /// Text without mentions, whatever it looks like.
    public init(literal text: String) {
        self.init(segments: [.literal(text)])
    }

    /// Whether nothing would be shown. An empty summary counts as none (D-23).
    public var isEmpty: Bool { segments.isEmpty }

    public init(from decoder: any Decoder) throws {
        self.init(segments: try [Segment](from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try segments.encode(to: encoder)
    }
}
