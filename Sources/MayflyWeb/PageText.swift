/// Scripts and styles of the page as they go out: without comments that have lines of their own, and without blanks before lines.
///
/// Nothing in the files goes over several lines but comments (`PageTextTests`).
enum PageText {
    static func short(_ text: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isComment = false
        for line in Array(text).split(separator: UInt8(ascii: "\n")) {
            let own = trimmed(line)
            if isComment {
                isComment = !own.ends(with: "*/".utf8)
                continue
            }
            if own.starts(with: "/*".utf8) {
                isComment = !own.ends(with: "*/".utf8)
                continue
            }
            guard !own.isEmpty, !own.starts(with: "//".utf8) else { continue }
            result += own
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blank = UInt8(ascii: " ")
        let start = line.firstIndex { $0 != blank } ?? line.endIndex
        let end = line.lastIndex { $0 != blank }.map { $0 + 1 } ?? start
        return line[start..<end]
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with bytes: String.UTF8View) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
