import MayflyModel

/// One line of a drawing: pieces of escaped text with their styles.
struct DrawnLine: Equatable {
    /// A piece with one style. The initialiser escapes the text, so that no untrusted control character reaches a terminal.
    struct Span: Equatable {
        let text: String
        let style: TextStyle
        let width: Int
        /// Whether it is a row of a picture, which cannot be cut.
        let isPicture: Bool

        init(_ text: String, style: TextStyle = .plain) {
            self.text = SafeText.line(text, limit: .max)
            self.style = style
            self.width = TextWidth.of(self.text)
            isPicture = false
        }

        /// A row of a picture.
        fileprivate init(mark: String, columns: Int) {
            (text, style, width, isPicture) = (mark, .plain, columns, true)
        }
    }

    private(set) var spans: [Span] = []

    /// In cells.
    var width: Int { spans.reduce(0) { $0 + $1.width } }

    /// What it takes of a `DrawingBudget`: about its bytes of memory.
    var bytes: Int {
        spans.reduce(MemoryLayout<DrawnLine>.stride) { $0 + MemoryLayout<Span>.stride + $1.text.utf8.count }
    }

    init(_ text: String = "", style: TextStyle = .plain) {
        if !text.isEmpty { spans = [Span(text, style: style)] }
    }

    /// A picture, in lines of its own.
    static func lines(of picture: PictureArea) -> [DrawnLine] {
        picture.marks.map { mark in
            var line = DrawnLine()
            line.spans = [Span(mark: mark, columns: picture.columns)]
            return line
        }
    }

    mutating func append(_ other: DrawnLine) {
        spans += other.spans
    }

    /// The line moved to the right by some cells.
    func indented(by cells: Int) -> DrawnLine {
        var line = DrawnLine(String(repeating: " ", count: max(0, cells)))
        line.append(self)
        return line
    }

    /// Fills the line up to a width; a longer one is cut, its end losing its style.
    func fitted(to width: Int) -> DrawnLine {
        let missing = width - self.width
        var line = missing < 0 ? cut(to: width) : self
        line.append(DrawnLine(String(repeating: " ", count: max(0, width - line.width))))
        return line
    }

    /// At most `width` cells of the line.
    func cut(to width: Int) -> DrawnLine {
        guard self.width > width else { return self }
        var line = DrawnLine()
        var room = width
        for span in spans {
            guard span.width >= room, !(span.isPicture && span.width == room) else {
                line.spans.append(span)
                room -= span.width
                continue
            }
            // A picture that has no room is left out.
            let text = span.isPicture ? String(repeating: " ", count: room) : TextWidth.cut(span.text + " ", to: room)
            line.spans.append(Span(text, style: span.style))
            break
        }
        return line
    }

    /// At most `width` cells of the line, with an ellipsis at its end.
    func cutShort(to width: Int) -> DrawnLine {
        var line = self
        line.append(DrawnLine(" …", style: spans.last?.style ?? .plain))
        return line.cut(to: width)
    }

    /// The same in bold.
    var bold: DrawnLine {
        var line = DrawnLine()
        for span in spans {
            guard !span.isPicture else {
                line.spans.append(span)
                continue
            }
            var style = span.style
            style.isBold = true
            line.spans.append(Span(span.text, style: style))
        }
        return line
    }

    /// The text, without spaces at its end.
    func text(ansi: Bool) -> String {
        var spans = spans
        while let last = spans.popLast() {
            guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
            spans.append(last.isPicture ? last : Span(String(last.text[...end]), style: last.style))
            break
        }
        return spans.map { ansi ? $0.style.applied(to: $0.text) : $0.text }.joined()
    }
}
