/// How much of the message view an extension fills. The numbers are part of the C ABI (model 2.1, C-277).
public enum PresentationStyle: Int32, Sendable, Codable, CaseIterable {
    /// The strip at the bottom: a quarter of the message view, with the input field visible above it.
    case compact = 0
    /// The whole message view; the input field is not shown.
    case expanded = 1
    /// Drawn inside a bubble of the transcript. Reserved: this host does not have live layouts.
    case transcript = 2

    /// The name that users and traces see.
    public var name: String {
        switch self {
        case .compact: "compact"
        case .expanded: "expanded"
        case .transcript: "transcript"
        }
    }

    /// Finds the style of a name; nil for an unknown one.
    public init?(name: String) {
        guard let style = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = style
    }
}
