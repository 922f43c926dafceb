/// How much of the message view the extension fills. A newer host may use styles that are not listed here.
public struct PresentationStyle: RawRepresentable, Hashable, Sendable {
    /// A strip, by default the lower quarter of the view. It gets neither keyboard input nor horizontal gestures.
    public static let compact = PresentationStyle(rawValue: 0)
    /// The whole view. The input field is hidden, but inserted items are staged (C-078).
    public static let expanded = PresentationStyle(rawValue: 1)
    /// Inside a bubble; reserved for live layouts.
    public static let transcript = PresentationStyle(rawValue: 2)

    /// The number in the C interface.
    public let rawValue: Int32

    /// Any number, also one that is not listed here.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}
