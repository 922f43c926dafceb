/// The place of a picture among lines of text: whole rows of cells. Who prints the lines puts the picture there.
package struct PictureArea: Sendable, Hashable {
    /// Of the picture, chosen by who prints it.
    package let id: Int
    /// In cells.
    package let columns: Int
    /// In cells.
    package let rows: Int

    package init(id: Int, columns: Int, rows: Int) { (self.id, self.columns, self.rows) = (id, columns, rows) }

    /// What stands in the lines, one for each row. It has control characters, which no text of others has there: `SafeText` replaces them.
    package var marks: [String] { (0..<rows).map { "\(Self.begin)\(id),\($0),\(columns),\(rows)\(Self.end)" } }

    package static let begin: Character = "\u{1}"
    package static let end: Character = "\u{2}"

    /// The area of a mark, and its row in it. Nil for anything else.
    package init?(mark: some StringProtocol, row: inout Int) {
        let numbers = mark.split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        row = numbers[1]
        self.init(id: numbers[0], columns: numbers[2], rows: numbers[3])
    }
}
