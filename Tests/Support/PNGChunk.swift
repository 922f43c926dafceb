/// A chunk of a PNG file (PNG, third edition, 5.3), read without the tested code.
package struct PNGChunk: Sendable {
    package let name: String
    package let data: [UInt8]

    /// The chunks of a file in their order, up to the first that is cut short.
    package static func all(in file: [UInt8]) -> [PNGChunk] {
        var chunks: [PNGChunk] = []
        var start = 8
        while start + 12 <= file.count {
            let length = number(file[start..<start + 4])
            guard start + 12 + length <= file.count else { break }
            let name = String(decoding: file[start + 4..<start + 8], as: UTF8.self)
            chunks.append(PNGChunk(name: name, data: Array(file[start + 8..<start + 8 + length])))
            start += 12 + length
        }
        return chunks
    }

    /// The four bytes at that place, as a number.
    package func word(_ place: Int) -> Int { Self.number(data.dropFirst(place).prefix(4)) }

    /// The two bytes at that place, as a number.
    package func half(_ place: Int) -> Int { Self.number(data.dropFirst(place).prefix(2)) }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// The animation of a PNG file, as its `acTL` and `fcTL` chunks describe it.
package struct PNGAnimation: Sendable {
    /// The number of frames that `acTL` announces.
    package let frames: Int
    /// How often all frames are played; 0 is endless.
    package let plays: Int
    /// For how many seconds each frame is shown.
    package let delays: [Double]

    /// Nil for a file without an animation.
    package init?(_ file: [UInt8]) {
        let chunks = PNGChunk.all(in: file)
        guard let animation = chunks.first(where: { $0.name == "acTL" }) else { return nil }
        frames = animation.word(0)
        plays = animation.word(4)
        // A denominator of 0 stands for 100.
        delays = chunks.filter { $0.name == "fcTL" }.map { control in
            let denominator = control.half(22)
            return Double(control.half(20)) / Double(denominator == 0 ? 100 : denominator)
        }
    }
}
