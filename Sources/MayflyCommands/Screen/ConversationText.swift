package import MayflyModel
package import MayflyProtocol
package import MayflyStore
internal import MayflyViews

/// A conversation as lines for a person. All that others wrote is made safe to show.
package struct ConversationText: Sendable {
    private let names: Names

    package init(_ names: Names) { self.names = names }

    /// The rows under their numbers, whole, wrapped to the width.
    package func lines(of page: TranscriptPage, width: Int = TerminalLines.standardWidth) -> [String] {
        rows(of: page, width: width, longestText: nil).flatMap(\.lines)
    }

    /// The rows under their numbers, wrapped to the width.
    ///
    /// - Parameters:
    ///   - longestText: how many lines a text may have; nil for any number.
    ///   - picture: the picture of an item, where it is drawn.
    ///   - known: a row that was made of this entry with this number before.
    func rows(
        of page: TranscriptPage,
        width: Int,
        longestText: Int?,
        picture: (ItemID) -> PictureArea? = { _ in nil },
        known: (Int, TranscriptEntry) -> ScreenRow? = { _, _ in nil }
    ) -> [ScreenRow] {
        guard page.count > 0 else { return [ScreenRow(item: nil, lines: ["(no messages)"])] }
        let above = page.firstNumber - 1
        let head = above > 0 ? ["(\(above) earlier \(above == 1 ? "entry" : "entries"))"] : []
        return head.map { ScreenRow(item: nil, lines: [$0]) }
            + page.numbered.map { number, entry in
                known(number, entry) ?? row(of: entry, in: TranscriptColumn(number, width: width), longestText, picture)
            }
    }

    private func row(
        of entry: TranscriptEntry,
        in column: TranscriptColumn,
        _ longestText: Int?,
        _ picture: (ItemID) -> PictureArea?
    ) -> ScreenRow {
        switch entry {
        case .summary(let line):
            let text = "-- \(BubbleText(line, name: names.name(of:)).line) --"
            return ScreenRow(item: line.item, lines: column.lines([text]))
        case .bubble(let bubble):
            let notes = self.notes(on: bubble) + bubble.stickers.map(line(of:))
            let picture = picture(bubble.item.id)
            let shown = picture.map(column.lines(of:)) ?? []
            let lines = words(of: bubble.item, in: column, longestText) + shown + notes.flatMap(column.note)
            return ScreenRow(item: bubble.item.id, lines: lines).showing(picture)
        }
    }

    private func words(of item: Item, in column: TranscriptColumn, _ longestText: Int?) -> [String] {
        let sender = "\(SafeText.line(names.name(of: item.sender))): "
        func lines(_ item: Item) -> [String] {
            var lines = names.text(of: item).contents
            lines[0] = sender + lines[0]
            return column.lines(lines)
        }
        guard case .text(let text) = item.content, let longestText else { return lines(item) }
        let excerpt = TextExcerpt(text, bytes: TextExcerpt.bytes(lines: longestText, width: column.width))
        let result = TextLines(
            excerpt,
            indent: column.indent,
            beginning: { lines(item.replacing(.text($0))) },
            end: column.furtherLines
        )
        return result.bounded(to: longestText) { hidden in
            column.note("(\(grouped(hidden)) characters of this text are not shown: 'show' prints all of it)")
        }.lines
    }

    /// What the host says below a bubble.
    private func notes(on bubble: Bubble) -> [String] {
        let expiry: String? =
            switch bubble.expiry {
            case .due(let moment): "will be deleted \(moment.text)"
            case .kept: "kept"
            case nil: nil
            }
        let delivery = DeliveryNote.text(of: bubble)
        return [names.attribution(of: bubble.item), delivery, expiry].compactMap(\.self)
    }

    /// A conversation in a list of them.
    package func line(of overview: ConversationOverview) -> String {
        let members = overview.members.ownerNames.map { SafeText.line($0) }.joined(separator: ", ")
        let end = overview.newest.map { entry in
            switch entry {
            case .summary(let line):
                "-- \(SafeText.collapsingBlanks(BubbleText(line, name: names.name(of:)).line)) --"
            case .bubble(let bubble):
                "\(SafeText.line(names.name(of: bubble.item.sender))): \(beginning(of: bubble.item))"
            }
        }
        // Words of others are the last: nothing of the host stands where they could go on.
        return "\(SafeText.line(overview.conversation.name)): \(members)"
            + (overview.hasDraft ? "; the input field is not empty" : "") + (end.map { "; \($0)" } ?? "")
    }

    /// The item in one line, which is cut if it is long.
    private func beginning(of item: Item) -> String {
        var item = item
        if case .text(let text) = item.content {
            let beginning = SafeText.beginning(of: text, bytes: Self.longestBeginning)
            if beginning.endIndex < text.endIndex { item = item.replacing(.text(beginning + "…")) }
        }
        return SafeText.line(SafeText.collapsingBlanks(names.text(of: item).line))
    }

    /// In bytes; blanks at the beginning are not shown.
    private static let longestBeginning = 8192

    /// A sticker on a bubble, with its position and, where they differ from the usual, its scale and rotation.
    private func line(of item: Item) -> String {
        let text = names.text(of: item).line
        guard let placement = item.placement else { return text }
        func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
        return
            "\(SafeText.line(names.name(of: item.sender))): \(text) at \(percent(placement.x)), \(percent(placement.y))"
            + (placement.scale == 1 ? "" : ", scale \(percent(placement.scale))")
            + (placement.rotation == 0 ? "" : ", turned \(Int(placement.rotation.rounded()))°")
    }

    /// What is in the input field, whole.
    package func lines(of draft: Draft, width: Int = TerminalLines.standardWidth) -> [String] {
        FieldText(draft, names, width: width, rows: nil).lines
    }
}
