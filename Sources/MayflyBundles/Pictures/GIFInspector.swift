internal import MayflyModel

/// Checks the blocks of a GIF from the header to the trailer (GIF89a specification). Pixels are not decoded.
struct GIFInspector {
    private var cursor: ByteCursor
    private var frames = 0

    /// Finds the size and the number of frames, or throws the first problem.
    static func inspect(_ bytes: [UInt8], parts: Int) throws(PictureProblem) -> PictureInfo {
        var inspector = GIFInspector(cursor: ByteCursor(bytes, parts: parts))
        return try inspector.run()
    }

    private init(cursor: ByteCursor) {
        self.cursor = cursor
    }

    private mutating func run() throws(PictureProblem) -> PictureInfo {
        try cursor.skip(6, "the header")
        let width = try cursor.littleShort("the screen descriptor")
        let height = try cursor.littleShort("the screen descriptor")
        let flags = try cursor.byte("the screen descriptor")
        try cursor.skip(2, "the screen descriptor")
        try skipColours(flags, "the global colour table")
        let size = try PictureSize.checked(width: width, height: height)
        while try step() {}
        guard frames > 0 else { throw PictureProblem("no picture in it") }
        return PictureInfo(type: .gif, size: size, frames: frames)
    }

    /// Reads one block; false after the trailer.
    private mutating func step() throws(PictureProblem) -> Bool {
        guard cursor.left > 0 else { throw PictureProblem("truncated: no trailer") }
        try cursor.beginPart("blocks")
        let start = cursor.position
        switch try cursor.byte("a block") {
        case 0x21:
            try cursor.skip(1, "an extension block")
            try skipSubBlocks("an extension block")
        case 0x2C:
            try picture()
        case 0x3B:
            return false
        case let other:
            throw PictureProblem("damaged: a block of the unknown kind \(other) at byte \(grouped(start))")
        }
        return true
    }

    private mutating func picture() throws(PictureProblem) {
        frames += 1
        guard frames <= PictureSize.maximumFrames else {
            throw PictureProblem("more than \(grouped(PictureSize.maximumFrames)) frames")
        }
        let part = "frame \(frames)"
        try cursor.skip(8, part)
        try skipColours(try cursor.byte(part), "the colour table of \(part)")
        let bits = try cursor.byte(part)
        guard (1...11).contains(bits) else {
            throw PictureProblem("damaged: \(part) has codes of \(bits) bits")
        }
        try skipSubBlocks(part)
    }

    private mutating func skipColours(_ flags: UInt8, _ part: String) throws(PictureProblem) {
        guard flags & 0x80 != 0 else { return }
        try cursor.skip(3 << (Int(flags & 7) + 1), part)
    }

    private mutating func skipSubBlocks(_ part: String) throws(PictureProblem) {
        while true {
            try cursor.beginPart("blocks")
            let length = Int(try cursor.byte(part))
            if length == 0 { return }
            try cursor.skip(length, part)
        }
    }
}
