/// The colours of the cells of one row that a terminal got, as far as libchafa uses them.
struct ColouredCells {
    /// A cell with its colours, each as red, green and blue; nil for those of the terminal.
    struct Cell: Equatable {
        let character: Character
        let colours: Set<[Int]>
    }

    let cells: [Cell]

    init(_ row: some StringProtocol) {
        var cells: [Cell] = []
        var (front, back): ([Int]?, [Int]?)
        var rest = row[...]
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                let colours =
                    switch character {
                    case " ": [back]
                    case "█": [front]
                    default: [front, back]
                    }
                cells.append(Cell(character: character, colours: Set(colours.compactMap(\.self))))
                continue
            }
            guard rest.popFirst() == "[", let end = rest.firstIndex(where: \.isLetter) else { break }
            if rest[end] == "m" {
                Self.set(&front, &back, by: rest[..<end].split(separator: ";").compactMap { Int($0) })
            }
            rest = rest[rest.index(after: end)...]
        }
        self.cells = cells
    }

    /// Selects colours (ECMA-48, SGR; ISO 8613-6 for 38 and 48).
    private static func set(_ front: inout [Int]?, _ back: inout [Int]?, by numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: (front, back) = (nil, nil)
            case 7: swap(&front, &back)
            case 38, 48:
                guard rest.popFirst() == 2, rest.count >= 3 else { return }
                let colour = Array(rest.prefix(3))
                rest = rest.dropFirst(3)
                if number == 38 { front = colour } else { back = colour }
            default: break
            }
        }
    }
}
