import MayflyModel

extension CardReader {
    /// How the blocks of a card, a container, a column or a cell are shown.
    mutating func surface(of fields: Fields) throws(ReadingError) -> CardSurface {
        CardSurface(
            style: try style(fields, "style"),
            background: try background(fields["backgroundImage"]),
            minimumHeight: try pixels(fields, "minHeight"),
            verticalAlignment: try fields.knownOption("verticalContentAlignment"),
            bleeds: try fields.bool("bleed", default: false),
            isRightToLeft: fields["rtl"] == nil ? nil : try fields.bool("rtl", default: false)
        )
    }

    /// Nil for an unknown style.
    func style(_ fields: Fields, _ name: String) throws(ReadingError) -> CardContainerStyle? {
        try fields.knownOption(name)
    }

    private mutating func background(_ value: JSONValue?) throws(ReadingError) -> CardBackground? {
        guard let value else { return nil }
        if case .text(let address) = value { return lesserPicture(address).map { CardBackground(picture: $0) } }
        guard let fields = Fields(value) else { throw .unusable("has a 'backgroundImage' that is \(value.kind)") }
        guard let picture = lesserPicture(try fields.requiredString("url")) else { return nil }
        return CardBackground(
            picture: picture,
            fillMode: try fields.option("fillMode", default: .cover),
            horizontalAlignment: try fields.option("horizontalAlignment", default: .left),
            verticalAlignment: try fields.option("verticalAlignment", default: .top)
        )
    }

    /// A number of pixels such as `50px`; nil for another value, which is noted.
    mutating func pixels(_ fields: Fields, _ name: String) throws(ReadingError) -> Int? {
        guard let text = try fields.word(name) else { return nil }
        if let pixels = Fields.pixels(text) { return pixels }
        if !["auto", "stretch"].contains(text.lowercased()) {
            notes.add(
                "a '\(name)' is '\(SafeText.line(text, limit: 80))', not a number of pixels such as '50px'; it is not used"
            )
        }
        return nil
    }
}
