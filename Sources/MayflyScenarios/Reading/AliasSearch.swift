/// Finds aliases before a file is parsed: a few of them can stand for more values than a machine has memory for.
enum AliasSearch {
    /// The place of the first alias of an anchor (`&name`) that the file has; nil where there is none. Either may also be in a text.
    ///
    /// Lines and columns count from 1.
    static func alias(in text: String) -> (line: Int, column: Int)? {
        let anchors = Set(
            text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).dropFirst().map(name)
        )
        guard anchors.contains(where: { !$0.isEmpty }) else { return nil }
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if let column = column(in: line, of: anchors) { return (number + 1, column) }
        }
        return nil
    }

    /// What the parser takes as the name of an anchor, or of an alias, from the beginning of a text.
    private static func name(_ text: some Sequence<UInt8>) -> [UInt8] {
        Array(
            text.prefix { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            }
        )
    }

    private static func column(in line: Substring, of anchors: Set<[UInt8]>) -> Int? {
        var mayBegin = true
        for (column, character) in line.enumerated() {
            switch character {
            case " ", "\t": continue
            case "*" where mayBegin && anchors.contains(name(line.dropFirst(column + 1).utf8)): return column + 1
            case "-", "?", ":", "[", "{", ",": mayBegin = true
            default: mayBegin = false
            }
        }
        return nil
    }
}
