/// Breaks text into lines that fit a number of cells.
enum TextWrap {
    /// Breaks at line breaks and spaces, and inside a word only if it is longer than a line.
    ///
    /// A line that fits stays as it is, spaces and all, so that drawings made of text survive.
    ///
    /// Stops after the first line above `CardLimits.drawnLines`, which no printer shows.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard lines.count <= CardLimits.drawnLines else { break }
            if TextWidth.of(String(line)) <= width {
                lines.append(String(line))
            } else {
                lines += wrapped(line, width: max(1, width))
            }
        }
        return lines
    }

    private static func wrapped(_ line: Substring, width: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in line.split(separator: " ") {
            let length = TextWidth.of(String(word))
            if used > 0, used + 1 + length <= width {
                current += " " + word
                used += 1 + length
                continue
            }
            if used > 0 { lines.append(current) }
            var pieces = length <= width ? [String(word)] : pieces(of: word, width: width)
            current = pieces.popLast() ?? ""
            used = TextWidth.of(current)
            lines += pieces
        }
        return current.isEmpty && !lines.isEmpty ? lines : lines + [current]
    }

    /// Cuts a word into pieces of at most `width` cells, each of at least one character.
    private static func pieces(of word: Substring, width: Int) -> [String] {
        var pieces: [String] = []
        var current = ""
        var used = 0
        for character in word {
            let next = TextWidth.of(character)
            if used + next > width, !current.isEmpty {
                pieces.append(current)
                current = ""
                used = 0
            }
            current.append(character)
            used += next
        }
        return pieces + [current]
    }
}
