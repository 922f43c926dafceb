package import MayflyModel
internal import MayflyViews

/// A row of a transcript on a screen, in one or more lines.
package struct ScreenRow: Sendable, Equatable {
    /// Nil for a row that belongs to the whole transcript.
    let item: ItemID?
    let lines: [String]
    /// The picture in the lines; nil for none.
    private(set) var picture: PictureArea?

    package init(item: ItemID?, lines: [String]) {
        self.item = item
        self.lines = lines
    }

    /// The same with a picture, whose marks are in the lines.
    func showing(_ picture: PictureArea?) -> ScreenRow {
        var row = self
        row.picture = picture
        return row
    }
}
