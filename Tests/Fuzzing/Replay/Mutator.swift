import MayflyTestSupport

/// Changes the files of a corpus at random, as a fuzzer does, but the same way for the same seed.
struct Mutator {
    private var generator: SeededGenerator
    private let corpus: [[UInt8]]

    /// Numbers at which readers go wrong, as little-endian and as big-endian bytes.
    private static let edges: [[UInt8]] = [
        [0], [0xFF], [0x80], [0x7F], [0, 0, 0, 0x80], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F],
        [0, 0, 0x10, 0],
        [0x80, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF], Array(repeating: 0xFF, count: 8), [0, 0, 0, 0, 0, 0, 0, 0x80],
    ]
    /// Words of the formats, and what stands where another thing should.
    private static let words = [
        "null", "true", "-1", "1e999", "[]", "{}", "\"\"", "\"\\u0000\"", "\"\\ud83d\"", "[[[[[[[[", "../", "/", "*",
        "",
        "fallback", "items", "IHDR", "IDAT", "acTL", "\u{301}", "\u{202E}", "\u{1F469}\u{200D}\u{1F467}",
    ]

    init(corpus: [[UInt8]], seed: UInt64) {
        self.corpus = corpus
        generator = SeededGenerator(state: seed)
    }

    /// These bytes with one to four changes.
    mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = Int.random(in: place...min(bytes.count, place + 64), using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: overwrite(&bytes, at: place, Self.edges.randomElement(using: &generator) ?? [])
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 5: bytes.insert(contentsOf: (Self.words.randomElement(using: &generator) ?? "").utf8, at: place)
        case 6: bytes.removeSubrange(place...)
        default: splice(&bytes, at: place)
        }
    }

    private func overwrite(_ bytes: inout [UInt8], at place: Int, _ others: [UInt8]) {
        for (index, other) in zip(bytes.indices[place...], others) { bytes[index] = other }
    }

    /// Goes on with the end of another file.
    private mutating func splice(_ bytes: inout [UInt8], at place: Int) {
        guard let other = corpus.randomElement(using: &generator) else { return }
        bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &generator)))
    }
}
