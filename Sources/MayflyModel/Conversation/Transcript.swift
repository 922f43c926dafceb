/// The ordered rows of a conversation on one device, in memory (model 5).
///
/// Each event takes the same time, however long the transcript is.
public struct Transcript: Sendable, Hashable {
    private var rows: [TranscriptRow] = []
    private var places: [ItemID: Int] = [:]
    /// The one bubble that each session has at any moment (model 5.4).
    private var current: [SessionScope: Int] = [:]
    private var stickers: [ItemID: [Int]] = [:]

    public init() {}

    /// What a person sees, oldest first.
    public var entries: [TranscriptEntry] { rows.compactMap(entry) }

    /// The row that a person counts as `number`, from 1 at the top; nil for a number that no row has.
    public func entry(number: Int) -> TranscriptEntry? {
        let shown = entries
        return number >= 1 && number <= shown.count ? shown[number - 1] : nil
    }

    /// The number of an item's row; nil for an item that is not shown.
    public func number(of id: ItemID) -> Int? {
        entries.firstIndex { $0.itemID == id }.map { $0 + 1 }
    }

    /// The item of a bubble that is shown; nil for a collapsed or unknown one.
    public func item(_ id: ItemID) -> Item? {
        places[id].flatMap { entry(rows[$0])?.item }
    }

    /// The bubble that a later message of this session would collapse.
    public func currentItem(of scope: SessionScope) -> Item? {
        current[scope].map { rows[$0].item }
    }

    private func entry(_ row: TranscriptRow) -> TranscriptEntry? {
        row.entry(stickers: (stickers[row.item.id] ?? []).map { rows[$0].item })
    }
}

extension Transcript: TranscriptRows {
    package typealias Failure = Never

    /// All rows, those that a person does not see too, oldest first.
    package var allRows: [TranscriptRow] { rows }

    package func row(of id: ItemID) -> TranscriptRow? { places[id].map { rows[$0] } }

    package func currentRow(of scope: SessionScope) -> TranscriptRow? { current[scope].map { rows[$0] } }

    package mutating func insert(_ row: TranscriptRow) {
        let place = rows.count
        rows.append(row)
        places[row.item.id] = place
        if let scope = row.currentScope { current[scope] = place }
        if let target = row.item.placement?.target { stickers[target, default: []].append(place) }
    }

    package mutating func update(_ row: TranscriptRow) {
        guard let place = places[row.item.id] else { return }
        if let scope = rows[place].currentScope, row.currentScope == nil { current[scope] = nil }
        rows[place] = row
    }
}
