internal import MayflyViews

/// How much room there is for a screen.
struct ScreenRoom: Sendable, Equatable {
    /// In cells; lines are wrapped to it.
    var width = TerminalLines.standardWidth
    /// The height of the terminal; nil where the output is no terminal, or its height is unknown.
    var rows: Int?
    /// The size of a cell in pixels; nil where it is unknown.
    var cell: TerminalTraits.Cell?
    /// Whether the field has all the room that it needs.
    var hasWholeField = false
    /// Whether the view has all the room that it needs.
    var hasWholeView = false
    /// Whether texts of the transcript have all the room that they need.
    var hasWholeTexts = false

    /// Elsewhere than at a terminal.
    private static let longestField = 100
    private static let longestText = 100
    /// At a terminal, of whatever height: what does not fit there can be scrolled back to.
    private static let longestTextAtTerminal = 40
    private static let leastFieldRows = 3
    private static let leastViewRows = 6
    private static let leastNoteRows = 4

    /// Whether the field and the prompt fit at all.
    var isLargeEnough: Bool { width >= TerminalLines.leastWidth && rows ?? .max > Self.leastFieldRows }

    /// How many rows the field may have; nil for any number. It must stand on a terminal together with the prompt, and with what is
    /// typed there.
    var fieldRows: Int? {
        guard !hasWholeField else { return nil }
        return rows.map { max(Self.leastFieldRows, $0 / 2) } ?? Self.longestField
    }

    /// How many rows a text of the transcript may have; nil for any number.
    var textRows: Int? {
        guard !hasWholeTexts else { return nil }
        return rows == nil ? Self.longestText : Self.longestTextAtTerminal
    }

    /// How many rows the view may have; nil for any number. A few rows remain for the transcript.
    func viewRows(beside field: Int) -> Int? {
        guard !hasWholeView, let rows else { return nil }
        return max(Self.leastViewRows, rows - field - 5)
    }

    /// The room for pictures.
    var size: ScreenSize { ScreenSize(columns: width, rows: rows ?? ScreenSize.usualRows, cell: cell) }

    /// How many rows the notes below the view may have; nil for any number.
    var noteRows: Int? { rows.map { max(Self.leastNoteRows, $0 / 4) } }
}
