/// Fits lines without escape sequences to the width of a terminal.
package enum TerminalLines {
    /// The lines, of which those that are too long are wrapped. Nil is no width, and changes nothing.
    package static func wrapped(_ lines: [String], to width: Int?) -> [String] {
        guard let width else { return lines }
        return lines.flatMap { TextWrap.lines($0, width: width) }
    }

    /// The line, cut if it is too long.
    package static func cut(_ line: String, to width: Int?) -> String {
        width.map { TextWidth.cut(line, to: $0) } ?? line
    }
}
