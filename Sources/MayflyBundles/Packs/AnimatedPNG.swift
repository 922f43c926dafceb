/// Joins the pictures of a sticker sequence to one animated PNG, because a sticker in a conversation is one file.
///
/// The pictures are PNG of one size and kind; their compressed data is copied unchanged (PNG, third edition, APNG).
package struct AnimatedPNG {
    private struct Chunk {
        let type: [UInt8]
        let data: ArraySlice<UInt8>
    }

    private var bytes = PNGInspector.signature
    private var sequence: UInt32 = 0

    /// - Parameters:
    ///   - frames: complete PNG files that `MediaProbe.picture` has accepted.
    ///   - frameDuration: seconds.
    ///   - plays: the number of plays; 0 for endless.
    /// - Throws: when the frames differ in size, kind or palette.
    package static func join(
        _ frames: [[UInt8]],
        frameDuration: Double,
        plays: UInt32
    ) throws(PictureProblem) -> [UInt8] {
        let pictures = frames.map(chunks(of:))
        guard let first = pictures.first, let header = first.first(where: { $0.type == name("IHDR") }) else {
            throw PictureProblem("no frames")
        }
        var file = AnimatedPNG()
        file.add("IHDR", header.data)
        file.add("acTL", word(UInt32(frames.count)) + word(plays))
        for (index, picture) in pictures.enumerated() {
            let own = picture.filter { ["IHDR", "PLTE", "tRNS"].map(name).contains($0.type) }.map(\.data)
            let shared = first.filter { ["IHDR", "PLTE", "tRNS"].map(name).contains($0.type) }.map(\.data)
            guard own == shared else {
                throw PictureProblem("frame \(index + 1) has another size, kind or palette than frame 1")
            }
            if index == 0 { file.addPalette(of: first) }
            file.addControl(size: header.data.prefix(8), duration: frameDuration)
            for data in picture where data.type == name("IDAT") {
                if index == 0 {
                    file.add("IDAT", data.data)
                } else {
                    file.add("fdAT", file.nextNumber() + data.data)
                }
            }
        }
        file.add("IEND", [])
        return file.bytes
    }

    private mutating func addPalette(of picture: [Chunk]) {
        for chunk in picture where chunk.type == Self.name("PLTE") || chunk.type == Self.name("tRNS") {
            add(chunk.type, chunk.data)
        }
    }

    /// Adds the control chunk of a frame: it covers the whole picture, replaces what is there, and is cleared before
    /// the next.
    private mutating func addControl(size: ArraySlice<UInt8>, duration: Double) {
        let milliseconds = UInt16(clamping: Int((duration * 1000).rounded()))
        let delay = [milliseconds, 1000].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let disposeToBackground: UInt8 = 1
        let blendSource: UInt8 = 0
        add("fcTL", nextNumber() + size + Self.word(0) + Self.word(0) + delay + [disposeToBackground, blendSource])
    }

    private mutating func nextNumber() -> [UInt8] {
        defer { sequence += 1 }
        return Self.word(sequence)
    }

    private mutating func add(_ type: String, _ data: some Collection<UInt8>) { add(Self.name(type), data) }

    private mutating func add(_ type: [UInt8], _ data: some Collection<UInt8>) {
        let body = type + data
        bytes += Self.word(UInt32(data.count)) + body + Self.word(CRC32.checksum(body[...]))
    }

    private static func chunks(of picture: [UInt8]) -> [Chunk] {
        var chunks: [Chunk] = []
        var start = PNGInspector.signature.count
        while start + 12 <= picture.count {
            let length = picture[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard start + 12 + length <= picture.count else { break }
            chunks.append(
                Chunk(type: Array(picture[start + 4..<start + 8]), data: picture[start + 8..<start + 8 + length])
            )
            start += 12 + length
        }
        return chunks
    }

    private static func name(_ type: String) -> [UInt8] { Array(type.utf8) }

    private static func word(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
