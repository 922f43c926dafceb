/// Rows of cells under a header, in columns with two spaces between them. The last column takes any length.
package struct TextTable {
    private let header: [String]
    private let rows: [[String]]

    package init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    package var lines: [String] {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return (cells.dropLast() + [row.last ?? ""]).joined(separator: "  ")
        }
    }
}
