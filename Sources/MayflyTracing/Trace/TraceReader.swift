package import MayflyModel

/// Reads traces that `TraceFile` has written, in either form, with all their pieces.
package enum TraceReader {
    /// The largest file that is read, in bytes.
    package static let largestFile = 64 << 20

    /// Throws `.files` for what cannot be read, and `.invalidInput` with the file, the line, the rule and the value for what is no trace.
    package static func lines(of path: String) throws(MayflyError) -> [TraceLine] {
        try lines(of: path, try InputFile.bytes(of: path, limit: largestFile))
    }

    /// The same with the bytes of the first piece.
    package static func lines(of path: String, _ bytes: [UInt8]) throws(MayflyError) -> [TraceLine] {
        var pieces = [(path, bytes)]
        while pieces.count < PiecedFile.mostPieces {
            let next = PiecedFile.name(path, piece: pieces.count + 1)
            guard InputFile.exists(next), isTrace(bytes) else { break }
            pieces.append((next, try InputFile.bytes(of: next, limit: largestFile)))
        }
        if bytes.first == UInt8(ascii: "{") { return try chromeLines(pieces) }
        var lines: [TraceLine] = []
        for (path, bytes) in pieces { lines += try textLines(path, bytes) }
        return lines
    }

    private static func isTrace(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: TraceText.title.utf8) || bytes.first == UInt8(ascii: "{")
    }

    private static func textLines(_ path: String, _ bytes: [UInt8]) throws(MayflyError) -> [TraceLine] {
        var rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        guard rows.popFirst()?.elementsEqual(TraceText.title.utf8) == true else {
            throw failure(path, "line 1 must be '\(TraceText.title)'; this is no trace and no record")
        }
        var lines: [TraceLine] = []
        for (index, row) in rows.enumerated() where !row.isEmpty && row.first != UInt8(ascii: "#") {
            guard let text = String(validating: row, as: UTF8.self), let line = TraceLine(text) else {
                let shown = SafeText.line(String(decoding: row.prefix(200), as: UTF8.self), limit: 80)
                throw failure(path, "line \(index + 2) is not a step of a trace: '\(shown)'")
            }
            lines.append(line)
        }
        return lines
    }

    private static func chromeLines(_ pieces: [(String, [UInt8])]) throws(MayflyError) -> [TraceLine] {
        var all: [JSONValue] = []
        for (path, bytes) in pieces {
            let reader = JSONReader(maximumBytes: largestFile, maximumDepth: 64, maximumValues: 1 << 23)
            let value: JSONValue
            do throws(JSONError) { value = try reader.value(of: bytes) } catch {
                throw failure(path, error.description)
            }
            guard case .list(let events) = value["traceEvents"] else {
                throw failure(path, "'traceEvents' must be an array, found \(value["traceEvents"].kind)")
            }
            all += events
        }
        guard let lines = ChromeTrace.lines(of: all) else {
            throw failure(pieces[0].0, "it has events that are not of a trace of this product")
        }
        return lines
    }

    private static func failure(_ path: String, _ reason: String) -> MayflyError {
        MayflyError(.invalidInput, "'\(SafeText.line(path))': \(reason)")
    }
}
