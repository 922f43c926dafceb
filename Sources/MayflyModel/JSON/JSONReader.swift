/// Reads untrusted JSON strictly (RFC 8259): UTF-8, no comments, no trailing commas, no raw control characters in text.
///
/// The name of a member may occur once in its object; names that differ only in their Unicode normal form are the same.
/// It has at most 256 bytes of UTF-8.
/// A byte order mark is skipped. A number may have any size: see `JSONNumber`.
public struct JSONReader: Sendable {
    /// The largest text in bytes.
    public let maximumBytes: Int
    /// The largest nesting depth of lists and objects: 1 for a list of numbers, 0 for a number alone; 128 at most.
    public let maximumDepth: Int
    /// The largest number of values, those inside of others included. A value takes far more memory than its text.
    public let maximumValues: Int

    /// The upper bound of every depth, so that no recursion over a value exhausts the stack.
    static let deepest = 128

    /// The largest name of a member in bytes. Names are compared in their normal form, which takes the square of the number of
    /// accents on one letter.
    package static let longestName = 256

    /// Limits for the texts of this reader; a depth above 128 counts as 128.
    public init(maximumBytes: Int, maximumDepth: Int, maximumValues: Int = .max) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = min(maximumDepth, Self.deepest)
        self.maximumValues = maximumValues
    }

    /// Reads a text that is one value.
    public func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try check(bytes.count)
        var cursor = JSONCursor(bytes, maximumDepth: maximumDepth, maximumValues: maximumValues)
        return try cursor.wholeText()
    }

    /// Reads a text that is one value. The size limit counts its UTF-8 bytes.
    public func value(of text: String) throws(JSONError) -> JSONValue {
        // Checked before the copy, which may be large.
        try check(text.utf8.count)
        return try value(of: Array(text.utf8))
    }

    private func check(_ count: Int) throws(JSONError) {
        guard count <= maximumBytes else { throw .tooLarge(bytes: count, limit: maximumBytes) }
    }
}

/// Why a text cannot be read as JSON.
public enum JSONError: Error, Hashable, CustomStringConvertible {
    /// The text is too large; it was not parsed.
    case tooLarge(bytes: Int, limit: Int)
    /// The list or object at this position is nested too deep.
    case tooDeep(limit: Int, line: Int, column: Int)
    /// The text has more values than this; the rest was not parsed.
    case tooMany(limit: Int)
    /// The text breaks a rule of RFC 8259 at this position. Line and column count from 1, the column in bytes.
    case malformed(reason: String, line: Int, column: Int)

    /// The end of a sentence that begins with "the view is" or "manifest.json:"; one line, safe to print.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "\(bytes) bytes of JSON; at most \(limit) are allowed"
        case .tooDeep(let limit, let line, let column):
            "nested deeper than \(limit) levels of JSON at line \(line), column \(column)"
        case .tooMany(let limit): "JSON of more than \(limit) values"
        case .malformed(let reason, let line, let column): "not JSON: line \(line), column \(column): \(reason)"
        }
    }
}
