/// The direction of a swipe over an extension's view. The numbers are part of the C ABI.
public enum SwipeDirection: Int32, Sendable, Codable, CaseIterable {
    /// To the next content.
    case left = 0
    /// To the previous content.
    case right = 1

    /// The name that users and traces see.
    public var name: String {
        switch self {
        case .left: "left"
        case .right: "right"
        }
    }

    /// Finds the direction of a name; nil for an unknown one.
    public init?(name: String) {
        guard let direction = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = direction
    }
}
