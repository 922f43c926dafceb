/// An item as it stands in a transcript, with what hangs on it.
public struct Bubble: Sendable, Hashable {
    public let item: Item
    public let delivery: DeliveryState
    /// Stickers that people put on it, the newest on top (model 5.9). Each has a placement.
    public internal(set) var stickers: [Item]
    /// Nil for what does not expire, was not read yet, or is the user's own.
    public let expiry: Expiry?

    public init(_ item: Item, _ delivery: DeliveryState, stickers: [Item] = [], expiry: Expiry? = nil) {
        self.item = item
        self.delivery = delivery
        self.stickers = stickers
        self.expiry = expiry
    }
}
