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
        let texts = draft.itemsToSend.flatMap { Self.texts(of: $0, names) }
        let all = texts.enumerated().flatMap { index, text in
            TerminalLines.hanging(index == 0 ? Self.prefix : margin, text, indent: indent, width: width)
        }
        lines = TerminalLines.bounded(all, to: rows ?? all.count) { hidden in
            let characters = hidden.reduce(0) { $0 + $1.count - indent }
            return "(\(grouped(characters)) characters of the field are not shown: 'field' prints all of it)"
        }
        isWhole = lines.count == all.count
    }

    /// The lines of an item as its recipient sees it, and what other recipients get of it.
    private static func texts(of item: Item, _ names: Names) -> [String] {
        switch item.content {
        case .interactive(let message):
            let bubble = names.text(of: item)
            return bubble.lines.map(SafeText.countingBlanks) + further(message, in: bubble, names)
        case .text(let text): return [item.originLabel + quoted(text)]
        case .sticker, .attachment: return names.text(of: item).lines.map(SafeText.countingBlanks)
        }
    }

    /// What a message sends besides its bubble: texts that the bubble cuts or leaves out, and what goes to screen readers, to older
    /// devices, to browsers, and to what is left of it when a later message replaces it. The words of the caption are not repeated.
    private static func further(_ message: InteractiveMessage, in bubble: BubbleText, _ names: Names) -> [String] {
        func text(_ mention: MentionText?) -> String? {
            mention.map { $0.display(name: names.name(of:)) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let layout = message.layout
        let caption = text(layout?.caption)
        let spoken = text(message.spokenText)
        let summary = text(message.summaryText)
        let texts: [(name: String, text: String?)] = [
            ("title", text(layout?.imageTitle)), ("subtitle", text(layout?.imageSubtitle)), ("caption", caption),
            ("trailing caption", text(layout?.trailingCaption)), ("subcaption", text(layout?.subcaption)),
            ("trailing subcaption", text(layout?.trailingSubcaption)),
        ]
        let shown = SafeText.collapsingBlanks(bubble.line)
        var lines: [String] = []
        for case (let name, let text?) in texts
        where !shown.contains(SafeText.collapsingBlanks(SafeText.line(text, limit: .max))) {
            lines.append("also sent, as its \(name): \(quoted(text))")
        }
        if let spoken, spoken != caption { lines.append("also sent, to be read aloud: \(quoted(spoken))") }
        if let summary, summary != caption, summary != spoken {
            lines.append("also sent, as its summary: \(quoted(summary))")
        }
        let address = message.webURL.map { "also sent, as its address: \(SafeText.line($0, limit: .max))" }
        return lines + [address].compactMap(\.self)
    }

    private static func quoted(_ text: String) -> String {
        "\"\(SafeText.countingBlanks(SafeText.line(text, limit: .max)))\""
    }
}
