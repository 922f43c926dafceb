internal import MayflyModel
internal import MayflyViews

/// An input field as lines for a person: all that Send sends, as long as there is room for it.
struct FieldText: Sendable, Equatable {
    let lines: [String]
    /// Whether nothing of the field is left out.
    let isWhole: Bool

    private static let prefix = "field: "
    static let empty = prefix + "(empty)"

    /// - Parameters:
    ///   - width: lines are wrapped to it.
    ///   - rows: how many lines there may be; nil for all.
    init(_ draft: Draft, _ names: Names, width: Int, rows: Int?) {
        guard !draft.isEmpty else { (lines, isWhole) = ([Self.empty], true); return }
        let indent = Self.prefix.count
        let margin = String(repeating: " ", count: indent)
        var all = TextLines()
        for part in FieldParts(names, longestText: rows.map { TextExcerpt.bytes(lines: $0, width: width) }).of(draft) {
            switch part {
            case .text(let text):
                let prefix = all.isEmpty ? Self.prefix : margin
                all.append(TerminalLines.hanging(prefix, text, indent: indent, width: width), indent: indent)
            case .omitted(let count): all.omit(count)
            }
        }
        (lines, isWhole) = all.bounded(to: rows) { hidden in
            ["(\(grouped(hidden)) characters of the field are not shown: 'field' prints all of it)"]
        }
    }
}
