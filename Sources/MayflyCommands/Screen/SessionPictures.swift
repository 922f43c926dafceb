internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

/// The pictures of a window at a terminal: which of them are drawn, and where they come from.
struct SessionPictures: Sendable {
    let pictures: TerminalPictures
    private let host: ExtensionHost
    private let window: ConversationWindow

    /// Of a transcript, the pictures of the newest rows. Those above are seldom on the terminal.
    private static let mostInTranscript = 8
    private static let (stickerColumns, stickerRows) = (6, 3)

    init(_ pictures: TerminalPictures, _ host: ExtensionHost, _ window: ConversationWindow) {
        (self.pictures, self.host, self.window) = (pictures, host, window)
    }

    /// The places of the pictures of items.
    func areas(in page: TranscriptPage, _ room: ScreenSize) -> [ItemID: PictureArea] {
        var areas: [ItemID: PictureArea] = [:]
        var left = Self.mostInTranscript
        for entry in page.entries.reversed() where left > 0 {
            guard case .bubble(let bubble) = entry, let file = bubble.item.pictureFile else { continue }
            left -= 1
            areas[bubble.item.id] = area(of: file, in: room)
        }
        return areas
    }

    /// The place of a sticker of a browser.
    func area(of sticker: Sticker, _ room: ScreenSize) -> PictureArea? {
        let (columns, rows) = (Self.stickerColumns, Self.stickerRows)
        return pictures.area(of: .file(sticker.file.digest), columns: columns, rows: rows, in: room) { [window] in
            try await window.pixels(of: sticker)
        }
    }

    /// The place of a picture of a card.
    func area(of picture: CardPicture, of id: ExtensionID, _ room: ScreenSize) -> PictureArea? {
        guard picture.isShown else { return nil }
        return pictures.area(of: .card(id, name: picture.name), in: room) { [window] in
            try await window.pixels(ofPicture: picture.name)
        }
    }

    private func area(of file: MediaFile, in room: ScreenSize) -> PictureArea? {
        pictures.area(of: .file(file.digest), in: room) { [host] in
            try await host.pixels(of: file.digest)
        }
    }
}

extension Item {
    /// The file of the picture that its bubble shows; nil for none.
    fileprivate var pictureFile: MediaFile? {
        let file: MediaFile? =
            switch content {
            case .interactive(let message): message.layout?.shownMedia
            case .sticker(let sticker): sticker.file
            case .attachment(let attachment): attachment.file
            case .text: nil
            }
        return file.flatMap { $0.type.isPicture ? $0 : nil }
    }
}
