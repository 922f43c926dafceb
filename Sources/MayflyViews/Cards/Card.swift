public import MayflyModel

/// A view as an extension describes it: an Adaptive Card of version 1.5 or lower, read into plain values, with what the person has
/// shown and hidden in it.
///
/// One invalid part does not make reading fail: it is replaced by its `fallback` or left out, and `notes` has a line about it.
public struct Card: Sendable {
    /// The card. Blocks have the visibility, and inputs and actions the numbers, that they have now.
    public private(set) var contents: CardContents
    /// Everything that a person can tap or fill, numbered from 1 in drawing order.
    public private(set) var controls: [Control]
    /// All inputs in card order, those that are not visible included.
    public private(set) var inputs: [CardInput]
    /// One line for each thing that could not be shown as the extension wrote it; safe to print.
    public let notes: [String]
    /// The pictures that the card names and that the host can give.
    private let pictures: [CardPicture]
    /// What was read, with the visibility that the extension wrote.
    private let written: CardContents
    /// What the person has shown and hidden.
    private var state = CardState()
    /// The blocks that have an id, as they are now.
    private var visibility: [[UInt8]: Bool]
    /// The text that it was read from.
    private let json: [UInt8]

    /// The elements from top to bottom, those that are not visible included.
    public var body: [CardElement] { contents.body }
    /// The buttons below the body.
    public var actions: [CardAction] { contents.actions }

    /// Reads a card from untrusted JSON.
    ///
    /// Throws `invalidView` when the text is not JSON, is not an Adaptive Card of a version that this host draws, or
    /// breaks a limit of `CardLimits`. A newer card with a `fallbackText` becomes a card that shows that text.
    public init(json: String) throws(MayflyError) {
        var reader = CardReader()
        written = try reader.card(json)
        var numbering = ControlNumbering(state)
        contents = numbering.numbered(written, isShown: true)
        controls = numbering.controls
        inputs = numbering.inputs
        visibility = numbering.visibility
        notes = reader.notes.lines
        pictures = reader.pictures
        self.json = Array(json.utf8)
    }

    /// How many bytes of memory it is reckoned to hold: the text that it was read from, and its parts, which have the same texts and
    /// more.
    package var heldBytes: Int { 4 * json.count }

    /// The picture that the card calls so. Throws `.unknownControl` where there is none that the host can give.
    package func picture(named name: String) throws(MayflyError) -> CardPicture {
        if let picture = pictures.first(where: { $0.name.hasSameBytes(as: name) }) { return picture }
        throw MayflyError(.unknownControl, "the card has no picture '\(SafeText.line(name, limit: 80))'")
    }

    // MARK: What the person shows and hides

    /// Shows or hides the card of a button. A button beside it that shows one hides that.
    mutating func toggle(_ shown: CardAction.ShownCard) {
        state.open[shown.group] = shown.isOpen ? nil : shown.number
        renumber()
    }

    /// Shows or hides blocks.
    mutating func toggle(_ targets: [CardAction.VisibilityTarget]) {
        for target in targets {
            let id = Array(target.id.utf8)
            guard let now = visibility[id] else { continue }
            state.visibility[id] = target.isVisible ?? !now
            visibility[id] = state.visibility[id]
        }
        renumber()
    }

    private mutating func renumber() {
        var numbering = ControlNumbering(state)
        contents = numbering.numbered(written, isShown: true)
        (controls, inputs, visibility) = (numbering.controls, numbering.inputs, numbering.visibility)
    }
}

extension Card: Equatable {
    /// Whether both were read from the same text, and the person has shown and hidden the same. Their parts are not compared: the
    /// comparison of two texts of many accents takes the square of their number.
    public static func == (left: Card, right: Card) -> Bool { left.json == right.json && left.state == right.state }
}
