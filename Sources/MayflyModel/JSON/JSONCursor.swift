/// A position in a JSON text, from which one value after the other is read.
struct JSONCursor {
    let bytes: [UInt8]
    var position = 0
    private let maximumDepth: Int
    private let maximumValues: Int
    private var valueCount = 0

    init(_ bytes: [UInt8], maximumDepth: Int, maximumValues: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func wholeText() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw problem("expected the end of the text") }
        return value
    }

    /// An error at an offset; at the current position when none is given.
    func problem(_ reason: String, at offset: Int? = nil) -> JSONError {
        let (line, column) = lineAndColumn(of: offset ?? position)
        return .malformed(reason: reason, line: line, column: column)
    }

    private func lineAndColumn(of offset: Int) -> (Int, Int) {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, before.count - start + 1)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips a character if it is the next one.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// `depth` counts the lists and objects around the value.
    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard valueCount < maximumValues else { throw .tooMany(limit: maximumValues) }
        valueCount += 1
        skipSpace()
        switch next {
        case nil: throw problem(bytes.isEmpty ? "the text is empty" : "the text ends too early")
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw problem("expected a value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: letters) else { throw problem("expected a value") }
        position += letters.count
        return value
    }

    /// Enters a list or an object. The maximum depth bounds the recursion.
    private mutating func enter(depth: Int) throws(JSONError) {
        guard depth < maximumDepth else {
            let (line, column) = lineAndColumn(of: position)
            throw .tooDeep(limit: maximumDepth, line: line, column: column)
        }
        position += 1
        skipSpace()
    }

    private mutating func list(depth: Int) throws(JSONError) -> JSONValue {
        try enter(depth: depth)
        if take("]") { return .list([]) }
        var items: [JSONValue] = []
        repeat {
            items.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw problem("expected ',' or ']'") }
        return .list(items)
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        try enter(depth: depth)
        var members = JSONMembers()
        if take("}") { return .object(members.all) }
        repeat {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else { throw problem("expected a key in quotes") }
            let name = try string()
            guard name.utf8.count <= JSONReader.longestName else {
                throw problem(
                    "a key has \(name.utf8.count) bytes; at most \(JSONReader.longestName) are allowed",
                    at: start
                )
            }
            skipSpace()
            guard take(":") else { throw problem("expected ':' after the key '\(SafeText.line(name, limit: 80))'") }
            guard members.add(name, try value(depth: depth + 1)) else {
                throw problem("the key '\(SafeText.line(name, limit: 80))' is there twice", at: start)
            }
            skipSpace()
        } while take(",")
        guard take("}") else { throw problem("expected ',' or '}'") }
        return .object(members.all)
    }
}

/// The members of an object while it is read, each name once.
private struct JSONMembers {
    private(set) var all: [JSONValue.Member] = []
    /// The names, filled when there are too many for a linear search.
    private var names: Set<String> = []

    /// Up to this number of members a linear search is used.
    private static let few = 16

    /// Adds a member; false for a name that is there already.
    mutating func add(_ name: String, _ value: JSONValue) -> Bool {
        if all.count < Self.few {
            guard !all.contains(where: { $0.name == name }) else { return false }
        } else {
            if names.isEmpty { names = Set(all.map(\.name)) }
            guard names.insert(name).inserted else { return false }
        }
        all.append(JSONValue.Member(name, value))
        return true
    }
}
