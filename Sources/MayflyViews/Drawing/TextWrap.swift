/// Breaks text into lines that fit a width.
enum TextWrap {
    /// Breaks at line breaks and spaces, and inside a word only if it is longer than a line.
    ///
    /// A line that fits keeps its spaces, so that drawings made of characters are not changed.
    ///
    /// Stops after the first line above `most`, which tells that there are more.
    static func lines(_ text: String, width: Int, measure: TextMeasure = .cells, most: Int = .max) -> [String] {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard lines.count <= most else { break }
            if measure.of(line) <= width {
                lines.append(String(line))
            } else {
                lines += wrapped(line, max(1, width), measure, upTo: most - lines.count)
            }
        }
        return lines
    }

    /// At most `limit` lines; the last one ends in `…` when some are left out.
    static func lines(_ text: String, width: Int, upTo limit: Int, measure: TextMeasure = .cells) -> [String] {
        let lines = lines(text, width: width, measure: measure, most: limit > 0 ? limit : .max)
        return limited(lines, to: limit, width: width, measure: measure)
    }

    /// Leaves out the lines after the first `limit`, of which the last one then ends in `…`.
    static func limited(_ lines: [String], to limit: Int, width: Int, measure: TextMeasure = .cells) -> [String] {
        guard lines.count > limit, limit > 0 else { return lines }
        return Array(lines.prefix(limit - 1)) + [measure.cut(lines[limit - 1] + " …", to: width)]
    }

    /// - Parameter most: one line more is made at most.
    private static func wrapped(
        _ line: Substring,
        _ width: Int,
        _ measure: TextMeasure,
        upTo most: Int
    ) -> [String] {
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in line.split(separator: " ") {
            guard lines.count <= most else { return lines }
            let length = measure.of(word)
            if used > 0, used + measure.space + length <= width {
                current += " " + word
                used += measure.space + length
                continue
            }
            if used > 0 { lines.append(current) }
            var pieces = length <= width ? [String(word)] : pieces(of: word, width, measure, upTo: most - lines.count)
            current = pieces.popLast() ?? ""
            used = measure.of(current)
            lines += pieces
        }
        return current.isEmpty && !lines.isEmpty ? lines : lines + [current]
    }

    /// Cuts a word into pieces of at most `width`, each of at least one scalar. A character that is wider than a line is cut, too.
    /// Stops after the first piece above `most`.
    private static func pieces(of word: Substring, _ width: Int, _ measure: TextMeasure, upTo most: Int) -> [String] {
        plainPieces(of: word, width, measure, upTo: most) ?? piecesOfCharacters(of: word, width, measure, upTo: most)
    }

    /// Those of a word of printed ASCII; nil for another.
    private static func plainPieces(
        of word: Substring,
        _ width: Int,
        _ measure: TextMeasure,
        upTo most: Int
    ) -> [String]? {
        let bytes = Array(word.utf8)
        var pieces: [String] = []
        var (start, index, used) = (0, 0, 0)
        while index < bytes.count {
            guard let next = measure.of(plain: bytes[index]) else { return nil }
            if used + next > width, index > start {
                guard pieces.count <= most else { return pieces }
                pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
                (start, used) = (index, 0)
            }
            used += next
            index += 1
        }
        return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    private static func piecesOfCharacters(
        of word: Substring,
        _ width: Int,
        _ measure: TextMeasure,
        upTo most: Int
    ) -> [String] {
        var pieces: [String] = []
        var current = ""
        var used = 0
        func add(_ part: Character) {
            guard pieces.count <= most else { return }
            let next = measure.of(part)
            if used + next > width, !current.isEmpty {
                pieces.append(current)
                current = ""
                used = 0
            }
            current.append(part)
            used += next
        }
        for character in word {
            guard pieces.count <= most else { return pieces }
            if measure.of(character) <= width {
                add(character)
            } else {
                for scalar in character.unicodeScalars { add(Character(scalar)) }
            }
        }
        return pieces.count <= most ? pieces + [current] : pieces
    }
}
