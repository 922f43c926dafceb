internal import Glibc

/// The words of an extension: what stands in its own files is no text of a person.
struct Vocabulary {
    private let files: [[UInt8]]
    private var known: [String: Bool] = [:]

    /// Longer texts are no words.
    private static let longest = 200

    /// Takes the contents of files, and names.
    init(files: [[UInt8]]) { self.files = files }

    /// Whether the text stands in a file as a whole: neither a letter nor a digit is before or behind it.
    mutating func contains(_ text: String) -> Bool {
        let count = text.utf8.count
        guard count > 1, count <= Self.longest else { return false }
        if let known = known[text] { return known }
        let word = Array(text.utf8)
        let found = files.contains { Self.find(word, in: $0) }
        // A run has few words; one that has not is a stranger's.
        if known.count < 1 << 14 { known[text] = found }
        return found
    }

    private static func find(_ word: [UInt8], in file: [UInt8]) -> Bool {
        file.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var offset = 0
            while offset + word.count <= bytes.count,
                let place = memchr(base + offset, Int32(word[0]), bytes.count - word.count + 1 - offset)
            {
                let start = UnsafeRawPointer(place) - base
                let end = start + word.count
                offset = start + 1
                guard memcmp(place, word, word.count) == 0 else { continue }
                let isBegun = start == 0 || !isPart(bytes[start - 1])
                if isBegun, end == bytes.count || !isPart(bytes[end]) { return true }
            }
            return false
        }
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
