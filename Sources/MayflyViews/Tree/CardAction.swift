internal import MayflyModel

/// A button, or what a tap on a block does.
public struct CardAction: Sendable, Equatable {
    /// What a tap does.
    public enum Kind: Sendable, Equatable {
        /// `Action.Submit`: the values of the inputs go to the extension.
        case submit
        /// `Action.Execute`: the same, with the name of what is to be done.
        case execute(verb: String?)
        /// `Action.OpenUrl`: an address of the web, which a person is asked about first.
        case openURL(String)
        /// `Action.ShowCard`: a card below the buttons is shown or hidden.
        indirect case showCard(ShownCard)
        /// `Action.ToggleVisibility`: blocks are shown or hidden.
        case toggleVisibility([VisibilityTarget])
    }

    /// A card that a button shows.
    public struct ShownCard: Sendable, Equatable {
        /// The number of the card, from 1; 0 is the card around all of them.
        let number: Int
        /// The buttons beside it, of which one at most shows its card.
        let group: Int
        /// The card.
        public internal(set) var contents: CardContents
        /// Whether the card is shown now.
        public internal(set) var isOpen: Bool
    }

    /// A block that an action shows or hides.
    public struct VisibilityTarget: Sendable, Equatable {
        /// The id of the block.
        public let id: String
        /// Nil for the opposite of what it is.
        public let isVisible: Bool?
    }

    /// How a button is emphasised.
    public enum Style: String, Sendable, CaseIterable {
        /// The values of `style` of an action.
        case `default`, positive, destructive
    }

    /// What a tap does.
    public internal(set) var kind: Kind
    /// The extension's name for the action, by which it knows a submission; not checked to be unique.
    public let id: String?
    /// Untrusted; `label` is what to show.
    public let title: String?
    /// How the button is emphasised.
    public var style = Style.default
    /// A picture on the button.
    public var icon: CardPicture?
    /// More words about the button. Untrusted.
    public var tooltip: String?
    /// Whether the button belongs into a menu.
    public var isSecondary = false
    /// Whether the card's inputs go with it (`associatedInputs` is not `none`).
    public var gathersInputs = true
    /// False for a button that is shown but cannot be used now.
    public var isEnabled = true
    /// The number of its control; nil when it cannot be used.
    public internal(set) var number: Int?
    /// The hidden values that the extension put into the action: an object or a string.
    var data: JSONValue?
    /// The numbers of the card that it is in and of those around, whose inputs go with it.
    var cards: [Int] = [0]

    init(_ kind: Kind, id: String? = nil, title: String? = nil) {
        self.kind = kind
        self.id = id
        self.title = title
    }

    /// The words on the button. A button may have an icon only.
    public var label: String {
        for text in [title, tooltip, id] { if let text, text.utf8.contains(where: { $0 > 0x20 }) { return text } }
        return "button"
    }
}
