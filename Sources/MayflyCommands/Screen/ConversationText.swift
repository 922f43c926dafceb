package import MayflyModel
package import MayflyStore
internal import MayflyViews

/// A conversation as lines for a person. All that others wrote is made safe to show.
package struct ConversationText: Sendable {
    private let names: Names

    package init(_ names: Names) { self.names = names }

    /// The rows under their numbers.
    package func lines(of page: TranscriptPage) -> [String] {
        guard page.count > 0 else { return ["(no messages)"] }
        let above = page.firstNumber - 1
        let head = above > 0 ? ["(\(above) earlier \(above == 1 ? "entry" : "entries"))"] : []
        return head + page.numbered.flatMap { lines(of: $0.entry, number: $0.number) }
    }

    private func lines(of entry: TranscriptEntry, number: Int) -> [String] {
        let margin = String(repeating: " ", count: max(0, 3 - "\(number)".count)) + "\(number)  "
        switch entry {
        case .summary(let line):
            return [margin + "-- \(SafeText.line(line.text.display(name: names.name(of:)))) --"]
        case .bubble(let bubble):
            let sender = SafeText.line(names.name(of: bubble.item.sender))
            var rows = names.text(of: bubble.item).lines
            if let note = DeliveryNote.text(bubble.delivery, of: bubble.item) {
                rows[rows.endIndex - 1] += " (\(note))"
            }
            rows[rows.endIndex - 1] += note(on: bubble.expiry)
            rows += bubble.stickers.map(line(of:))
            return rows.enumerated().map { index, row in
                index == 0 ? "\(margin)\(sender): \(row)" : String(repeating: " ", count: margin.count + 2) + row
            }
        }
    }

    /// A conversation in a list of them.
    func line(of overview: ConversationOverview) -> String {
        let members = overview.members.map { SafeText.line($0.name) }.joined(separator: ", ")
        let end = overview.newest.map { entry in
            switch entry {
            case .summary(let line): "-- \(SafeText.line(line.text.display(name: names.name(of:)))) --"
            case .bubble(let bubble):
                "\(SafeText.line(names.name(of: bubble.item.sender))): \(names.text(of: bubble.item).line)"
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

    /// What is in the input field.
    package func lines(of draft: Draft) -> [String] {
        guard !draft.isEmpty else { return ["field: (empty)"] }
        let rows = draft.itemsToSend.flatMap { item in
            if case .text(let text) = item.content { return ["\"\(SafeText.line(text))\""] }
            return names.text(of: item).lines
        }
        return rows.enumerated().map { index, row in (index == 0 ? "field: " : "       ") + row }
    }
}
