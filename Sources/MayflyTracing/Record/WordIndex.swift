internal import Glibc

/// Where words begin in a file. It is made in one pass, and a search looks only at the places where the first word of a text stands.
struct WordIndex {
    private let bytes: [UInt8]
    /// By the key of a word, the last of its places in `starts`; -1 for none.
    private var last: [Int32]
    private var starts: [UInt32] = []
    /// By a place in `starts`, the former one with the same key.
    private var former: [Int32] = []

    /// Longer texts are no words.
    static let longest = 200
    /// The most places of a file, which take 32 MiB.
    static let mostPlaces = 1 << 22
    private static let mostKeys = 1 << 18

    /// - Parameter mostPlaces: what begins behind these is not found.
    init(_ bytes: [UInt8], mostPlaces: Int = mostPlaces) {
        self.bytes = bytes
        var keys = 1 << 8
        while keys < Self.mostKeys, keys < bytes.count / 4 { keys *= 2 }
        last = [Int32](repeating: -1, count: keys)
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count, starts.count < mostPlaces {
                let end = Self.endOfFirstWord(bytes, start)
                if let key = Self.key(bytes, start, end) { add(start, key) }
                start = end
            }
        }
    }

    private mutating func add(_ start: Int, _ key: UInt32) {
        let row = Int(key) & (last.count - 1)
        former.append(last[row])
        last[row] = Int32(starts.count)
        starts.append(UInt32(start))
    }

    /// Whether a text of 2 to `longest` bytes stands in the file as a whole: neither a letter nor a digit is before or behind it.
    ///
    /// - Parameter steps: how many places may be looked at; those that were are taken off. With none left, nothing is found.
    func contains(_ text: [UInt8], _ steps: inout Int) -> Bool {
        text.withUnsafeBufferPointer { text in
            bytes.withUnsafeBufferPointer { bytes in
                guard let key = Self.key(text, 0, Self.endOfFirstWord(text, 0)) else { return false }
                var place = last[Int(key) & (last.count - 1)]
                while place >= 0, steps > 0 {
                    steps -= 1
                    if Self.stands(text, in: bytes, at: Int(starts[Int(place)])) { return true }
                    place = former[Int(place)]
                }
                return false
            }
        }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static func stands(_ text: Bytes, in bytes: Bytes, at start: Int) -> Bool {
        let end = start + text.count
        guard end <= bytes.count, end == bytes.count || !isPart(bytes[end]) else { return false }
        guard let word = text.baseAddress, let place = bytes.baseAddress else { return false }
        return memcmp(word, place + start, text.count) == 0
    }

    /// What a text begins with: a word as a whole, or one sign.
    private static func endOfFirstWord(_ bytes: Bytes, _ start: Int) -> Int {
        var end = start
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        return max(end, start + 1)
    }

    /// The key of what begins there: that of the word, or of a sign and the byte behind it. Nil for what no text begins with.
    private static func key(_ bytes: Bytes, _ start: Int, _ end: Int) -> UInt32? {
        guard end - start <= longest, start + 1 < bytes.count else { return nil }
        var end = end
        if !isPart(bytes[start]) {
            // Between two words, the sign directly behind the first one begins no text as a whole.
            guard isShown(bytes[start]), start == 0 || !isPart(bytes[start - 1]) else { return nil }
            end = start + 2
        }
        // The continuation of a character, or a single byte of machine code.
        guard bytes[start] & 0xC0 != 0x80, isShown(bytes[start + 1]) else { return nil }
        return bytes[start..<end].reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    private static func isShown(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}
