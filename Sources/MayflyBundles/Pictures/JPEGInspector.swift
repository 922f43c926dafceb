internal import MayflyModel

/// Checks the markers of a JPEG from SOI over the frame header to EOI (ITU-T T.81, annex B). Pixels are not decoded.
struct JPEGInspector {
    private var cursor: ByteCursor
    private var size: MediaFile.PixelSize?
    private var scans = 0

    /// Finds the size, or throws the first problem.
    static func inspect(_ bytes: [UInt8], parts: Int) throws(PictureProblem) -> PictureInfo {
        var inspector = JPEGInspector(cursor: ByteCursor(bytes, at: 2, parts: parts))
        while try inspector.step() {}
        guard let size = inspector.size, inspector.scans > 0 else {
            throw PictureProblem("no picture data before the end marker")
        }
        return PictureInfo(type: .jpeg, size: size, frames: 1)
    }

    private init(cursor: ByteCursor) {
        self.cursor = cursor
    }

    /// Reads one marker with its segment; false after the end marker.
    private mutating func step() throws(PictureProblem) -> Bool {
        guard cursor.left > 0 else { throw PictureProblem("truncated: no end marker") }
        try cursor.beginPart("segments")
        let position = cursor.position
        guard try cursor.byte("a marker") == 0xFF else {
            throw PictureProblem("damaged: no marker at byte \(grouped(position))")
        }
        var marker = try cursor.byte("a marker")
        while marker == 0xFF { marker = try cursor.byte("a marker") }
        switch marker {
        case 0xD9: return false
        case 0x01, 0xD0...0xD7: return true
        case 0x00, 0xD8: throw PictureProblem("damaged: an impossible marker at byte \(grouped(position))")
        default: break
        }
        let start = cursor.position
        let length = try cursor.bigShort("a segment")
        guard length >= 2 else {
            throw PictureProblem("damaged: a segment of \(length) bytes at byte \(grouped(position))")
        }
        if Self.isFrameHeader(marker) { try frameHeader() }
        try cursor.skip(start + length - cursor.position, "a segment")
        if marker == 0xDA { try skipScan() }
        return true
    }

    /// The start-of-frame markers; between them lie the tables DHT and DAC, and the reserved JPG.
    private static func isFrameHeader(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private mutating func frameHeader() throws(PictureProblem) {
        _ = try cursor.byte("the frame header")
        let height = try cursor.bigShort("the frame header")
        let width = try cursor.bigShort("the frame header")
        size = try PictureSize.checked(width: width, height: height)
    }

    /// Skips the entropy-coded data: up to the next marker that is no restart and no escaped 0xFF.
    private mutating func skipScan() throws(PictureProblem) {
        guard let size else { throw PictureProblem("damaged: picture data before the frame header") }
        scans += 1
        let most = PictureSize.maximumScannedPixels / (size.width * size.height)
        guard scans <= most else {
            let pixels = "\(grouped(size.width)) x \(grouped(size.height)) pixels"
            throw PictureProblem("more than \(grouped(most)) scans of \(pixels)")
        }
        let bytes = cursor.bytes
        var position = cursor.position
        while position + 1 < bytes.count {
            let next = bytes[position + 1]
            if bytes[position] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) {
                return try cursor.skip(position - cursor.position, "the picture data")
            }
            position += 1
        }
        throw PictureProblem("truncated: no end marker")
    }
}
