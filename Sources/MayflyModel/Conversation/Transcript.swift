/// The ordered rows of a conversation on one device, in memory (model 5).
///
/// Applying an event takes constant time, independent of the length of the transcript.
public struct Transcript: Sendable, Hashable {
    private var rows: [TranscriptRow] = []
    /// The index of each item's row in `rows`.
    private var indexes: [ItemID: Int] = [:]
    /// The index of the one bubble that each session has at any time (model 5.4).
    private var current: [SessionScope: Int] = [:]
    /// The indexes of the stickers on each item, oldest first.
    private var stickers: [ItemID: [Int]] = [:]

    /// An empty transcript.
    public init() {}

    /// The visible rows, oldest first.
    public var entries: [TranscriptEntry] { rows.compactMap(entry) }

    /// The visible row of a number, counted from 1 at the top; nil for a number that no row has.
    public func entry(number: Int) -> TranscriptEntry? {
        let shown = entries
        return number >= 1 && number <= shown.count ? shown[number - 1] : nil
    }

    /// The number of an item's visible row, from 1 at the top; nil for an item that is not shown.
    public func number(of id: ItemID) -> Int? {
        entries.firstIndex { $0.itemID == id }.map { $0 + 1 }
    }

    /// The item of a visible bubble; nil for a collapsed or unknown item.
    public func item(_ id: ItemID) -> Item? {
        indexes[id].flatMap { entry(rows[$0])?.item }
    }

    /// The item whose bubble the next message of this session collapses.
    public func currentItem(of scope: SessionScope) -> Item? {
        current[scope].map { rows[$0].item }
    }

    private func entry(_ row: TranscriptRow) -> TranscriptEntry? {
        row.entry(stickers: (stickers[row.item.id] ?? []).map { rows[$0].item })
    }
}

extension Transcript: TranscriptRows {
    package typealias Failure = Never

    /// All rows, also those that are not visible, oldest first.
    package var allRows: [TranscriptRow] { rows }

    package func row(of id: ItemID) -> TranscriptRow? { indexes[id].map { rows[$0] } }

    package func currentRow(of scope: SessionScope) -> TranscriptRow? { current[scope].map { rows[$0] } }

    package mutating func insert(_ row: TranscriptRow) {
        let index = rows.count
        rows.append(row)
        indexes[row.item.id] = index
        if let scope = row.currentScope { current[scope] = index }
        if let target = row.item.placement?.target { stickers[target, default: []].append(index) }
    }

    package mutating func update(_ row: TranscriptRow) {
        guard let index = indexes[row.item.id] else { return }
        if let scope = rows[index].currentScope, row.currentScope == nil { current[scope] = nil }
        rows[index] = row
    }
}
