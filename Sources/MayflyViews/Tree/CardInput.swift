/// A place where the person gives a value.
public struct CardInput: Sendable, Equatable {
    /// What sort of value it is, and how it is given.
    public enum Kind: Sendable, Equatable {
        /// `Input.Text`.
        case text(CardTextInput)
        /// `Input.Number`.
        case number(CardRangeInput)
        /// `Input.Date`.
        case date(CardRangeInput)
        /// `Input.Time`.
        case time(CardRangeInput)
        /// `Input.ChoiceSet`.
        case choices(CardChoiceSet)
        /// `Input.Toggle`.
        case toggle(CardToggle)
    }

    /// Unique in its card; the key of the value in a submission.
    public let id: String
    /// The words that stand before the input; nil when the extension wrote them elsewhere.
    public let label: String?
    /// Whether a submission needs a value; for a toggle, whether it must be on.
    public let isRequired: Bool
    /// The extension's words for a value that is missing or breaks a rule.
    public let errorMessage: String?
    /// False when the input or a block around it is not visible.
    public internal(set) var isShown = true
    /// The number of the card that it is in.
    let card: Int
    /// The input's own members, with the value that it begins with.
    public internal(set) var kind: Kind
}
