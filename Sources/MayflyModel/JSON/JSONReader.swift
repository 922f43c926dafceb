/// Reads untrusted JSON strictly (RFC 8259): UTF-8, no comments, no trailing commas, no raw control characters in text.
///
/// The name of a member may stand once in its object; names that differ in their normal form alone are the same name. A
/// byte order mark is passed over. A number may have any size: see `JSONNumber`.
public struct JSONReader: Sendable {
    /// Both are set by the caller, who knows what it reads.
    public let maximumBytes: Int
    /// How many lists and objects may lie in one another: 1 for a list of numbers, 0 for a number alone.
    public let maximumDepth: Int

    /// More levels than this are never read, so that no later walk through a value runs out of stack.
    static let deepest = 128

    public init(maximumBytes: Int, maximumDepth: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = min(maximumDepth, Self.deepest)
    }

    /// The one value of a whole text.
    public func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try check(bytes.count)
        var cursor = JSONCursor(bytes, maximumDepth: maximumDepth)
        return try cursor.wholeText()
    }

    public func value(of text: String) throws(JSONError) -> JSONValue {
        // Before the copy, which may be large.
        try check(text.utf8.count)
        return try value(of: Array(text.utf8))
    }

    private func check(_ count: Int) throws(JSONError) {
        guard count <= maximumBytes else { throw .tooLarge(bytes: count, limit: maximumBytes) }
    }
}
