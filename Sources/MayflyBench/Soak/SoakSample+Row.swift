internal import Foundation

extension SoakSample {
    private static let columns =
        ["time", "launches"] + measures.map { $0.name.replacingOccurrences(of: "_", with: " ") }

    /// The names of the columns, as wide as their values may be.
    static let header = line(columns)

    /// The sample as a line of a table.
    var row: String {
        let seconds = Int(time.inMicroseconds / 1_000_000)
        let clock = String(format: "%d:%02d", seconds / 60, seconds % 60)
        return Self.line([clock, "\(launches)"] + Self.measures.map { "\(self[keyPath: $0.value])" })
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, columns).map { cell, column in
            String(repeating: " ", count: max(0, max(column.count, 6) - cell.count)) + cell
        }
        .joined(separator: "  ")
    }
}
