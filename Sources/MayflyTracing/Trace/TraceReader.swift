internal import MayflyBundles
package import MayflyModel

/// Reads traces that `TraceFile` has written, in either form, with all their pieces.
package enum TraceReader {
    /// The largest file that is read, in bytes.
    package static let largestFile = 64 << 20

    /// Throws `.files` for what cannot be read, and `.invalidInput` with the file, the line, the rule and the value for what is no trace.
    package static func lines(of path: String) throws(MayflyError) -> [TraceLine] {
        try lines(of: path, try RegularFile.contents(of: path, limit: largestFile))
    }

    /// The same with the bytes of the first piece.
    package static func lines(of path: String, _ bytes: [UInt8]) throws(MayflyError) -> [TraceLine] {
        let pieces = try pieces(of: path, bytes)
        if bytes.first == UInt8(ascii: "{") { return try chromeLines(pieces) }
        var lines: [TraceLine] = []
        for piece in pieces { lines += try textLines(piece) }
        return lines
    }

    private struct Piece {
        let path: String
        let bytes: [UInt8]
    }

    /// The pieces of the trace that begins with these bytes. A file with the name of the next piece may be of an earlier trace, or none.
    private static func pieces(of path: String, _ bytes: [UInt8]) throws(MayflyError) -> [Piece] {
        var pieces = [Piece(path: path, bytes: bytes)]
        guard let frame = frame(of: bytes) else { return pieces }
        while pieces.count < PiecedFile.mostPieces {
            let number = pieces.count + 1
            let next = PiecedFile.name(path, piece: number)
            guard PiecedFile.exists(next) else { break }
            let bytes = try RegularFile.contents(of: next, limit: largestFile)
            guard bytes.starts(with: frame.beginning(number).utf8) else { break }
            pieces.append(Piece(path: next, bytes: bytes))
        }
        return pieces
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

    private static func textLines(_ piece: Piece) throws(MayflyError) -> [TraceLine] {
        var rows = piece.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        guard rows.popFirst()?.elementsEqual(TraceText.title.utf8) == true else {
            throw failure(piece.path, "line 1 must be '\(TraceText.title)'; this is no trace and no record")
        }
        var lines: [TraceLine] = []
        for (index, row) in rows.enumerated() where !row.isEmpty && row.first != UInt8(ascii: "#") {
            do throws(TraceProblem) {
                guard let text = String(validating: row, as: UTF8.self) else {
                    throw TraceProblem.noStep(String(decoding: row, as: UTF8.self))
                }
                lines.append(try TraceLine(text))
            } catch {
                throw failure(piece.path, "line \(index + 2) \(error.reason)")
            }
        }
        return lines
    }

    private static func chromeLines(_ pieces: [Piece]) throws(MayflyError) -> [TraceLine] {
        var steps: [ChromeTrace.Step] = []
        for piece in pieces {
            for (index, event) in try events(of: piece).enumerated() {
                do throws(TraceProblem) { steps += try ChromeTrace.steps(of: event) } catch {
                    throw failure(piece.path, "event \(index + 1) \(error.reason)")
                }
            }
        }
        return steps.sorted { $0.number < $1.number }.map(\.line)
    }

    private static func events(of piece: Piece) throws(MayflyError) -> [JSONValue] {
        let reader = JSONReader(maximumBytes: largestFile, maximumDepth: 64, maximumValues: 1 << 23)
        let value: JSONValue
        do throws(JSONError) { value = try reader.value(of: piece.bytes) } catch {
            throw failure(piece.path, error.description)
        }
        guard case .list(let events) = value["traceEvents"] else {
            throw failure(piece.path, "'traceEvents' must be an array, found \(value["traceEvents"].kind)")
        }
        return events
    }

    private static func failure(_ path: String, _ reason: String) -> MayflyError {
        MayflyError(.invalidInput, "'\(SafeText.line(path))': \(reason)")
    }
}
