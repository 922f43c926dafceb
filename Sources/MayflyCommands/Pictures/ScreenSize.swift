/// The size of a place at a terminal for pictures.
struct ScreenSize: Sendable, Equatable {
    /// In cells.
    var columns: Int
    /// In cells.
    var rows: Int
    /// The size of a cell; nil where it is unknown.
    var cell: TerminalTraits.Cell?

    /// Where a terminal does not say its height.
    static let usualRows = 24

    /// The same with fewer columns.
    func narrowed(to columns: Int) -> ScreenSize {
        var size = self
        size.columns = min(columns, self.columns)
        return size
    }
}
