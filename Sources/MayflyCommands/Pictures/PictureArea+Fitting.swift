internal import MayflyModel
internal import MayflyViews

extension PictureArea {
    /// The place of a picture that has so many columns and rows at most, and looks as high and wide as it is.
    ///
    /// - Parameter cell: the size of a cell.
    init(id: Int, of pixels: PicturePixels, within most: (columns: Int, rows: Int), cell: TerminalTraits.Cell) {
        let scale = min(
            Double(most.columns * cell.width) / Double(pixels.width),
            Double(most.rows * cell.height) / Double(pixels.height)
        )
        func cells(_ side: Int, _ length: Int, _ most: Int) -> Int {
            min(most, max(1, Int((Double(side) * scale / Double(length)).rounded())))
        }
        self.init(
            id: id,
            columns: cells(pixels.width, cell.width, most.columns),
            rows: cells(pixels.height, cell.height, most.rows)
        )
    }
}
