internal import MayflyBundles
internal import MayflyModel

// What an envelope may have. One from elsewhere is checked because its sender is not trusted; one of this host before it is sent, because
// no other host would take it, and its words would have left the input field.
extension Envelope {
    private static let mostItems = 512
    /// Of one item as JSON, in bytes, without the text of a text.
    private static let largestItem = 2 << 20
    private static let largestFile = PictureRules.maximumBytes

    /// Throws `.invalidInput` for an envelope that no host sends.
    ///
    /// - Parameter owner: the person of the device that sends it.
    func check(by owner: ParticipantID) throws {
        guard (1...Self.mostItems).contains(items.count) else {
            throw MayflyError(.invalidInput, "an envelope has 1 to \(Self.mostItems) items, not \(items.count)")
        }
        guard Set(items.map(\.id)).count == items.count else {
            throw MayflyError(.invalidInput, "two items of the envelope have the same identifier")
        }
        try requireShortTexts()
        for item in items { try check(item, by: owner) }
    }

    /// No text is longer than that of an input field can be. Throws `.invalidInput`.
    func requireShortTexts() throws(MayflyError) {
        for case .text(let text) in items.map(\.content) where text.utf8.count > Draft.mostWholeTextBytes {
            throw MayflyError(
                .invalidInput,
                "the text has \(text.utf8.count) bytes; the limit is \(Draft.mostWholeTextBytes)"
            )
        }
    }

    private func check(_ file: MediaFile) throws {
        guard (0...Self.largestFile).contains(file.byteCount) else {
            throw MayflyError(
                .invalidInput,
                "the file \(file.digest) has \(file.byteCount) bytes; the limit is \(Self.largestFile)"
            )
        }
        guard let size = file.pixelSize else { return }
        let sides = 1...PictureRules.maximumSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw MayflyError(.invalidInput, "the picture \(file.digest) has \(size.width) x \(size.height) pixels")
        }
    }

    /// What an item is made of says what its files may be. That they are what the envelope says is checked where they are kept.
    private func checkTypes(of item: Item) throws {
        func require(_ isAllowed: Bool, _ file: MediaFile, _ what: String, _ need: String) throws {
            guard !isAllowed else { return }
            throw MayflyError(
                .invalidInput,
                "the \(what) of \(item.id) is a file of the type \(file.type.rawValue), where \(need) is needed"
            )
        }
        switch item.content {
        case .sticker(let sticker):
            try require(sticker.file.type.isPicture, sticker.file, "sticker", "a picture")
            guard sticker.file.byteCount <= StickerFile.maximumSize else {
                throw MayflyError(
                    .invalidInput,
                    "the sticker of \(item.id) has \(sticker.file.byteCount) bytes; the limit is \(StickerFile.maximumSize)"
                )
            }
        case .interactive(let message):
            if let image = message.layout?.image { try require(image.type.isPicture, image, "image", "a picture") }
            if let media = message.layout?.media {
                try require(media.type.isPlayable, media, "media file", "a picture or a movie")
            }
            if let icon = item.origin?.icon {
                try require(icon.type.isPicture, icon, "icon", "a picture")
                guard icon.byteCount <= Origin.mostIconBytes else {
                    throw MayflyError(
                        .invalidInput,
                        "the icon of \(item.id) has \(icon.byteCount) bytes; the limit is \(Origin.mostIconBytes)"
                    )
                }
            }
        case .attachment, .text: break
        }
        if let icon = item.origin?.icon, item.message == nil {
            throw MayflyError(.invalidInput, "the icon \(icon.digest) belongs to a message, and \(item.id) is none")
        }
    }

    private func check(_ item: Item, by owner: ParticipantID) throws {
        guard item.sender == owner else {
            throw MayflyError(.invalidInput, "the item \(item.id) has another sender than its envelope")
        }
        if let name = item.origin?.name, name.utf8.count > Draft.mostOriginBytes {
            throw MayflyError(
                .invalidInput,
                "the name of the extension of \(item.id) has more than \(Draft.mostOriginBytes) bytes"
            )
        }
        for file in item.files { try check(file) }
        try checkTypes(of: item)
        switch item.content {
        case .interactive(let message):
            guard message.sender.map({ $0 == item.sender }) ?? true else {
                throw MayflyError(.invalidInput, "the message \(item.id) names another sender than its envelope")
            }
            do throws(MessageError) {
                try message.validate()
                try message.requireShortTexts()
            } catch {
                throw MayflyError(.invalidInput, "the message \(item.id): \(error.message)", cause: error)
            }
        case .text: return
        case .sticker, .attachment: break
        }
        let size = try StoreJSON.text(item).utf8.count
        guard size <= Self.largestItem else {
            throw MayflyError(.invalidInput, "the item \(item.id) has \(size) bytes; the limit is \(Self.largestItem)")
        }
    }
}
