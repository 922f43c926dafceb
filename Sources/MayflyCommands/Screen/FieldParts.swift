internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// What an input field sends, in the order in which it is shown.
struct FieldParts {
    enum Part {
        /// One line, which is not wrapped yet. It begins with words or a mark of the host.
        case text(String)
        /// A further line of the part before it, which begins with any words.
        case further(String)
        /// So many characters are left out.
        case omitted(Int)
    }

    private let names: Names
    private let longestText: Int?

    /// - Parameter longestText: in bytes; of a longer text there are the beginning and the end. Nil for any length.
    init(_ names: Names, longestText: Int?) {
        self.names = names
        self.longestText = longestText
    }

    func of(_ draft: Draft) -> [Part] { draft.itemsToSend.flatMap(parts(of:)) }

    /// The lines of an item as its recipient sees it, and what other recipients get of it.
    private func parts(of item: Item) -> [Part] {
        switch item.content {
        case .interactive(let message):
            let bubble = names.text(of: item)
            return lines(of: bubble) + further(message, in: bubble)
        case .text(let text): return quoted(text, behind: item.originLabel)
        case .sticker, .attachment: return lines(of: names.text(of: item))
        }
    }

    private func lines(of bubble: BubbleText) -> [Part] {
        bubble.lines.map(SafeText.countingBlanks).enumerated().map { $0 == 0 ? .text($1) : .further($1) }
    }

    /// What a message sends besides its bubble: texts and files that the bubble cuts or leaves out, and what goes to screen readers,
    /// to older devices, to browsers, and to what is left of it when a later message replaces it. The words of the caption are not
    /// repeated. Also whether it expires: what an older device gets in its place does not.
    private func further(_ message: InteractiveMessage, in bubble: BubbleText) -> [Part] {
        let layout = message.layout
        let caption = text(layout?.caption)
        let spoken = text(message.spokenText)
        let summary = text(message.summaryText)
        let texts: [(name: String, text: String?)] = [
            ("title", text(layout?.imageTitle)), ("subtitle", text(layout?.imageSubtitle)), ("caption", caption),
            ("trailing caption", text(layout?.trailingCaption)), ("subcaption", text(layout?.subcaption)),
            ("trailing subcaption", text(layout?.trailingSubcaption)),
        ]
        let shown = bubble.wholeTexts.map(SafeText.collapsingBlanks)
        var parts: [Part] = []
        for case (let name, let text?) in texts where !Self.has(shown, text) {
            parts += quoted(text, behind: "also sent, as its \(name): ")
        }
        if let spoken, !Self.same(spoken, caption) { parts += quoted(spoken, behind: "also sent, to be read aloud: ") }
        if let summary, !Self.same(summary, caption), !Self.same(summary, spoken) {
            parts += quoted(summary, behind: "also sent, as its summary: ")
        }
        let address = message.webURL.map { "also sent, as its address: \(MessageURL.encoded($0))" }
        // Of two files, a bubble shows the picture (C-202).
        let media = layout?.image.flatMap { _ in layout?.media }
        let file = media.map { "also sent, and not shown: \(BubbleText.facts($0))" }
        let expiry = message.shouldExpire ? "deleted some time after it is read, but not on older devices" : nil
        return parts + [address, file, expiry].compactMap(\.self).map(Part.text)
    }

    private func text(_ mention: MentionText?) -> String? {
        mention.map { $0.display(name: names.name(of:)) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether one of the texts that a bubble shows whole is this text. A text that is only a part of it is another one.
    private static func has(_ shown: [String], _ text: String) -> Bool {
        text.utf8.count <= longestInBubble
            && shown.contains(where: SafeText.collapsingBlanks(SafeText.line(text, limit: .max)).hasSameBytes)
    }

    private static func same(_ text: String, _ other: String?) -> Bool { other.map(text.hasSameBytes) ?? false }

    /// In bytes; no bubble has room for more.
    private static let longestInBubble = 16_384

    private func quoted(_ text: String, behind prefix: String) -> [Part] {
        func safe(_ text: String) -> String { SafeText.countingBlanks(SafeText.line(text, limit: .max)) }
        let excerpt = TextExcerpt(text, bytes: longestText)
        guard let end = excerpt.end else { return [.text("\(prefix)\"\(safe(text))\"")] }
        return [.text("\(prefix)\"\(safe(excerpt.beginning))"), .omitted(excerpt.hidden), .further("\(safe(end))\"")]
    }
}
