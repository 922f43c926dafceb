package import MayflyModel

/// A conversation as lines for a person. All that others wrote is made safe to show.
package struct ConversationText: Sendable {
    private let names: Names

    package init(_ names: Names) { self.names = names }

    /// The rows under their numbers.
    package func lines(of transcript: Transcript) -> [String] {
        guard !transcript.entries.isEmpty else { return ["(no messages)"] }
        return transcript.entries.enumerated().flatMap { lines(of: $1, number: $0 + 1) }
    }

    private func lines(of entry: TranscriptEntry, number: Int) -> [String] {
        let margin = String(repeating: " ", count: max(0, 3 - "\(number)".count)) + "\(number)  "
        switch entry {
        case .summary(let line):
            return [margin + "-- \(SafeText.line(line.text.display(name: names.name(of:)))) --"]
        case .bubble(let item, let delivery):
            let sender = SafeText.line(names.name(of: item.sender))
            var rows = names.text(of: item).lines
            rows[rows.endIndex - 1] += note(on: delivery, item)
            return rows.enumerated().map { index, row in
                index == 0 ? "\(margin)\(sender): \(row)" : String(repeating: " ", count: margin.count + 2) + row
            }
        }
    }

    /// What is worth knowing of the delivery: nothing when all is well.
    private func note(on delivery: DeliveryState, _ item: Item) -> String {
        switch delivery {
        case .sent, .received: ""
        case .sending: " (on its way)"
        case .failed: " (not delivered\(item.message?.error.map { ": " + SafeText.line($0.message) } ?? ""))"
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
