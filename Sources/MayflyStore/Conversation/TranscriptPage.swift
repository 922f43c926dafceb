public import MayflyModel

/// Consecutive visible rows of a transcript.
public struct TranscriptPage: Sendable, Hashable {
    /// The number of rows of a page, unless another one is asked for.
    public static let usualLength = 50
    /// The number of stored bytes of a page: it has fewer rows where these have more, and at least one.
    public static let usualBytes = 2 * 1024 * 1024

    /// The rows, oldest first.
    public let entries: [TranscriptEntry]
    /// When each entry was sent or received on this device; nil where an earlier version wrote it.
    public let times: [Timestamp?]
    /// The number of the first entry among all visible rows of the transcript, from 1 at the top.
    public let firstNumber: Int
    /// The number of visible rows of the whole transcript.
    public let count: Int
    /// The position of the first entry in the table `row`; rows before it are on earlier pages.
    package let firstPosition: Int

    /// - Parameter times: those of all entries, or none.
    package init(
        _ entries: [TranscriptEntry],
        times: [Timestamp?] = [],
        firstNumber: Int,
        count: Int,
        firstPosition: Int
    ) {
        self.entries = entries
        self.times = times.count == entries.count ? times : entries.map { _ in nil }
        self.firstNumber = firstNumber
        self.count = count
        self.firstPosition = firstPosition
    }

    /// A whole transcript as one page.
    package init(_ transcript: Transcript) {
        let entries = transcript.entries
        self.init(entries, firstNumber: 1, count: entries.count, firstPosition: 0)
    }

    /// Consecutive pages as one page, reduced to its last rows.
    package init(_ pages: [TranscriptPage], last: Int) {
        let entries = pages.flatMap(\.entries)
        let first = pages.first
        let surplus = max(0, entries.count - last)
        self.init(
            Array(entries.dropFirst(surplus)),
            times: Array(pages.flatMap(\.times).dropFirst(surplus)),
            firstNumber: (first?.firstNumber ?? 1) + surplus,
            count: pages.last?.count ?? 0,
            firstPosition: first?.firstPosition ?? 0
        )
    }

    /// Whether there are earlier rows.
    public var hasEarlier: Bool { firstNumber > 1 }

    /// The entries with their numbers.
    public var numbered: [(number: Int, entry: TranscriptEntry)] {
        entries.enumerated().map { (firstNumber + $0, $1) }
    }

    /// The entries with their numbers and times.
    package var timed: [(number: Int, entry: TranscriptEntry, time: Timestamp?)] {
        zip(numbered, times).map { ($0.number, $0.entry, $1) }
    }

    /// The entry of a number; nil for one that is not on this page.
    public func entry(number: Int) -> TranscriptEntry? {
        guard number >= firstNumber, number < firstNumber + entries.count else { return nil }
        return entries[number - firstNumber]
    }

    /// The number of an item's row; nil for an item that is not on this page.
    public func number(of id: ItemID) -> Int? {
        entries.lastIndex { $0.itemID == id }.map { firstNumber + $0 }
    }

    /// The item of a bubble on this page; nil also for a collapsed item.
    public func item(_ id: ItemID) -> Item? {
        entries.last { $0.itemID == id }?.item
    }
}
