import MayflyModel

/// Reads the Markdown of a card's text: bold, italic, bulleted and numbered lists, links, and the moments `{{DATE(…)}}` and
/// `{{TIME(…)}}`. Everything else stands for itself.
///
/// The time is linear in the length of the text.
struct Markdown {
    /// The style of words without signs.
    let style: CardTextStyle
    /// How many more pieces the card may have.
    private(set) var room: Int

    init(style: CardTextStyle, room: Int) { (self.style, self.room) = (style, room) }

    /// Makes the action of a link; nil for an address that cannot be opened.
    typealias LinkMaker = (String) -> CardAction?

    /// The paragraphs of a text. Lines that are no items of a list are one paragraph, with their line breaks.
    mutating func paragraphs(of text: String, link: LinkMaker) -> [CardParagraph] {
        var paragraphs: [CardParagraph] = []
        var lines: [ArraySlice<UInt8>] = []
        for line in Self.lines(of: text) {
            if let (marker, words) = Self.item(line) {
                close(&lines, into: &paragraphs, link)
                paragraphs.append(CardParagraph(marker: marker, spans: spans(of: Array(words), link)))
            } else {
                lines.append(line)
            }
        }
        close(&lines, into: &paragraphs, link)
        return paragraphs
    }

    /// Lines end with CR, LF, or both.
    private static func lines(of text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            guard index >= start else { continue }
            lines.append(bytes[start..<index])
            start = index + 1
            if byte == 0x0D, start < bytes.count, bytes[start] == 0x0A { start += 1 }
        }
        return lines + [bytes[start...]]
    }

    private mutating func close(
        _ lines: inout [ArraySlice<UInt8>],
        into paragraphs: inout [CardParagraph],
        _ link: LinkMaker
    ) {
        guard !lines.isEmpty else { return }
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        paragraphs.append(CardParagraph(marker: nil, spans: spans(of: bytes, link)))
        lines = []
    }

    /// The marker and the words of a line that is an item of a list.
    private static func item(_ line: ArraySlice<UInt8>) -> (CardParagraph.Marker, ArraySlice<UInt8>)? {
        var rest = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = rest.first else { return nil }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        let marker: CardParagraph.Marker
        if digits.isEmpty {
            guard first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "+") else {
                return nil
            }
            marker = .bullet
            rest = rest.dropFirst()
        } else {
            guard digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")") else { return nil }
            marker = .number(number)
            rest = rest.dropFirst()
        }
        guard rest.first == UInt8(ascii: " ") else { return nil }
        return (marker, rest.drop { $0 == UInt8(ascii: " ") })
    }

    private mutating func spans(of bytes: [UInt8], _ link: LinkMaker) -> [CardSpan] {
        var tokens = MarkdownTokens(bytes)
        tokens.pairSigns()
        var pieces = MarkdownPieces(style: style)
        for (index, token) in tokens.all.enumerated() {
            guard pieces.spans.count < room else {
                pieces.add(tokens.written(from: index))
                break
            }
            switch token {
            case .words(let range): pieces.add(tokens.bytes[range])
            case .sign(let sign) where sign.role == .none: pieces.add(tokens.bytes[sign.range])
            case .sign(let sign): pieces.change(sign)
            case .moment(let moment, let range): pieces.add(moment, as: tokens.bytes[range])
            case .linkStart(let address): pieces.beginLink(link(address))
            case .linkEnd: pieces.endLink()
            }
        }
        pieces.close()
        room -= pieces.spans.count
        return pieces.spans
    }
}

/// The pieces of a paragraph while it is read.
private struct MarkdownPieces {
    private let style: CardTextStyle
    private(set) var spans: [CardSpan] = []
    private var words: [UInt8] = []
    private var (bold, italic) = (0, 0)
    private var isInLink = false
    private var link: CardAction?

    init(style: CardTextStyle) { self.style = style }

    mutating func add(_ bytes: ArraySlice<UInt8>) { words += bytes }

    /// The words of a link are one piece, which has the style of its end.
    mutating func change(_ sign: MarkdownTokens.Sign) {
        if !isInLink { close() }
        let change = sign.role == .opens ? 1 : -1
        if sign.range.count != 2 { italic += change }
        if sign.range.count >= 2 { bold += change }
    }

    mutating func add(_ moment: CardMoment, as written: ArraySlice<UInt8>) {
        let text = moment.text
        guard !isInLink, !text.isEmpty else { return add(text.isEmpty ? written : ArraySlice(text.utf8)) }
        close()
        words = Array(text.utf8)
        close(moment)
    }

    mutating func beginLink(_ action: CardAction?) {
        close()
        (isInLink, link) = (true, action)
    }

    mutating func endLink() {
        close()
        (isInLink, link) = (false, nil)
    }

    mutating func close(_ moment: CardMoment? = nil) {
        guard !words.isEmpty else { return }
        var style = style
        if bold > 0 { style.weight = .bolder }
        if italic > 0 { style.isItalic = true }
        spans.append(CardSpan(text: String(decoding: words, as: UTF8.self), moment: moment, style: style, action: link))
        words = []
    }
}
