/// Choices of which one or several are taken by a tap.
public struct CardChoiceSet: Sendable, Equatable {
    /// How much room the choices should take; a terminal lists them all in every style.
    public enum Style: String, Sendable, CaseIterable {
        case compact, expanded, filtered
    }

    /// One of the choices.
    public struct Choice: Sendable, Equatable {
        public let title: String
        /// What is submitted; unique in its set.
        public let value: String
        /// The number of its control; nil when it is not shown.
        public internal(set) var number: Int?
    }

    public internal(set) var choices: [Choice]
    public let isMultiSelect: Bool
    public let style: Style
    /// The values that are taken at first, in the order of the choices.
    public let value: [String]
}
