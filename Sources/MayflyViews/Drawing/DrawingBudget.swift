/// What one drawing may still use. All parts of it share this, those that only measure included: each level of blocks makes the lines
/// of those inside of it anew, and a text may become as many lines as it has letters.
final class DrawingBudget {
    /// Bytes of text that was read and of lines that were made.
    private(set) var used = 0
    private let limit: Int

    init(limit: Int = CardLimits.drawnBytes) { self.limit = limit }

    /// Nothing more is drawn.
    var isUsedUp: Bool { used > limit }

    func use(bytes: Int) { used += bytes }

    /// A line for each part, until there are more than a printer shows or the budget is used up.
    func lines<Parts: Sequence>(of parts: Parts, _ line: (Parts.Element) -> DrawnLine) -> [DrawnLine] {
        var lines: [DrawnLine] = []
        for part in parts {
            guard hasRoom(below: lines) else { break }
            lines.append(line(part))
            use(bytes: lines[lines.count - 1].bytes)
        }
        return lines
    }

    /// The lines of each part below those of the part before, in the same bounds.
    func stacked<Parts: Sequence>(_ parts: Parts, _ lines: (Parts.Element) -> [DrawnLine]) -> [DrawnLine] {
        var all: [DrawnLine] = []
        for part in parts {
            guard hasRoom(below: all) else { break }
            all += lines(part)
        }
        return all
    }

    /// Whether another line can be drawn below these.
    func hasRoom(below lines: [DrawnLine]) -> Bool { lines.count <= CardLimits.drawnLines && !isUsedUp }
}
