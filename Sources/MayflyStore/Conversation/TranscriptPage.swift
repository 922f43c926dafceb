public import MayflyModel

/// Neighbouring rows of a transcript: what fits on a screen, not the whole of it.
public struct TranscriptPage: Sendable, Hashable {
    /// How many rows a page has that is asked for without a number.
    public static let usualLength = 50

    /// Oldest first.
    public let entries: [TranscriptEntry]
    /// The number of the first entry, as a person counts the rows of the whole transcript from 1 at the top.
    public let firstNumber: Int
    /// How many rows the whole transcript has.
    public let count: Int
    /// Where the first entry lies in the log's own order; what lies before it is on earlier pages.
    package let firstPosition: Int

    package init(_ entries: [TranscriptEntry], firstNumber: Int, count: Int, firstPosition: Int) {
        self.entries = entries
        self.firstNumber = firstNumber
        self.count = count
        self.firstPosition = firstPosition
    }

    /// A transcript that is shown whole.
    package init(_ transcript: Transcript) {
        let entries = transcript.entries
        self.init(entries, firstNumber: 1, count: entries.count, firstPosition: 0)
    }

    /// Pages that follow each other as one, cut to its last rows.
    package init(_ pages: [TranscriptPage], last: Int) {
        let entries = pages.flatMap(\.entries)
        let first = pages.first
        let surplus = max(0, entries.count - last)
        self.init(
            Array(entries.dropFirst(surplus)),
            firstNumber: (first?.firstNumber ?? 1) + surplus,
            count: pages.last?.count ?? 0,
            firstPosition: first?.firstPosition ?? 0
        )
    }

    /// Whether there are rows above these.
    public var hasEarlier: Bool { firstNumber > 1 }

    /// The entries under their numbers.
    public var numbered: [(number: Int, entry: TranscriptEntry)] {
        entries.enumerated().map { (firstNumber + $0, $1) }
    }

    /// The entry with that number; nil for one that is not on this page.
    public func entry(number: Int) -> TranscriptEntry? {
        guard number >= firstNumber, number < firstNumber + entries.count else { return nil }
        return entries[number - firstNumber]
    }

    /// The number of an item's row; nil for one that is not on this page.
    public func number(of id: ItemID) -> Int? {
        entries.lastIndex { $0.itemID == id }.map { firstNumber + $0 }
    }

    /// The item of a bubble on this page; nil for a collapsed one too.
    public func item(_ id: ItemID) -> Item? {
        entries.last { $0.itemID == id }?.item
    }
}
