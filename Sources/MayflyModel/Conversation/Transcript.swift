/// The ordered rows of a conversation on one device (model 5).
public struct Transcript: Sendable, Hashable, Codable {
    /// What a person sees, oldest first.
    public private(set) var entries: [TranscriptEntry] = []
    /// The one bubble that each session has at any moment (model 5.4).
    private var current: [SessionScope: ItemID] = [:]
    /// Every item that ever came in, the collapsed ones too: nothing comes twice.
    private var known: Set<ItemID> = []

    public init() {}

    /// Puts an item at the bottom and collapses the bubble that its session had (model 5.3). A known item changes nothing.
    mutating func add(_ item: Item, _ delivery: DeliveryState, fallback: SummaryFallback) {
        guard known.insert(item.id).inserted else { return }
        var item = item
        item.updateMessage { message in
            message.isPending = false
            message.error = nil
        }
        if let scope = item.sessionScope {
            if let older = current.updateValue(item.id, forKey: scope) { collapse(older, fallback: fallback) }
        }
        entries.append(.bubble(item, delivery))
    }

    /// Marks a bubble of the user's own. A collapsed or received one stays as it is.
    mutating func mark(_ id: ItemID, _ delivery: DeliveryState, error: MessageError? = nil) {
        guard let index = index(of: id), case .bubble(var item, let old) = entries[index] else { return }
        guard old != .received else { return }
        item.updateMessage { $0.error = error }
        entries[index] = .bubble(item, delivery)
    }

    /// The OLD message's summary takes its old place; without one it leaves no trace (C-154, C-156).
    private mutating func collapse(_ id: ItemID, fallback: SummaryFallback) {
        guard let index = index(of: id), let item = entries[index].item else { return }
        if let text = Self.summary(of: item, fallback: fallback) {
            entries[index] = .summary(SummaryLine(text: text, item: id, sender: item.sender))
        } else {
            entries.remove(at: index)
        }
    }

    private static func summary(of item: Item, fallback: SummaryFallback) -> MentionText? {
        if let text = item.message?.summaryText, !text.isEmpty { return text }
        guard case .text(let text) = fallback, !text.isEmpty else { return nil }
        return MentionText(literal: text)
    }

    /// The newest rows are asked for most, so the search begins at the bottom.
    private func index(of id: ItemID) -> Int? {
        entries.lastIndex { $0.itemID == id }
    }
}

extension Transcript {
    /// The row that a person counts as `number`, from 1 at the top; nil for a number that no row has.
    public func entry(number: Int) -> TranscriptEntry? {
        guard number >= 1, number <= entries.count else { return nil }
        return entries[number - 1]
    }

    /// The number of an item's row; nil for an item that is not shown.
    public func number(of id: ItemID) -> Int? {
        index(of: id).map { $0 + 1 }
    }

    /// The item of a bubble that is shown; nil for a collapsed or unknown one.
    public func item(_ id: ItemID) -> Item? {
        index(of: id).flatMap { entries[$0].item }
    }

    /// The bubble that a later message of this session would collapse.
    public func currentItem(of scope: SessionScope) -> Item? {
        current[scope].flatMap(item)
    }
}
