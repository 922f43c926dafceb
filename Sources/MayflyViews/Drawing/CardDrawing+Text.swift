import MayflyModel

extension CardDrawing {
    func lines(of text: CardText, width: Int) -> [DrawnLine] {
        var lines: [DrawnLine] = []
        for paragraph in text.paragraphs where !paragraph.spans.isEmpty && budget.hasRoom(below: lines) {
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
        let alignment = text.alignment ?? alignment
        return alignment == .left ? lines : budget.lines(of: lines) { aligned($0, alignment, width: width) }
    }

    /// A text on one line.
    func line(of text: CardText) -> DrawnLine {
        var line = DrawnLine()
        for paragraph in text.paragraphs where !budget.isUsedUp {
            for span in paragraph.spans { line.append(DrawnLine(words(of: span), style: TextStyle(span.style))) }
        }
        budget.use(bytes: line.bytes)
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
        budget.use(bytes: text.utf8.count)
        if isMeasuring { return budget.lines(of: [text]) { widest(of: $0, upTo: width) } }
        let lines =
            wraps
            ? TextWrap.lines(text, width: width, most: CardLimits.drawnLines)
            : text.split(separator: "\n", maxSplits: CardLimits.drawnLines, omittingEmptySubsequences: false)
                .map { TextWidth.cut(String($0), to: width) }
        guard pieces.count > 1 else { return budget.lines(of: lines) { DrawnLine($0, style: pieces[0].style) } }
        var styles = SpanStyles(pieces)
        return budget.lines(of: lines) { styles.styled($0) }
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

    func wrapped(_ text: String, width: Int, style: TextStyle = .plain) -> [DrawnLine] {
        budget.use(bytes: text.utf8.count)
        return budget.lines(of: TextWrap.lines(text, width: width, most: CardLimits.drawnLines)) {
            DrawnLine($0, style: style)
        }
    }

    /// A mark and beside it text, whose further lines begin where its first one does.
    func hanging(_ mark: String, indent: Int, text: String, width: Int) -> [DrawnLine] {
        marked(wrapped(text, width: max(1, width - indent)), mark: mark, indent: indent)
    }

    func marked(_ lines: [DrawnLine], mark: String, indent: Int) -> [DrawnLine] {
        budget.lines(of: lines.enumerated()) { index, line in
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
