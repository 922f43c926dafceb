/// A list of choices; a tap takes one or, in a multi-select set, several.
public struct CardChoiceSet: Sendable, Equatable {
    /// How much room the choices should take; a terminal lists them all in every style.
    public enum Style: String, Sendable, CaseIterable {
        /// The values of `Input.ChoiceSet.style`.
        case compact, expanded, filtered
    }

    /// One of the choices.
    public struct Choice: Sendable, Equatable {
        /// The text beside the choice. Untrusted.
        public let title: String
        /// What is submitted; unique in its set.
        public let value: String
        /// The number of its control; nil when it is not shown.
        public internal(set) var number: Int?
    }

    /// In the order of the card.
    public internal(set) var choices: [Choice]
    /// Whether several choices may be taken at once; if not, taking one drops the other.
    public let isMultiSelect: Bool
    /// `compact` when the card names none or an unknown one.
    public let style: Style
    /// What a set shows while no choice is taken. Untrusted.
    public let placeholder: String?
    /// Whether long titles are wrapped.
    public let wraps: Bool
    /// The values that are taken at first, in the order of the choices.
    public let value: [String]
}
