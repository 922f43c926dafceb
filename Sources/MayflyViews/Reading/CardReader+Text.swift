import MayflyModel

extension CardReader {
    /// Reads a `TextBlock`.
    mutating func text(_ fields: Fields) throws(ReadingError) -> CardText {
        let isHeading = try fields.word("style")?.lowercased() == "heading"
        let style = try textStyle(fields, isHeading: isHeading)
        var text = CardText(markdown(try fields.requiredString("text"), style: style))
        text.alignment = try fields.knownOption("horizontalAlignment")
        text.wraps = try fields.bool("wrap", default: false)
        text.maxLines = try fields.count("maxLines")
        text.isHeading = isHeading
        return text
    }

    /// Reads a `RichTextBlock`, which has no Markdown.
    mutating func richText(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> CardText {
        var paragraph = CardParagraph(marker: nil, spans: [])
        for value in try fields.array("inlines") {
            if case .text(let words) = value {
                try countPart()
                paragraph.spans.append(CardSpan(text: words, moment: nil, style: CardTextStyle(), action: nil))
                continue
            }
            let spans = try part(value, noun: "inline", underFallback: underFallback) {
                (reader, fields, underFallback) throws(ReadingError) in
                try reader.run(fields, underFallback: underFallback)
            }
            if let spans { paragraph.spans += spans }
        }
        var text = CardText([paragraph])
        text.alignment = try fields.knownOption("horizontalAlignment")
        text.wraps = true
        return text
    }

    private mutating func run(_ fields: Fields, underFallback: Bool) throws(ReadingError) -> [CardSpan] {
        guard try fields.requiredWord("type") == "TextRun" else { throw .unusable("is not supported") }
        var style = try textStyle(fields, isHeading: false)
        style.isItalic = try fields.bool("italic", default: false)
        style.isUnderlined = try fields.bool("underline", default: false)
        style.isStruckThrough = try fields.bool("strikethrough", default: false)
        style.isHighlighted = try fields.bool("highlight", default: false)
        let action = try selectAction(of: fields, underFallback: underFallback)
        return moments(try fields.requiredString("text"), style: style).map { span in
            var span = span
            span.action = action
            return span
        }
    }

    private func textStyle(_ fields: Fields, isHeading: Bool) throws(ReadingError) -> CardTextStyle {
        CardTextStyle(
            size: try fields.option("size", default: isHeading ? .large : .default),
            weight: try fields.option("weight", default: isHeading ? .bolder : .default),
            color: try fields.option("color", default: .default),
            isSubtle: try fields.bool("isSubtle", default: false),
            isMonospaced: try fields.word("fontType")?.lowercased() == "monospace"
        )
    }

    /// Text with Markdown.
    mutating func markdown(_ text: String, style: CardTextStyle) -> [CardParagraph] {
        var markdown = Markdown(style: style, room: spansLeft)
        let paragraphs = markdown.paragraphs(of: text) { link(to: $0) }
        spansLeft = markdown.room
        return paragraphs
    }

    /// Text with moments and without Markdown.
    private mutating func moments(_ text: String, style: CardTextStyle) -> [CardSpan] {
        let bytes = Array(text.utf8)
        var spans: [CardSpan] = []
        var (run, index) = (0, 0)
        func piece(_ range: Range<Int>) -> CardSpan {
            CardSpan(text: String(decoding: bytes[range], as: UTF8.self), moment: nil, style: style, action: nil)
        }
        while index < bytes.count, spans.count < spansLeft {
            guard bytes[index] == UInt8(ascii: "{"), let (moment, end) = CardMoment.read(bytes, at: index) else {
                index += 1
                continue
            }
            if run < index { spans.append(piece(run..<index)) }
            spans.append(CardSpan(text: moment.text, moment: moment, style: style, action: nil))
            (run, index) = (end, end)
        }
        if run < bytes.count { spans.append(piece(run..<bytes.count)) }
        spansLeft -= spans.count
        return spans
    }

    /// Text without Markdown.
    func plainParagraphs(_ text: String) -> [CardParagraph] {
        [CardParagraph(marker: nil, spans: [CardSpan(text: text, moment: nil, style: CardTextStyle(), action: nil)])]
    }
}
