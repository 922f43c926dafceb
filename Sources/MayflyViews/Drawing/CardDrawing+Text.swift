import MayflyModel

extension CardDrawing {
    func lines(of text: CardText, width: Int) -> [DrawnLine] {
        var lines: [DrawnLine] = []
        for paragraph in text.paragraphs where !paragraph.spans.isEmpty && lines.count <= CardLimits.drawnLines {
            let mark = paragraph.marker.map { $0 == .bullet ? "• " : "\(paragraph.number). " } ?? ""
            let room = max(1, width - TextWidth.of(mark))
            let drawn = self.lines(of: paragraph.spans, wraps: text.wraps, width: room)
            lines += mark.isEmpty ? drawn : beside(DrawnLine(mark), drawn)
        }
        if isMeasuring { return lines }
        if let maxLines = text.maxLines, lines.count > maxLines {
            lines = Array(lines.prefix(maxLines))
            lines[maxLines - 1] = lines[maxLines - 1].cutShort(to: width)
        }
        return lines.map { aligned($0, text.alignment ?? alignment, width: width) }
    }

    /// A text on one line.
    func line(of text: CardText) -> DrawnLine {
        var line = DrawnLine()
        for paragraph in text.paragraphs {
            for span in paragraph.spans { line.append(DrawnLine(words(of: span), style: TextStyle(span.style))) }
        }
        return line
    }

    private func words(of span: CardSpan) -> String {
        let text = SafeText.block(span.text)
        return span.action.map { "[\(mark(of: $0))] " + text } ?? text
    }

    private func lines(of spans: [CardSpan], wraps: Bool, width: Int) -> [DrawnLine] {
        let pieces = spans.map { (text: words(of: $0), style: TextStyle($0.style)) }
        let text = pieces.map(\.text).joined()
        guard !text.isEmpty else { return [] }
        if isMeasuring { return [widest(of: text, upTo: width)] }
        let lines =
            wraps
            ? TextWrap.lines(text, width: width)
            : text.split(separator: "\n", omittingEmptySubsequences: false).map { TextWidth.cut(String($0), to: width) }
        guard pieces.count > 1 else { return lines.map { DrawnLine($0, style: pieces[0].style) } }
        var styles = SpanStyles(pieces)
        return lines.map { styles.styled($0) }
    }

    private func aligned(_ line: DrawnLine, _ alignment: CardText.Alignment, width: Int) -> DrawnLine {
        let free = width - line.width
        switch alignment {
        case .left: return line
        case .center: return line.indented(by: free / 2)
        case .right: return line.indented(by: free)
        }
    }

    /// A substitute for a text while it is measured: only its width matters, and wrapping is expensive.
    private func widest(of text: String, upTo width: Int) -> DrawnLine {
        var found = 0
        for line in text.split(separator: "\n") where found < width {
            found = max(found, TextWidth.of(String(line)))
        }
        return DrawnLine(String(repeating: " ", count: min(found, width)))
    }

    func wrapped(_ text: String, width: Int) -> [DrawnLine] {
        TextWrap.lines(text, width: width).map { DrawnLine($0) }
    }

    /// A mark and beside it text, whose further lines begin where its first one does.
    func hanging(_ mark: String, indent: Int, text: String, width: Int) -> [DrawnLine] {
        marked(wrapped(text, width: max(1, width - indent)), mark: mark, indent: indent)
    }

    func marked(_ lines: [DrawnLine], mark: String, indent: Int) -> [DrawnLine] {
        lines.enumerated().map { index, line in
            guard index == 0 else { return line.indented(by: indent) }
            var first = DrawnLine(mark).fitted(to: indent)
            first.append(line)
            return first
        }
    }
}

extension CardParagraph {
    fileprivate var number: Int { if case .number(let number)? = marker { number } else { 0 } }
}

/// Finds the styles of the pieces of a text again in its lines, which lack some of its blanks and may end in an ellipsis.
private struct SpanStyles {
    private let scalars: [(scalar: Unicode.Scalar, piece: Int)]
    private let styles: [TextStyle]
    private var position = 0

    init(_ pieces: [(text: String, style: TextStyle)]) {
        styles = pieces.map(\.style)
        scalars = pieces.enumerated().flatMap { index, piece in piece.text.unicodeScalars.map { ($0, index) } }
    }

    mutating func styled(_ line: String) -> DrawnLine {
        var styled = DrawnLine()
        var run = ""
        var piece = position < scalars.count ? scalars[position].piece : 0
        for scalar in line.unicodeScalars {
            let here = take(scalar) ?? piece
            if here != piece, !run.isEmpty {
                styled.append(DrawnLine(run, style: styles[piece]))
                run = ""
            }
            piece = here
            run.unicodeScalars.append(scalar)
        }
        if !run.isEmpty { styled.append(DrawnLine(run, style: styles[piece])) }
        return styled
    }

    /// The piece of the next scalar of this value, over blanks that the line lacks; nil for one that the line alone has.
    private mutating func take(_ scalar: Unicode.Scalar) -> Int? {
        var index = position
        while index < scalars.count, scalars[index].scalar != scalar {
            guard scalars[index].scalar == " " || scalars[index].scalar == "\n" else { return nil }
            index += 1
        }
        guard index < scalars.count else { return nil }
        position = index + 1
        return scalars[index].piece
    }
}
