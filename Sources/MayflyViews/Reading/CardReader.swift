import MayflyModel

/// Reads the JSON of a card into its tree, part by part, and notes what it leaves out.
struct CardReader {
    var notes = CardNotes()
    /// The ids that inputs of the tree have so far.
    var inputIDs: Set<String> = []
    /// The pictures that the host can give.
    private(set) var pictures: [CardPicture] = []
    /// How many more pieces of text may have a style of their own.
    var spansLeft = CardLimits.spans
    /// The numbers of the card that is read and of those around, from outside.
    private(set) var cards = [0]
    private var cardCount = 0
    private var groupCount = 0
    private var partCount = 0
    private var columnBytes = 0

    /// The tree of a card; throws `invalidView` for an error that no fallback replaces.
    mutating func card(_ json: String) throws(MayflyError) -> CardContents {
        guard let fields = Fields(try Self.value(of: json)) else {
            throw MayflyError(.invalidView, "the view must be a JSON object of type 'AdaptiveCard'")
        }
        do throws(ReadingError) {
            try checkType(of: fields)
            if let text = try textInsteadOfNewerCard(fields) { return CardContents(body: [text]) }
            if fields["authentication"] != nil {
                notes.add("the card has an 'authentication', which this host does not offer; the card is shown without")
            }
            var contents = try contents(fields, underFallback: false)
            if let refresh = try refresh(fields["refresh"]) { contents.actions.append(refresh) }
            return contents
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

    /// What a card has, and a card that a button shows.
    private mutating func contents(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardContents {
        CardContents(
            body: try elements(fields.array("body"), underFallback: underFallback),
            actions: try actions(fields.array("actions"), underFallback: underFallback),
            selectAction: try selectAction(of: fields, underFallback: underFallback),
            surface: try surface(of: fields),
            spokenText: try fields.string("speak"),
            language: try fields.word("lang")
        )
    }

    /// The card of a button.
    mutating func shownCard(
        _ fields: Fields,
        group: Int,
        underFallback: Bool
    ) throws(ReadingError) -> CardAction.ShownCard {
        guard let value = fields["card"], let card = Fields(value) else { throw .unusable("has no 'card'") }
        try countPart()
        cardCount += 1
        let number = cardCount
        cards.append(number)
        defer { cards.removeLast() }
        return CardAction.ShownCard(
            number: number,
            group: group,
            contents: try contents(card, underFallback: underFallback),
            isOpen: false
        )
    }

    /// The number of the next group of buttons.
    mutating func nextGroup() -> Int {
        groupCount += 1
        return groupCount
    }

    /// A picture of the card. One that the host can give may be asked for from then on.
    mutating func picture(_ address: String) throws(ReadingError) -> CardPicture {
        let picture = CardPicture(address)
        guard picture.place == .inline || address.utf8.count <= CardLimits.addressBytes else {
            throw .unusable(Self.longAddress(address))
        }
        if picture.isShown { pictures.append(picture) }
        return picture
    }

    /// A picture that can be left out of its block; nil for one that cannot be used, which is noted.
    mutating func lesserPicture(_ address: String) -> CardPicture? {
        do throws(ReadingError) { return try picture(address) } catch {
            notes.add("a picture \(Self.longAddress(address)); it is not used")
            return nil
        }
    }

    private static func longAddress(_ address: String) -> String {
        "has an address of \(address.utf8.count) bytes; the limit is \(CardLimits.addressBytes)"
    }

    /// Counts a part of the card before it is read; the limit holds for the whole card.
    mutating func countPart() throws(ReadingError) {
        partCount += 1
        guard partCount <= CardLimits.parts else {
            throw .refused(MayflyError(.invalidView, "the view has more than \(CardLimits.parts) elements"))
        }
    }

    /// Counts a part that can be left alone: false where there is no room for it.
    mutating func hasRoomForPart() -> Bool {
        guard partCount < CardLimits.parts else { return false }
        partCount += 1
        return true
    }

    /// Counts the texts of a set of columns, or of a table, before it is read.
    mutating func countColumnBytes(of fields: Fields) throws(ReadingError) {
        let bytes = fields.textBytes
        guard columnBytes + bytes <= CardLimits.columnBytes else {
            throw .unusable(
                "has too much text in columns inside of others: the card has more than \(CardLimits.columnBytes) bytes, counted once "
                    + "for each set of columns around them"
            )
        }
        columnBytes += bytes
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
        var text = CardText(plainParagraphs(fallbackText))
        text.wraps = true
        return CardElement(
            id: nil,
            isVisible: true,
            hasSeparator: false,
            spacing: .default,
            fillsHeight: false,
            content: .text(text)
        )
    }
}
