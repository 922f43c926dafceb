package import MayflyModel

/// A row of a transcript on a screen, in one or more lines.
package struct ScreenRow: Sendable, Equatable {
    /// Nil for a row that belongs to the whole transcript.
    let item: ItemID?
    let lines: [String]

    package init(item: ItemID?, lines: [String]) {
        self.item = item
        self.lines = lines
    }
}
