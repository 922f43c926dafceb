/// Rows of cells.
public struct CardTable: Sendable, Equatable {
    /// What the cells of a column, of a row or of the whole table have in common.
    public struct Alignment: Sendable, Equatable {
        /// From left to right; nil for none.
        public var horizontal: CardText.Alignment?
        /// From top to bottom; nil for none.
        public var vertical: CardVerticalAlignment?
    }

    /// A column of a table.
    public struct Column: Sendable, Equatable {
        /// How the column shares the width of the table: a weight or pixels.
        public let width: CardColumn.Width
        /// How the cells of the column stand.
        public let alignment: Alignment
    }

    /// A row of a table.
    public struct Row: Sendable, Equatable {
        /// From left to right.
        public internal(set) var cells: [CardContainer]
        /// The style of its cells.
        public let style: CardContainerStyle?
        /// How the cells of the row stand.
        public let alignment: Alignment
    }

    /// As many as the longest row has.
    public let columns: [Column]
    /// From top to bottom.
    public internal(set) var rows: [Row]
    /// Whether the first row names the columns.
    public let hasHeaders: Bool
    /// Whether lines are drawn between the cells.
    public let showsGrid: Bool
    /// The colour of the lines.
    public let gridStyle: CardContainerStyle
    /// How all cells stand.
    public let alignment: Alignment
}
