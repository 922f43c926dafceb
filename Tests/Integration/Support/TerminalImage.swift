/// What stands on a terminal after some output, as far as Mayfly uses one.
enum TerminalImage {
    /// The rows from top to bottom. What scrolled away is not among them.
    static func rows(of output: String, columns: Int = 80, height: Int = 24) -> [String] {
        var rows = [""]
        var rest = output[...]
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}":
                let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
                if rest[..<end] == "[2", rest[end...].first == "J" { rows = [""] }
                rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
            case "\n", "\r\n": rows.append("")
            case "\r": break
            default:
                if rows[rows.count - 1].count >= columns { rows.append("") }
                rows[rows.count - 1].append(character)
            }
        }
        return rows.suffix(height)
    }
}
