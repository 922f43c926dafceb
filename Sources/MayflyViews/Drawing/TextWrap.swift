/// Breaks text into lines that fit a width.
enum TextWrap {
    /// Breaks at line breaks and spaces, and inside a word only if it is longer than a line.
    ///
    /// A line that fits keeps its spaces, so that drawings made of characters are not changed.
    ///
    /// Stops after the first line above `CardLimits.drawnLines`, which no printer shows.
    static func lines(_ text: String, width: Int, measure: TextMeasure = .cells) -> [String] {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard lines.count <= CardLimits.drawnLines else { break }
            if measure.of(line) <= width {
                lines.append(String(line))
            } else {
                lines += wrapped(line, max(1, width), measure)
            }
        }
        return lines
    }

    /// At most `limit` lines; the last one ends in `…` when some are left out.
    static func lines(_ text: String, width: Int, upTo limit: Int, measure: TextMeasure = .cells) -> [String] {
        limited(lines(text, width: width, measure: measure), to: limit, width: width, measure: measure)
    }

    /// Leaves out the lines after the first `limit`, of which the last one then ends in `…`.
    static func limited(_ lines: [String], to limit: Int, width: Int, measure: TextMeasure = .cells) -> [String] {
        guard lines.count > limit, limit > 0 else { return lines }
        return Array(lines.prefix(limit - 1)) + [measure.cut(lines[limit - 1] + " …", to: width)]
    }

    private static func wrapped(_ line: Substring, _ width: Int, _ measure: TextMeasure) -> [String] {
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in line.split(separator: " ") {
            let length = measure.of(word)
            if used > 0, used + measure.space + length <= width {
                current += " " + word
                used += measure.space + length
                continue
            }
            if used > 0 { lines.append(current) }
            var pieces = length <= width ? [String(word)] : pieces(of: word, width, measure)
            current = pieces.popLast() ?? ""
            used = measure.of(current)
            lines += pieces
        }
        return current.isEmpty && !lines.isEmpty ? lines : lines + [current]
    }

    /// Cuts a word into pieces of at most `width`, each of at least one scalar. A character that is wider than a line is cut, too.
    private static func pieces(of word: Substring, _ width: Int, _ measure: TextMeasure) -> [String] {
        plainPieces(of: word, width, measure) ?? piecesOfCharacters(of: word, width, measure)
    }

    /// Those of a word of printed ASCII; nil for another.
    private static func plainPieces(of word: Substring, _ width: Int, _ measure: TextMeasure) -> [String]? {
        let bytes = Array(word.utf8)
        var pieces: [String] = []
        var (start, index, used) = (0, 0, 0)
        while index < bytes.count {
            guard let next = measure.of(plain: bytes[index]) else { return nil }
            if used + next > width, index > start {
                pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
                (start, used) = (index, 0)
            }
            used += next
            index += 1
        }
        return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    private static func piecesOfCharacters(of word: Substring, _ width: Int, _ measure: TextMeasure) -> [String] {
        var pieces: [String] = []
        var current = ""
        var used = 0
        func add(_ part: Character) {
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
            if measure.of(character) <= width {
                add(character)
            } else {
                for scalar in character.unicodeScalars { add(Character(scalar)) }
            }
        }
        return pieces + [current]
    }
}
