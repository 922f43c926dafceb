extension Item {
    /// The item as it is sent to others: no file of it has a name that its sender has not seen.
    ///
    /// The extension chose the names of the files, and an input field shows that of an attachment alone: the others must not be words
    /// of the sender.
    package var withUsualFileNames: Item {
        switch content {
        case .interactive(let message):
            guard var layout = message.layout else { return self }
            layout.image = layout.image?.withUsualName
            layout.media = layout.media?.withUsualName
            return replacing(layout)
        case .sticker(let sticker):
            return replacing(.sticker(Sticker(sticker, file: sticker.file.withUsualName)))
        case .attachment(let attachment):
            let file = attachment.file.named(attachment.name)
            return replacing(.attachment(Attachment(file: file, name: attachment.name)))
        case .text: return self
        }
    }
}

extension MediaFile {
    /// The file with a name that only tells its kind.
    var withUsualName: MediaFile {
        switch type {
        case .png, .apng, .gif, .jpeg: named("picture." + type.fileExtension)
        case .mp4, .quicktime, .webm: named("movie." + type.fileExtension)
        case .text, .data: named("file." + type.fileExtension)
        }
    }

    fileprivate func named(_ name: String) -> MediaFile {
        MediaFile(digest: digest, name: name, type: type, byteCount: byteCount, pixelSize: pixelSize)
    }
}

extension Sticker {
    fileprivate init(_ sticker: Sticker, file: MediaFile) {
        self.init(file: file, description: sticker.description, placement: sticker.placement)
    }
}
