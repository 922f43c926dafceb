internal import MayflyModel

/// Where the keys of a JSON text are, for messages about them.
struct JSONPlaces {
    /// The line and the column of each key, from 1, by its path such as `permissions[0].name`.
    private(set) var places: [String: (line: Int, column: Int)] = [:]

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0

    /// Deeper values have no places, so that the recursion has a bound.
    private static let deepest = 64

    /// Reads a text that `JSONReader` has read before. Of any other text, some keys may have no place.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        value(path: "", depth: 0)
    }

    /// The message of an error about the file with the places of the keys that it names: `manifest.json: 'id' must be …` becomes
    /// `manifest.json: 'id' at line 2, column 3 must be …`.
    func adding(to message: String, of file: String) -> String {
        var result = message
        for (path, place) in places {
            let located = "'\(path)' at line \(place.line), column \(place.column) "
            for before in ["\(file): ", "; "] {
                if let range = result.firstRange(of: "\(before)'\(path)' ") {
                    result.replaceSubrange(range, with: before + located)
                }
            }
        }
        return result
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            position += 1
            if byte == 0x0A { (line, lineStart) = (line + 1, position) }
        }
    }

    private mutating func value(path: String, depth: Int) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): members(path: path, depth: depth)
        case UInt8(ascii: "["): items(path: path, depth: depth)
        case UInt8(ascii: "\""): _ = text()
        default:
            while let byte = next, !Self.endsWord.contains(byte) { position += 1 }
        }
    }

    private static let endsWord = Set(",]} \t\r\n".utf8)

    private mutating func members(path: String, depth: Int) {
        position += 1
        while depth < Self.deepest {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { break }
            let place = (line, position - lineStart + 1)
            let key = path + text()
            places[key] = place
            skipSpace()
            position += 1
            value(path: key + ".", depth: depth + 1)
            skipSpace()
            guard next == UInt8(ascii: ",") else { break }
            position += 1
        }
        if next == UInt8(ascii: "}") { position += 1 }
    }

    private mutating func items(path: String, depth: Int) {
        position += 1
        let list = path.hasSuffix(".") ? String(path.dropLast()) : path
        var index = 0
        while depth < Self.deepest {
            skipSpace()
            guard let byte = next, byte != UInt8(ascii: "]") else { break }
            let item = "\(list)[\(index)]"
            places[item] = (line, position - lineStart + 1)
            value(path: item + ".", depth: depth + 1)
            skipSpace()
            guard next == UInt8(ascii: ",") else { break }
            position += 1
            index += 1
        }
        if next == UInt8(ascii: "]") { position += 1 }
    }

    /// The text in quotes, with its escapes as they stand: no known key has any.
    private mutating func text() -> String {
        position += 1
        let start = position
        while let byte = next, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
        let end = min(position, bytes.count)
        position += 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
