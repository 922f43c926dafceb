public import MayflyModel

/// A view as an extension describes it: an Adaptive Card of version 1.5 or lower, read into plain values.
///
/// One invalid part does not make reading fail: it is replaced by its `fallback` or left out, and `notes` has a line about it.
public struct Card: Sendable {
    /// The elements from top to bottom, those that are not visible included.
    public let body: [CardElement]
    /// The buttons below the body.
    public let actions: [CardAction]
    /// Everything that a person can tap or fill, numbered from 1 in drawing order.
    public let controls: [Control]
    /// All inputs in card order, those that are not visible included.
    public let inputs: [CardInput]
    /// One line for each thing that could not be shown as the extension wrote it; safe to print.
    public let notes: [String]
    /// The text that it was read from.
    private let json: [UInt8]

    /// Reads a card from untrusted JSON.
    ///
    /// Throws `invalidView` when the text is not JSON, is not an Adaptive Card of a version that this host draws, or
    /// breaks a limit of `CardLimits`. A newer card with a `fallbackText` becomes a card that shows that text.
    public init(json: String) throws(MayflyError) {
        var reader = CardReader()
        let parts = try reader.card(json)
        var numbering = ControlNumbering()
        self.body = numbering.numbered(parts.body)
        self.actions = numbering.numbered(parts.actions)
        self.controls = numbering.controls
        self.inputs = numbering.inputs
        self.notes = reader.notes.lines
        self.json = Array(json.utf8)
    }

    /// How many bytes of memory it is reckoned to hold: the text that it was read from, and its parts, which have the same texts and
    /// more.
    package var heldBytes: Int { 4 * json.count }
}

extension Card: Equatable {
    /// Whether both were read from the same text. Their parts are not compared: the comparison of two texts of many accents takes the
    /// square of their number.
    public static func == (left: Card, right: Card) -> Bool { left.json == right.json }
}
