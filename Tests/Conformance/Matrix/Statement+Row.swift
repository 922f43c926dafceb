internal import Foundation

extension Statement {
    /// The columns of a table of statements, as its first line names them.
    static let columns = ["number", "tag", "statement", "source", "status"]

    /// Reads a row of a table: `| <a id="c-071"></a>C-071 | S | text | source | status |`.
    ///
    /// `place` is the file and the line, for errors and for the report.
    init(row: String, place: String) throws(SpecificationError) {
        let cells = Self.cells(of: row)
        guard cells.count == Self.columns.count else {
            throw SpecificationError(
                place,
                "a row of statements has \(Self.columns.count) cells, this one has \(cells.count)"
            )
        }
        let number = try Self.number(cells[0], place)
        let id = Self.id(number)
        let (tag, isLater) = try Self.tag(cells[1], of: id, place)
        guard !cells[2].isEmpty else { throw SpecificationError(place, "\(id) has no text") }
        guard !cells[3].isEmpty else { throw SpecificationError(place, "\(id) has no source") }
        self.init(
            number: number,
            tag: tag,
            isLater: isLater,
            text: cells[2],
            source: cells[3],
            status: try Status(cells[4], of: id, isLater: isLater, place),
            place: place
        )
    }

    /// What stands between the bars of a line of a table, without spaces around it.
    static func cells(of line: String) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// `<a id="c-071"></a>C-071`: the number twice, the same, with three digits.
    private static func number(_ cell: String, _ place: String) throws(SpecificationError) -> Int {
        guard
            let match = cell.wholeMatch(of: #/<a id="c-(?<anchor>[0-9]{3})"></a>C-(?<shown>[0-9]{3})/#),
            match.anchor == match.shown,
            let number = Int(match.shown)
        else {
            throw SpecificationError(place, #"'\#(cell)' is no number with its anchor: '<a id="c-071"></a>C-071'"#)
        }
        return number
    }

    private static func tag(
        _ cell: String,
        of id: String,
        _ place: String
    ) throws(SpecificationError) -> (tag: String, isLater: Bool) {
        guard let match = cell.wholeMatch(of: #/(?<tag>[SAMD])(?<later> \(L\))?/#) else {
            throw SpecificationError(place, "\(id): the tag '\(cell)' is not S, A, M or D, with or without (L)")
        }
        return (String(match.tag), match.later != nil)
    }
}

extension Statement.Status {
    /// The word of a status in the specification and in the report.
    package var word: String {
        switch self {
        case .proved: "proved"
        case .notMade: "not made"
        case .noTest: "no test"
        case .optional: "optional"
        }
    }

    /// What the specification says beside the word.
    package var remark: String? {
        switch self {
        case .notMade(let remark), .noTest(let remark): remark
        case .proved, .optional: nil
        }
    }

    init(_ cell: String, of id: String, isLater: Bool, _ place: String) throws(SpecificationError) {
        let parts = cell.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        let remark = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "proved" where cell == "proved": self = .proved
        case "optional" where cell == "optional":
            guard isLater else { throw SpecificationError(place, "\(id) is optional, and not marked (L)") }
            self = .optional
        case "not made" where !remark.isEmpty: self = .notMade(remark)
        case "no test" where !remark.isEmpty: self = .noTest(remark)
        case "not made", "no test":
            throw SpecificationError(place, "\(id): the status '\(cell)' needs a reason: '\(parts[0]): REASON'")
        default:
            throw SpecificationError(
                place,
                "\(id): the status '\(cell)' is not 'proved', 'not made: WHAT', 'no test: WHY' or 'optional'"
            )
        }
    }
}
