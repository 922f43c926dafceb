/// A sticker that a person has used, on whatever device (model 9.4).
public struct RecentSticker: Sendable, Hashable, Codable {
    /// The sticker with a row of its own, whatever bubble it was put on. Its file is the one that was sent.
    public let sticker: Sticker
    /// The extension or sticker pack that it came from, which is named when it is sent again.
    public let origin: Origin?

    /// Takes the sticker off its bubble.
    public init(_ sticker: Sticker, origin: Origin?) {
        self.sticker = Sticker(file: sticker.file, description: sticker.description)
        self.origin = origin
    }

    /// Nil for an item of another kind.
    package init?(_ item: Item) {
        guard case .sticker(let sticker) = item.content else { return nil }
        self.init(sticker, origin: item.origin)
    }
}
