internal import MayflyModel

/// A button that gives the values of the inputs to the extension (`Action.Submit`, the one kind that this host knows).
public struct CardAction: Sendable, Equatable {
    /// The extension's name for the action, by which it knows a submission; not checked to be unique.
    public let id: String?
    /// Untrusted; `label` is what to show.
    public let title: String?
    /// Whether the card's inputs go with it (`associatedInputs` is not `none`).
    public let gathersInputs: Bool
    /// False for a button that is shown but cannot be used now.
    public let isEnabled: Bool
    /// The number of its control; nil when it cannot be used.
    public internal(set) var number: Int?
    /// The hidden values that the extension put into the action: an object or a string.
    let data: JSONValue?

    /// The words on the button.
    public var label: String { title ?? id ?? "button" }
}
