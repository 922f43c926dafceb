internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// An input field as lines for a person: all that Send sends, as long as there is room for it.
struct FieldText: Sendable, Equatable {
    let lines: [String]
    /// Whether nothing of the field is left out.
    let isWhole: Bool

    /// Where there is less room, as in a covered field on the narrowest terminals, a row has none to spare.
    private static let leastIndentedWidth = 14
    static let prefix = "field: "
    static let empty = prefix + "(empty)"

    /// - Parameters:
    ///   - width: lines are wrapped to it.
    ///   - rows: how many lines there may be; nil for all.
    init(_ draft: Draft, _ names: Names, width: Int, rows: Int?) {
        guard !draft.isEmpty else { (lines, isWhole) = ([Self.empty], true); return }
        let margin = String(repeating: " ", count: Self.prefix.count)
        // Where a row goes on, it is indented more: what an extension wrote does not look like the text below it.
        let further = width < Self.leastIndentedWidth ? margin : margin + "  "
        var all = TextLines()
        func append(_ text: String, behind prefix: String) {
            let rows = TerminalLines.hanging(prefix, text, further: further, width: width)
            all.append(Array(rows.prefix(1)), indent: prefix.count)
            all.append(Array(rows.dropFirst()), indent: further.count)
        }
        for part in FieldParts(names, longestText: rows.map { TextExcerpt.bytes(lines: $0, width: width) }).of(draft) {
            switch part {
            case .text(let text): append(text, behind: all.isEmpty ? Self.prefix : margin)
            case .further(let text): append(text, behind: further)
            case .omitted(let count): all.omit(count)
            }
        }
        (lines, isWhole) = all.bounded(to: rows) { hidden in
            ["(\(grouped(hidden)) characters of the field are not shown: 'field' prints all of it)"]
        }
    }
}
