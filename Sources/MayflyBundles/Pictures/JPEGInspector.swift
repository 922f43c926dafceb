internal import MayflyModel

/// Checks the markers of a JPEG from SOI over the frame header to EOI (ITU-T T.81, annex B). Pixels are not decoded.
struct JPEGInspector {
    private var cursor: ByteCursor
    private var size: MediaFile.PixelSize?
    private var scans = 0
    /// The samples of all components, and how many components there are.
    private var samples = 0
    private var components = 0
    /// Whether the frame is one of those whose scans add to each other (T.81, G).
    private var isProgressive = false

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
        if Self.isFrameHeader(marker) { try frameHeader(marker) }
        try cursor.skip(start + length - cursor.position, "a segment")
        if marker == 0xDA { try skipScan(ofAll: length > 2 && cursor.bytes[start + 2] >= components) }
        return true
    }

    /// The start-of-frame markers; between them lie the tables DHT and DAC, and the reserved JPG.
    private static func isFrameHeader(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private mutating func frameHeader(_ marker: UInt8) throws(PictureProblem) {
        _ = try cursor.byte("the frame header")
        let height = try cursor.bigShort("the frame header")
        let width = try cursor.bigShort("the frame header")
        let size = try PictureSize.checked(width: width, height: height)
        self.size = size
        isProgressive = marker & 3 == 2
        components = Int(try cursor.byte("the frame header"))
        var factors: [(Int, Int)] = []
        for _ in 0..<components {
            _ = try cursor.byte("the frame header")
            let factor = Int(try cursor.byte("the frame header"))
            _ = try cursor.byte("the frame header")
            factors.append((max(factor >> 4, 1), max(factor & 15, 1)))
        }
        let most = factors.reduce((1, 1)) { (max($0.0, $1.0), max($0.1, $1.1)) }
        samples = factors.reduce(0) { $0 + size.width * size.height * $1.0 * $1.1 / (most.0 * most.1) }
    }

    /// Skips the entropy-coded data: up to the next marker that is no restart and no escaped 0xFF.
    /// `hasAll` says whether it has all components.
    private mutating func skipScan(ofAll hasAll: Bool) throws(PictureProblem) {
        guard let size else { throw PictureProblem("damaged: picture data before the frame header") }
        scans += 1
        // Two bytes for each coefficient, of which a decoder of a picture in one scan keeps a line of blocks only.
        if isProgressive || scans > 1 || !hasAll {
            try PictureSize.checkUnpacked(2 * samples, size, isProgressive ? "progressive" : "in several scans")
        }
        let most = PictureSize.maximumScannedPixels / (size.width * size.height)
        guard scans <= most else {
            let pixels = "\(grouped(size.width)) x \(grouped(size.height)) pixels"
            throw PictureProblem(tooLarge: "more than \(grouped(most)) scans of \(pixels)")
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
