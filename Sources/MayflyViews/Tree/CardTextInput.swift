/// A field to type into; it needs the keyboard, so only expanded style can use it (C-072).
public struct CardTextInput: Sendable, Equatable {
    /// What sort of text it is, for the keyboard.
    public enum Style: String, Sendable, CaseIterable {
        /// The values of `Input.Text.style`; `password` is not shown while it is typed.
        case text, tel, url, email, password
    }

    /// The initial value.
    public let value: String
    /// What an empty field shows; it is never submitted. Untrusted.
    public let placeholder: String?
    /// Whether the value may have line breaks; a value with one is refused otherwise.
    public let isMultiline: Bool
    /// In characters as a person counts them; nil for no limit but the host's.
    public let maxLength: Int?
    /// What sort of text it is.
    public let style: Style
    /// The form that the text must have when it is submitted; nil for any.
    public let pattern: CardPattern?
    /// A button beside the field.
    public internal(set) var action: CardAction?
    /// The number of its control; nil when it is not shown.
    public internal(set) var number: Int?
}
