/// What stands on a terminal after some output, as far as Mayfly uses one.
struct TerminalImage {
    private let columns: Int
    private let height: Int
    private var lines: [[Character]] = [[]]
    /// The row at the top of the terminal, and the place of the cursor.
    private var (top, row, column) = (0, 0, 0)

    /// The rows from top to bottom. What scrolled away is not among them.
    static func rows(of output: String, columns: Int = 80, height: Int = 24) -> [String] {
        TerminalImage(of: output, columns: columns, height: height).rows
    }

    init(of output: String, columns: Int = 80, height: Int = 24) {
        (self.columns, self.height) = (columns, height)
        print(output)
    }

    /// The rows from top to bottom. What scrolled away is not among them.
    var rows: [String] { lines[top...].map { String($0) } }

    /// What stands between the beginning of these rows and the cursor, without the ends of rows.
    func textBeforeCursor(from first: Int) -> String {
        lines[first...row].enumerated().map { String(first + $0 == row ? $1.prefix(column) : $1[...]) }.joined()
    }

    /// Prints what comes next.
    mutating func print(_ output: String) {
        var rest = output[...]
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                print(character)
                continue
            }
            guard !skipString(&rest) else { continue }
            let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
            obey(rest[..<end].drop { $0 == "[" }, rest[end...].first)
            rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
        }
    }

    /// Command strings, such as questions and pictures, and the cursor that is kept for these: they change no text.
    private func skipString(_ rest: inout Substring) -> Bool {
        switch rest.first {
        case "7", "8": rest = rest.dropFirst()
        case "_", "P", "]": rest = rest.firstRange(of: "\u{1B}\\").map { rest[$0.upperBound...] } ?? ""
        default: return false
        }
        return true
    }

    private mutating func print(_ character: Character) {
        switch character {
        case "\n", "\r\n": goToNextRow()
        case "\r": column = 0
        default:
            if column >= columns { goToNextRow() }
            while lines[row].count < column { lines[row].append(" ") }
            lines[row].replaceSubrange(column..<min(column + 1, lines[row].count), with: [character])
            column += 1
        }
    }

    private mutating func goToNextRow() {
        (row, column) = (row + 1, 0)
        if row == lines.count { lines.append([]) }
        top = max(top, lines.count - height)
    }

    /// A control sequence (ECMA-48): of the cursor, and of what is erased. Mayfly erases from the cursor on.
    private mutating func obey(_ parameters: Substring, _ final: Character?) {
        switch final {
        case "H": (row, column) = (top, 0)
        case "A": row = max(top, row - (Int(parameters) ?? 1))
        case "J":
            lines.removeSubrange((row + 1)...)
            lines[row].removeSubrange(min(column, lines[row].count)...)
        case "K": lines[row].removeSubrange(min(column, lines[row].count)...)
        default: break
        }
    }
}
