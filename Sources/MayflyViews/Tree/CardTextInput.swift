/// A field to type into; it needs the keyboard, so only expanded style can use it (C-072).
public struct CardTextInput: Sendable, Equatable {
    /// What the field holds at first.
    public let value: String
    public let placeholder: String?
    public let isMultiline: Bool
    /// In characters as a person counts them; nil for no limit but the host's.
    public let maxLength: Int?
    /// The number of its control; nil when it is not shown.
    public internal(set) var number: Int?
}
