/// Finds aliases before a file is parsed: a few of them can stand for more values than a machine has memory for.
enum AliasSearch {
    /// The place of the first alias; nil where there is none, or no anchor that it could name. It may also be in a text.
    ///
    /// Lines and columns count from 1.
    static func alias(in text: String) -> (line: Int, column: Int)? {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if let column = column(in: line) { return (number + 1, column) }
        }
        return nil
    }

    private static func column(in line: Substring) -> Int? {
        var mayBegin = true
        var column = 0
        for (character, next) in zip(line, line.dropFirst().map(Optional.some) + [nil]) {
            column += 1
            switch character {
            case " ", "\t": continue
            case "*" where mayBegin && next?.isWhitespace == false: return column
            case "-", "?", ":", "[", "{", ",": mayBegin = true
            default: mayBegin = false
            }
        }
        return nil
    }
}
