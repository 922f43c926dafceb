/// Joins the pictures of a sticker sequence to one animated PNG, because a sticker in a conversation is one file.
///
/// The pictures are PNG of one size and kind; their compressed data is copied unchanged (PNG, third edition, APNG).
package struct AnimatedPNG {
    private typealias Code = PNGInspector.Code

    /// What is taken of one picture.
    private struct Frame {
        var header: ArraySlice<UInt8>?
        /// The palette and what is transparent, in their order.
        var palette: [(type: UInt32, data: ArraySlice<UInt8>)] = []
        var data: [ArraySlice<UInt8>] = []

        /// Reads each chunk once.
        init(_ picture: [UInt8]) {
            var cursor = ByteCursor(picture, at: PNGInspector.signature.count, parts: .max)
            while let length = try? cursor.bigWord(""), let type = try? cursor.bigWord("") {
                let start = cursor.position
                guard (try? cursor.skip(Int(length) + 4, "")) != nil else { return }
                let content = picture[start..<start + Int(length)]
                switch type {
                case Code.header: header = header ?? content
                case Code.palette, Code.transparency: palette.append((type, content))
                case Code.data: data.append(content)
                default: break
                }
            }
        }

        func isLike(_ other: Self) -> Bool {
            header == other.header && palette.elementsEqual(other.palette) { $0.type == $1.type && $0.data == $1.data }
        }
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
        guard let first = frames.first.map(Frame.init), let header = first.header else {
            throw PictureProblem("no frames")
        }
        var file = AnimatedPNG()
        file.add(Code.header, header)
        file.add(Code.animation, word(UInt32(frames.count)) + word(plays))
        for (type, data) in first.palette { file.add(type, data) }
        for (index, picture) in frames.enumerated() {
            let frame = index == 0 ? first : Frame(picture)
            guard frame.isLike(first) else {
                throw PictureProblem("frame \(index + 1) has another size, kind or palette than frame 1")
            }
            file.addControl(size: header.prefix(8), duration: frameDuration)
            for data in frame.data {
                if index == 0 {
                    file.add(Code.data, data)
                } else {
                    file.add(Code.frameData, file.nextNumber() + data)
                }
            }
        }
        file.add(Code.end, [])
        return file.bytes
    }

    /// Adds the control chunk of a frame: it covers the whole picture, replaces what is there, and is cleared before
    /// the next.
    private mutating func addControl(size: ArraySlice<UInt8>, duration: Double) {
        let milliseconds = UInt16(clamping: Int((duration * 1000).rounded()))
        let delay = [milliseconds, 1000].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let disposeToBackground: UInt8 = 1
        let blendSource: UInt8 = 0
        add(Code.frame, nextNumber() + size + Self.word(0) + Self.word(0) + delay + [disposeToBackground, blendSource])
    }

    private mutating func nextNumber() -> [UInt8] {
        defer { sequence += 1 }
        return Self.word(sequence)
    }

    private mutating func add(_ type: UInt32, _ data: some Collection<UInt8>) {
        bytes += Self.word(UInt32(data.count))
        let start = bytes.count
        bytes += Self.word(type)
        bytes += data
        bytes += Self.word(CRC32.checksum(bytes[start...]))
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
