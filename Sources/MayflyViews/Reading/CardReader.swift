import MayflyModel

/// Reads the JSON of a card into its tree, part by part, and notes what it leaves out.
struct CardReader {
    var notes = CardNotes()
    /// The ids that inputs of the tree have so far.
    var inputIDs: Set<String> = []
    private var partCount = 0

    /// The tree of a card; throws `invalidView` for an error that no fallback replaces.
    mutating func card(_ json: String) throws(MayflyError) -> (body: [CardElement], actions: [CardAction]) {
        guard let fields = Fields(try Self.value(of: json)) else {
            throw MayflyError(.invalidView, "the view must be a JSON object of type 'AdaptiveCard'")
        }
        do throws(ReadingError) {
            try checkType(of: fields)
            if let text = try textInsteadOfNewerCard(fields) { return ([text], []) }
            if fields["selectAction"] != nil { notes.add("the card's own 'selectAction' is not supported") }
            return (
                try elements(fields.array("body"), underFallback: false),
                try actions(fields.array("actions"), underFallback: false)
            )
        } catch {
            switch error {
            case .unusable(let reason): throw MayflyError(.invalidView, "the card \(SafeText.line(reason))")
            case .refused(let refusal): throw refusal
            }
        }
    }

    private static func value(of json: String) throws(MayflyError) -> JSONValue {
        do {
            return try JSONReader(maximumBytes: CardLimits.jsonBytes, maximumDepth: CardLimits.depth).value(of: json)
        } catch {
            throw MayflyError(.invalidView, "the view is \(error)", cause: error)
        }
    }

    /// Counts a part of the card before it is read; the limit holds for the whole card.
    mutating func countPart() throws(ReadingError) {
        partCount += 1
        guard partCount <= CardLimits.parts else {
            throw .refused(MayflyError(.invalidView, "the view has more than \(CardLimits.parts) elements"))
        }
    }

    private func checkType(of fields: Fields) throws(ReadingError) {
        let type = try fields.requiredWord("type")
        guard type == "AdaptiveCard" else {
            throw .unusable("has the type '\(SafeText.line(type, limit: 80))', not 'AdaptiveCard'")
        }
    }

    /// What is shown for a card that is newer than this host; nil for a card that it can draw.
    private mutating func textInsteadOfNewerCard(_ fields: Fields) throws(ReadingError) -> CardElement? {
        let written = try fields.requiredWord("version")
        let shown = SafeText.line(written, limit: 80)
        guard let version = CardVersion(written) else {
            throw .unusable("has a version that is not readable: '\(shown)'")
        }
        guard version > .supported else { return nil }
        guard let fallbackText = try fields.string("fallbackText") else {
            throw .unusable("has the version '\(shown)', which is above 1.5, and no 'fallbackText'")
        }
        notes.add("the card has the version '\(shown)', which is above 1.5; its 'fallbackText' is shown")
        var text = CardText(fallbackText)
        text.wraps = true
        return CardElement(id: nil, isVisible: true, hasSeparator: false, isSpacedOut: false, content: .text(text))
    }
}
