/// A field to type into; it needs the keyboard, so only expanded style can use it (C-072).
public struct CardTextInput: Sendable, Equatable {
    /// The initial value.
    public let value: String
    /// What an empty field shows; it is never submitted. Untrusted.
    public let placeholder: String?
    /// Whether the value may have line breaks; a value with one is refused otherwise.
    public let isMultiline: Bool
    /// In characters as a person counts them; nil for no limit but the host's.
    public let maxLength: Int?
    /// The number of its control; nil when it is not shown.
    public internal(set) var number: Int?
}
