import MayflyModel

extension CardReader {
    mutating func image(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardImage {
        let address = try fields.requiredString("url")
        var image = CardImage(picture: try picture(address), altText: try fields.string("altText"))
        image.size = try fields.option("size", default: .auto)
        image.width = try pixels(fields, "width")
        image.height = try pixels(fields, "height")
        image.isPerson = try fields.word("style")?.lowercased() == "person"
        image.alignment = try fields.knownOption("horizontalAlignment")
        image.backgroundColor = try fields.word("backgroundColor").flatMap(Self.color)
        image.selectAction = try selectAction(of: fields, underFallback: underFallback)
        // A picture of the web is not fetched. The person may open it.
        if image.selectAction == nil, image.picture.place == .web { image.selectAction = link(to: address) }
        return image
    }

    /// `#RRGGBB` or `#AARRGGBB`; nil for another text.
    private static func color(_ text: String) -> String? {
        let digits = text.utf8.dropFirst()
        guard text.begins(with: "#"), digits.count == 6 || digits.count == 8,
            digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit })
        else { return nil }
        return text
    }

    mutating func imageSet(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardImageSet {
        var images: [CardImageSet.Element] = []
        for value in try fields.array("images") {
            let image = try part(value, noun: "picture", underFallback: underFallback) {
                (reader, fields, underFallback) throws(ReadingError) in
                // In a set, a picture need not name its type.
                if let type = try fields.word("type"), type != "Image" { throw .unusable("is not a picture") }
                return CardImageSet.Element(
                    id: try fields.string("id"),
                    isVisible: try fields.bool("isVisible", default: true),
                    image: try reader.image(fields, underFallback: underFallback)
                )
            }
            if let image { images.append(image) }
        }
        return CardImageSet(images: images, size: try fields.option("imageSize", default: .auto))
    }

    mutating func media(_ fields: Fields) throws(ReadingError) -> CardMedia {
        var sources: [CardMedia.Source] = []
        for value in try fields.array("sources") {
            try countPart()
            guard let source = Fields(value) else { throw .unusable("has a source that is not an object") }
            let address = try source.requiredString("url")
            sources.append(CardMedia.Source(type: try source.string("mimeType"), link: link(to: address)))
        }
        return CardMedia(
            poster: try fields.string("poster").flatMap { lesserPicture($0) },
            altText: try fields.string("altText"),
            sources: sources
        )
    }
}
