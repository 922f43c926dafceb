internal import MayflyBundles
package import MayflyModel

/// Reads traces that `TraceFile` has written, in either form, with all their pieces.
package enum TraceReader {
    /// The largest file that is read, in bytes.
    package static let largestFile = 64 << 20

    /// The most values of JSON that are kept at once: those of a list of steps, or of all pieces in JSON. They take about 400 MiB.
    package static let mostValues = 6_000_000
    /// What a step takes besides its content, in values.
    private static let valuesOfStep = 8

    /// All steps of a trace.
    ///
    /// Throws `.files` for what cannot be read, and `.invalidInput` with the file, the line, the rule and the value for what is no trace,
    /// or has too many steps to be kept.
    package static func lines(of path: String, mostValues: Int = mostValues) throws(MayflyError) -> [TraceLine] {
        try lines(of: path, try contents(of: path), mostValues: mostValues)
    }

    /// The same with the bytes of the first piece.
    package static func lines(
        of path: String,
        _ bytes: [UInt8],
        mostValues: Int = mostValues
    ) throws(MayflyError) -> [TraceLine] {
        var (lines, left) = ([TraceLine](), mostValues)
        try read(path, bytes, mostValues: mostValues) { line throws(MayflyError) in
            left -= valuesOfStep + line.content.count
            guard left >= 0 else {
                throw failure(
                    path,
                    "its steps have more than \(mostValues) values, which is the most that is compared; "
                        + "print it instead, without --diff"
                )
            }
            lines.append(line)
        }
        return lines
    }

    /// Gives the steps one after the other. Of a trace in text, a piece is in memory at a time; one in JSON is kept whole.
    package static func read(
        _ path: String,
        _ bytes: [UInt8],
        mostValues: Int = mostValues,
        _ each: (TraceLine) throws(MayflyError) -> Void
    ) throws(MayflyError) {
        let isJSON = bytes.first == UInt8(ascii: "{")
        var chrome = ChromeSteps(mostValues: mostValues)
        try forEachPiece(of: path, bytes) { piece throws(MayflyError) in
            if isJSON { try chrome.add(piece) } else { try readText(piece, each) }
        }
        for step in chrome.steps.sorted(by: { $0.number < $1.number }) { try each(step.line) }
    }

    private struct Piece {
        let path: String
        let bytes: [UInt8]
    }

    private static func contents(of path: String) throws(MayflyError) -> [UInt8] {
        try RegularFile.contents(of: path, limit: largestFile)
    }

    /// The pieces of the trace that begins with these bytes. A file with the name of the next piece may be of an earlier trace, or none.
    private static func forEachPiece(
        of path: String,
        _ bytes: [UInt8],
        _ body: (Piece) throws(MayflyError) -> Void
    ) throws(MayflyError) {
        try body(Piece(path: path, bytes: bytes))
        guard let frame = frame(of: bytes) else { return }
        for number in 2...PiecedFile.mostPieces {
            let next = PiecedFile.name(path, piece: number)
            guard PiecedFile.exists(next) else { return }
            let bytes = try contents(of: next)
            guard bytes.starts(with: frame.beginning(number).utf8) else { return }
            try body(Piece(path: next, bytes: bytes))
        }
    }

    /// The longest beginning of a piece, in bytes.
    private static let longestBeginning = 300

    /// What is around each piece of the trace of which this is the first one; nil where it has no name.
    private static func frame(of bytes: [UInt8]) -> PiecedFile.Frame? {
        let beginning = String(decoding: bytes.prefix(longestBeginning), as: UTF8.self)
        guard let trace = IdentifierText.all(in: beginning).first else { return nil }
        return [TraceText.frame(of: trace), ChromeTrace.frame(of: trace)]
            .first { bytes.starts(with: $0.beginning(1).utf8) }
    }

    private static func readText(
        _ piece: Piece,
        _ each: (TraceLine) throws(MayflyError) -> Void
    ) throws(MayflyError) {
        // Row by row: a list of all rows could take far more memory than the file.
        var rest = piece.bytes[...]
        var number = 0
        while !rest.isEmpty || number == 0 {
            let row = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[row.endIndex...].dropFirst()
            number += 1
            guard number > 1 else {
                guard row.elementsEqual(TraceText.title.utf8) else {
                    throw failure(piece.path, "line 1 must be '\(TraceText.title)'; this is no trace and no record")
                }
                continue
            }
            guard !row.isEmpty, row.first != UInt8(ascii: "#") else { continue }
            let line: TraceLine
            do throws(TraceProblem) {
                guard let text = String(validating: row, as: UTF8.self) else {
                    throw TraceProblem.noStep(String(decoding: row, as: UTF8.self))
                }
                line = try TraceLine(text)
            } catch {
                throw failure(piece.path, "line \(number) \(error.reason)")
            }
            try each(line)
        }
    }

    /// The steps of pieces in JSON, whose order is known when all are there.
    private struct ChromeSteps {
        private(set) var steps: [ChromeTrace.Step] = []
        private var left: Int
        private let mostValues: Int

        init(mostValues: Int) { (self.mostValues, left) = (mostValues, mostValues) }

        mutating func add(_ piece: Piece) throws(MayflyError) {
            for (index, event) in try events(of: piece).enumerated() {
                do throws(TraceProblem) { steps += try ChromeTrace.steps(of: event) } catch {
                    throw failure(piece.path, "event \(index + 1) \(error.reason)")
                }
            }
        }

        private mutating func events(of piece: Piece) throws(MayflyError) -> [JSONValue] {
            let reader = JSONReader(maximumBytes: largestFile, maximumDepth: 64, maximumValues: left)
            let value: JSONValue
            do throws(JSONError) { value = try reader.value(of: piece.bytes) } catch {
                guard case .tooMany = error else { throw failure(piece.path, error.description) }
                throw failure(
                    piece.path,
                    "with it, the trace has more than \(mostValues) values, which is the most that is read in JSON; "
                        + "record it with --format text, which has no such bound"
                )
            }
            left -= value.count
            guard case .list(let events) = value["traceEvents"] else {
                throw failure(piece.path, "'traceEvents' must be an array, found \(value["traceEvents"].kind)")
            }
            return events
        }
    }

    private static func failure(_ path: String, _ reason: String) -> MayflyError {
        MayflyError(.invalidInput, "'\(SafeText.line(path))': \(reason)")
    }
}

extension JSONValue {
    /// How many values it is, those inside of it included.
    fileprivate var count: Int {
        switch self {
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        case .null, .boolean, .number, .text, .written: 1
        }
    }
}
