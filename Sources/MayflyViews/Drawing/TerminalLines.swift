internal import MayflyModel

/// Fits lines without escape sequences to the width of a terminal.
///
/// No row of a text from elsewhere begins in the first column, where lines of the host begin.
package enum TerminalLines {
    /// Where the width is unknown, or the output is no terminal.
    package static let standardWidth = 80
    /// Below it, rows can be wider than the terminal.
    package static let leastWidth = 20
    /// Each line of an extension begins with it, and no line of the host.
    package static let margin = "│ "
    /// Where nearly nothing of the width is left, rows are wider than the terminal.
    private static let leastRoom = 3

    /// The cells that a terminal gives a character.
    package static func cells(of character: Character) -> Int { TextWidth.of(character) }

    /// The lines, of which those that are too long are wrapped. Nil is no width, and changes nothing.
    package static func wrapped(_ lines: [String], to width: Int?) -> [String] {
        guard let width else { return lines }
        return lines.flatMap { TextWrap.lines($0, width: width) }
    }

    /// One line behind a prefix of the host, wrapped. Its further rows begin with `indent` spaces.
    package static func hanging(_ prefix: String, _ line: String, indent: Int, width: Int) -> [String] {
        hanging(prefix, line, further: String(repeating: " ", count: indent), width: width)
    }

    /// One line behind a prefix of the host, wrapped. Its further rows begin with `further`.
    package static func hanging(_ prefix: String, _ line: String, further: String, width: Int) -> [String] {
        let room = max(leastRoom, width - max(TextWidth.of(prefix), TextWidth.of(further)))
        return TextWrap.lines(line, width: room).enumerated().map { index, row in (index == 0 ? prefix : further) + row
        }
    }

    /// The lines, of which those that are too long are wrapped: their further rows are indented more than the line. Nil is no width,
    /// and changes nothing.
    package static func hanging(_ lines: [String], to width: Int?) -> [String] {
        guard let width else { return lines }
        return lines.flatMap { line in
            guard TextWidth.of(line) > width else { return [line] }
            let prefix = String(line.prefix { $0 == " " })
            return hanging(prefix, SafeText.collapsingBlanks(line), indent: prefix.count + 4, width: width)
        }
    }

    /// A line behind a mark of the host, wrapped where it does not fit behind it: its further rows are indented more than the line.
    package static func marked(_ line: String, by mark: String, width: Int) -> [String] {
        guard TextWidth.of(mark + line) > width else { return [mark + line] }
        let prefix = mark + line.prefix { $0 == " " }
        let text = String(line.drop { $0 == " " })
        return hanging(prefix, text, indent: prefix.count + 5, width: width)
    }

    /// One line of an extension, wrapped: each row begins with the margin.
    package static func margined(_ line: String, width: Int) -> [String] {
        let text = SafeText.collapsingBlanks(line)
        return TextWrap.lines(text, width: max(leastRoom, width - margin.count)).map(margined)
    }

    /// A line of an extension that fits, with the margin.
    package static func margined(_ line: String) -> String { line.isEmpty ? String(margin.dropLast()) : margin + line }

    /// The first and the last of the lines, with one of the host between them that says how many are left out.
    package static func bounded(_ lines: [String], to limit: Int, _ note: (ArraySlice<String>) -> String) -> [String] {
        guard let hidden = hidden(of: lines.count, limit: limit) else { return lines }
        return lines[..<hidden.lowerBound] + [note(lines[hidden])] + lines[hidden.upperBound...]
    }

    /// Which of so many lines are left out, in the middle, so that the others and one line in place of these are within the limit;
    /// nil for none.
    package static func hidden(of count: Int, limit: Int) -> Range<Int>? {
        guard count > limit else { return nil }
        let last = limit / 2
        return max(0, limit - last - 1)..<(count - last)
    }

    /// The line, cut if it is too long.
    package static func cut(_ line: String, to width: Int?) -> String {
        width.map { TextWidth.cut(line, to: $0) } ?? line
    }
}
