package import MayflyModel
package import MayflyStore
internal import MayflyViews

/// A conversation as lines for a person. All that others wrote is made safe to show.
package struct ConversationText: Sendable {
    private let names: Names

    package init(_ names: Names) { self.names = names }

    /// The rows under their numbers, wrapped to the width.
    ///
    /// A row of the host begins with a number, and further rows of a text are indented more than any number, so that a message cannot
    /// look like another one.
    package func lines(of page: TranscriptPage, width: Int = TerminalLines.standardWidth) -> [String] {
        rows(of: page, width: width).flatMap(\.lines)
    }

    func rows(of page: TranscriptPage, width: Int) -> [ScreenRow] {
        guard page.count > 0 else { return [ScreenRow(item: nil, lines: ["(no messages)"])] }
        let above = page.firstNumber - 1
        let head = above > 0 ? ["(\(above) earlier \(above == 1 ? "entry" : "entries"))"] : []
        return head.map { ScreenRow(item: nil, lines: [$0]) }
            + page.numbered.map { number, entry in
                ScreenRow(item: entry.itemID, lines: lines(of: entry, number: number, width: width))
            }
    }

    private func lines(of entry: TranscriptEntry, number: Int, width: Int) -> [String] {
        let margin = String(repeating: " ", count: max(0, 3 - "\(number)".count)) + "\(number)  "
        let indent = margin.count + 2
        func wrapped(_ line: String, isFirst: Bool) -> [String] {
            let prefix = isFirst ? margin : String(repeating: " ", count: indent)
            return TerminalLines.hanging(prefix, SafeText.collapsingBlanks(line), indent: indent, width: width)
        }
        switch entry {
        case .summary(let line):
            return wrapped("-- \(SummaryText.text(of: line, name: names.name(of:))) --", isFirst: true)
        case .bubble(let bubble):
            var rows = names.text(of: bubble.item).lines
            rows[0] = "\(SafeText.line(names.name(of: bubble.item.sender))): \(rows[0])"
            if let note = DeliveryNote.text(bubble.delivery, of: bubble.item) {
                rows[rows.endIndex - 1] += " (\(note))"
            }
            rows[rows.endIndex - 1] += note(on: bubble.expiry)
            rows += bubble.stickers.map(line(of:))
            return rows.enumerated().flatMap { index, row in wrapped(row, isFirst: index == 0) }
        }
    }

    /// A conversation in a list of them.
    func line(of overview: ConversationOverview) -> String {
        let members = overview.members.map { SafeText.line($0.name) }.joined(separator: ", ")
        let end = overview.newest.map { entry in
            switch entry {
            case .summary(let line): "-- \(SummaryText.text(of: line, name: names.name(of:))) --"
            case .bubble(let bubble):
                "\(SafeText.line(names.name(of: bubble.item.sender))): \(SafeText.collapsingBlanks(names.text(of: bubble.item).line))"
            }
        }
        return "\(SafeText.line(overview.conversation.name)): \(members)" + (end.map { "; \($0)" } ?? "")
            + (overview.hasDraft ? "; the input field is not empty" : "")
    }

    /// A sticker on a bubble, with its position and, where they differ from the usual, its scale and rotation.
    private func line(of item: Item) -> String {
        let text = names.text(of: item).line
        guard let placement = item.placement else { return text }
        func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
        return
            "+ \(SafeText.line(names.name(of: item.sender))): \(text) at \(percent(placement.x)), \(percent(placement.y))"
            + (placement.scale == 1 ? "" : ", scale \(percent(placement.scale))")
            + (placement.rotation == 0 ? "" : ", turned \(Int(placement.rotation.rounded()))°")
    }

    private func note(on expiry: Expiry?) -> String {
        switch expiry {
        case .due(let moment): " (will be deleted \(moment.text))"
        case .kept: " (kept)"
        case nil: ""
        }
    }

    /// What is in the input field, whole.
    package func lines(of draft: Draft, width: Int = TerminalLines.standardWidth) -> [String] {
        FieldText(draft, names, width: width, rows: nil).lines
    }
}
