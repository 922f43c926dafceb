import MayflyModel

extension CardDrawing {
    func lines(of text: CardText, width: Int) -> [DrawnLine] {
        guard !text.text.isEmpty else { return [] }
        let safe = SafeText.block(text.text)
        if isMeasuring { return [widest(of: safe, upTo: width)] }
        var lines =
            text.wraps
            ? TextWrap.lines(safe, width: width)
            : safe.split(separator: "\n", omittingEmptySubsequences: false).map { TextWidth.cut(String($0), to: width) }
        if let maxLines = text.maxLines { lines = TextWrap.limited(lines, to: maxLines, width: width) }
        let style = TextStyle(text)
        return lines.map { aligned(DrawnLine($0, style: style), text.alignment, width: width) }
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
