/// Finds the styles of the pieces of a text again in its lines, which lack some of its blanks and may end in an ellipsis.
struct SpanStyles {
    private let scalars: [(scalar: Unicode.Scalar, piece: Int)]
    private let styles: [TextStyle]
    private var position = 0
    /// The first scalar from `position` on that is no blank.
    private var word = 0

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
        if scalar != " " {
            // Blanks are passed over once: a line may end in an ellipsis before any number of them.
            word = max(word, position)
            while word < scalars.count, Self.isBlank(scalars[word].scalar) { word += 1 }
            index = word
        } else {
            while index < scalars.count, scalars[index].scalar == "\n" { index += 1 }
        }
        guard index < scalars.count, scalars[index].scalar == scalar else { return nil }
        position = index + 1
        return scalars[index].piece
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" }
}
