/// One thing that a person can use in a card.
public struct Control: Sendable, Equatable {
    /// What a tap on it does.
    public enum Kind: Sendable, Equatable {
        /// A button or a tappable block: a tap submits.
        case submit(CardAction)
        /// An address of the web: a tap is refused, because the person is asked first.
        case link(String)
        /// A button that shows or hides a card below it.
        case showCard(CardAction.ShownCard)
        /// A button that shows or hides blocks.
        case toggleVisibility([CardAction.VisibilityTarget])
        /// A field to type into: a tap is refused.
        case textInput(id: String)
        /// One choice of a set: a tap takes it, and in a multi-select set a second tap drops it.
        case choice(inputID: String, value: String)
        /// A switch: a tap flips it.
        case toggle(id: String)
    }

    /// From 1, in drawing order.
    public let number: Int
    /// The id of the action or input; for a choice `INPUT=VALUE`. Untrusted.
    public let id: String?
    /// The visible text. Untrusted.
    public let title: String
    /// What a tap does, with the action or the input that it concerns.
    public let kind: Kind
}
