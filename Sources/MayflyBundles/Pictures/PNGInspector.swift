internal import MayflyModel

/// Checks the chunks of a PNG or APNG from the signature to IEND (PNG, third edition). Pixels are not decoded.
struct PNGInspector {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private var cursor: ByteCursor
    private var size: MediaFile.PixelSize?
    /// The number of frames that the animation control chunk gives.
    private var announcedFrames: Int?
    private var frameControls = 0
    private var hasData = false

    /// Finds the type and the size, or throws the first problem.
    static func inspect(_ bytes: [UInt8], parts: Int) throws(PictureProblem) -> PictureInfo {
        var inspector = PNGInspector(cursor: ByteCursor(bytes, at: signature.count, parts: parts))
        while try inspector.step() {}
        return try inspector.result()
    }

    /// Whether an animation control chunk comes before the picture's data, from the first bytes of the file.
    static func isAnimated(_ bytes: [UInt8]) -> Bool {
        var cursor = ByteCursor(bytes, at: signature.count)
        // A file of too many chunks is not an animation here, and refused by `inspect`.
        while (try? cursor.beginPart("chunks")) != nil, let length = try? cursor.bigWord(""),
            let type = try? cursor.bigWord("")
        {
            if type == Code.animation { return true }
            if type == Code.data || type == Code.end { return false }
            guard (try? cursor.skip(Int(length) + 4, "")) != nil else { return false }
        }
        return false
    }

    private init(cursor: ByteCursor) {
        self.cursor = cursor
    }

    /// The types of chunks, as numbers.
    enum Code {
        static let header: UInt32 = 0x4948_4452  // IHDR
        static let palette: UInt32 = 0x504C_5445  // PLTE
        static let transparency: UInt32 = 0x7452_4E53  // tRNS
        static let animation: UInt32 = 0x6163_544C  // acTL
        static let frame: UInt32 = 0x6663_544C  // fcTL
        static let data: UInt32 = 0x4944_4154  // IDAT
        static let frameData: UInt32 = 0x6664_4154  // fdAT
        static let end: UInt32 = 0x4945_4E44  // IEND
    }

    /// Reads one chunk; false after the last.
    private mutating func step() throws(PictureProblem) -> Bool {
        guard cursor.left > 0 else { throw PictureProblem("truncated: no IEND chunk") }
        try cursor.beginPart("chunks")
        let length = Int(try cursor.bigWord("the length of a chunk"))
        let start = cursor.position
        let type = try cursor.bigWord("the type of a chunk")
        // For errors only: making it takes longer than all other steps.
        let bytes = cursor.bytes
        var name: String { shown(String(decoding: bytes[start..<start + 4], as: UTF8.self)) }
        guard length <= Int32.max else { throw PictureProblem("the chunk \(name) has an impossible length") }
        let data = cursor.position
        try cursor.skip(length, "the chunk \(name)")
        let sum = CRC32.checksum(cursor.bytes[start..<cursor.position])
        guard try cursor.bigWord("the checksum of the chunk \(name)") == sum else {
            throw PictureProblem("damaged: the checksum of the chunk \(name) is wrong")
        }
        if size == nil, type != Code.header { throw PictureProblem("the first chunk is \(name), not IHDR") }
        switch type {
        case Code.header: try header(at: data, length)
        case Code.animation: try animation(at: data, length)
        case Code.frame: frameControls += 1
        case Code.data: hasData = true
        case Code.end: return false
        default: break
        }
        return true
    }

    private mutating func header(at offset: Int, _ length: Int) throws(PictureProblem) {
        guard size == nil else { throw PictureProblem("two IHDR chunks") }
        guard length == 13 else { throw PictureProblem("an IHDR chunk of \(grouped(length)) bytes, the rule is 13") }
        var fields = ByteCursor(cursor.bytes, at: offset)
        let (width, height) = (Int(try fields.bigWord("IHDR")), Int(try fields.bigWord("IHDR")))
        let (depth, colour) = (try fields.byte("IHDR"), try fields.byte("IHDR"))
        let allowed: [UInt8: [UInt8]] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        guard allowed[colour]?.contains(depth) == true else {
            throw PictureProblem("colour type \(colour) with \(depth) bits, which PNG does not have")
        }
        let size = try PictureSize.checked(width: width, height: height)
        self.size = size
        // Of bits, so that pictures of less than eight count what they have.
        let bits = Int(depth) * (Self.channels[colour] ?? 1)
        let line = (width * bits + 7) / 8
        try PictureSize.checkUnpacked(line * height, size, "\(bits) bits each")
        try fields.skip(2, "IHDR")
        if try fields.byte("IHDR") != 0, width * height > PictureSize.maximumInterlacedPixels {
            throw PictureProblem(
                tooLarge: "\(grouped(width)) x \(grouped(height)) pixels, interlaced, "
                    + "over the limit of \(grouped(PictureSize.maximumInterlacedPixels)) in all"
            )
        }
    }

    /// How many numbers a pixel has, by its colour type.
    private static let channels: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]

    private mutating func animation(at offset: Int, _ length: Int) throws(PictureProblem) {
        // After the data the chunk is ignored, and the file has no animation.
        guard !hasData else { return }
        guard length == 8 else { throw PictureProblem("an acTL chunk of \(grouped(length)) bytes, the rule is 8") }
        var fields = ByteCursor(cursor.bytes, at: offset)
        let frames = Int(try fields.bigWord("acTL"))
        guard (1...PictureSize.maximumFrames).contains(frames) else {
            throw PictureProblem("\(grouped(frames)) frames, the rule is 1 to \(grouped(PictureSize.maximumFrames))")
        }
        announcedFrames = frames
    }

    private func result() throws(PictureProblem) -> PictureInfo {
        guard let size, hasData else { throw PictureProblem("no picture data: the IDAT chunk is missing") }
        guard let frames = announcedFrames else { return PictureInfo(type: .png, size: size, frames: 1) }
        guard frames == frameControls else {
            throw PictureProblem("damaged: \(grouped(frames)) frames announced, \(grouped(frameControls)) found")
        }
        return PictureInfo(type: .apng, size: size, frames: frames)
    }
}

/// The checksum of a PNG chunk (PNG, third edition, 5.5).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }

    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                var sum: UInt32 = .max
                for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
                return ~sum
            }
        }
    }
}
