internal import MayflyViews

/// What a terminal shows of the line that a person is typing, behind its prompt, as a value: it says what to print so that another
/// line is shown.
package struct ShownLine: Sendable {
    /// How wide the terminal is, and what it obeys.
    package struct Terminal: Sendable {
        /// In cells; nil where it is unknown.
        package var columns: Int?
        /// Whether it obeys escape sequences. Others get only the characters of the line, and returns to the beginning of a row.
        package var takesEscapes: Bool

        package init(columns: Int?, takesEscapes: Bool) { (self.columns, self.takesEscapes) = (columns, takesEscapes) }
    }

    private let prompt: String
    private var left = ""
    private var right = ""
    /// Whether only the part of the line around the cursor is shown.
    private var isPart = false

    package init(prompt: String) { self.prompt = prompt }

    /// What shows the line in a row that is empty.
    package mutating func begin(_ line: TypedLine, at terminal: Terminal) -> String {
        (left, right, isPart) = (line.left, line.right, false)
        guard !right.isEmpty else { return prompt + left }
        guard isWrapped(at: terminal) else { return prompt + left + right + "\r" + prompt + left }
        return terminal.takesEscapes ? wholeWithCursor(at: terminal) : part(at: terminal)
    }

    /// What shows the line, where an earlier one is shown.
    package mutating func change(to line: TypedLine, at terminal: Terminal) -> String {
        let old = self
        guard line.left != left || line.right != right else { return "" }
        (left, right) = (line.left, line.right)
        if old.right.isEmpty, right.isEmpty, !isPart, left.utf8.starts(with: old.left.utf8) {
            // What is typed at the end is only added.
            return String(decoding: left.utf8.dropFirst(old.left.utf8.count), as: UTF8.self)
        }
        if terminal.takesEscapes {
            return Self.up(old.rows(of: old.left, at: terminal)) + "\r" + wholeWithCursor(at: terminal)
        }
        // Without escape sequences, the cursor cannot go back to the row above: the line is printed again.
        if old.isWrapped(at: terminal) || isWrapped(at: terminal) { return "\n" + part(at: terminal) }
        let blanks = String(repeating: " ", count: max(0, Self.cells(old.left + old.right) - Self.cells(left + right)))
        let cursor = blanks.isEmpty && right.isEmpty ? "" : "\r" + prompt + left
        return "\r" + prompt + left + right + blanks + cursor
    }

    /// The whole line from the beginning of its first row, everything below it erased, and the cursor in its place.
    private mutating func wholeWithCursor(at terminal: Terminal) -> String {
        isPart = false
        let whole = prompt + left + right + "\u{1B}[J"
        guard !right.isEmpty else { return whole }
        return whole + Self.up(rows(of: left + right, at: terminal)) + "\r" + prompt + left
    }

    /// The line as far as it fits where the cursor is not at its end.
    private mutating func part(at terminal: Terminal) -> String {
        guard !right.isEmpty, isWrapped(at: terminal), let columns = terminal.columns else {
            isPart = false
            return prompt + left + (right.isEmpty ? "" : right + "\r" + prompt + left)
        }
        isPart = true
        var room = max(2, columns - Self.cells(prompt) - 1)
        func fitting(_ text: some Sequence<Character>, _ limit: Int) -> [Character] {
            var used = 0
            return text.prefix { character in
                used += TerminalLines.cells(of: character)
                return used <= limit
            }
        }
        let before = String(fitting(left.reversed(), room / 2 + 1).reversed())
        room -= Self.cells(before)
        return prompt + before + String(fitting(right, room)) + "\r" + prompt + before
    }

    private func isWrapped(at terminal: Terminal) -> Bool {
        guard let columns = terminal.columns else { return false }
        return Self.cells(prompt) + Self.cells(left) + Self.cells(right) >= columns
    }

    /// How many rows below the first the cursor is when that was printed behind the prompt.
    private func rows(of text: String, at terminal: Terminal) -> Int {
        guard let columns = terminal.columns, columns > 0 else { return 0 }
        var (row, column) = (0, 0)
        for character in prompt + text {
            let cells = TerminalLines.cells(of: character)
            if column + cells > columns { (row, column) = (row + 1, 0) }
            column += cells
        }
        return row
    }

    /// ECMA-48, CUU.
    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }

    private static func cells(_ text: String) -> Int { text.reduce(0) { $0 + TerminalLines.cells(of: $1) } }
}
