/// How much of the message view the extension fills. A newer host may tell of styles that are not listed here.
public struct PresentationStyle: RawRepresentable, Hashable, Sendable {
    /// A strip, by default the lower quarter of the view. Neither keyboard nor horizontal gestures reach it.
    public static let compact = PresentationStyle(rawValue: 0)
    /// The whole view. The input field is hidden; what is inserted is staged all the same (C-078).
    public static let expanded = PresentationStyle(rawValue: 1)
    /// Inside a bubble. Reserved for live layouts.
    public static let transcript = PresentationStyle(rawValue: 2)

    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}
