internal import CGIFLib

/// Reads the first picture of a GIF with giflib.
struct GIFFile: ~Copyable {
    /// The bytes for giflib, with the position of the next read.
    private final class Source {
        let bytes: [UInt8]
        var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    private let file: UnsafeMutablePointer<GifFileType>
    private let source: Source
    private var transparent = Int(NO_TRANSPARENT_COLOR)

    /// Decodes the first picture on a background of one grey, white at first; nil if there is a second one and only stills are
    /// wanted.
    static func decode(_ bytes: [UInt8], onlyStills: Bool, on grey: UInt8 = 255) throws(TranscodingError) -> Pixels? {
        var file = try GIFFile(bytes)
        try TranscodingError.checkPixels(Int(file.file.pointee.SWidth), Int(file.file.pointee.SHeight))
        guard try file.findPicture() else { throw TranscodingError("damaged: no picture in it") }
        let pixels = try file.picture(on: grey)
        if onlyStills, try file.findPicture() { return nil }
        return pixels
    }

    private init(_ bytes: [UInt8]) throws(TranscodingError) {
        source = Source(bytes)
        var error: Int32 = 0
        let opened = DGifOpen(
            Unmanaged.passUnretained(source).toOpaque(),
            { file, buffer, count in
                guard let data = file?.pointee.UserData, let buffer, count > 0 else { return 0 }
                let source = Unmanaged<Source>.fromOpaque(data).takeUnretainedValue()
                let part = source.bytes[source.position...].prefix(Int(count))
                source.position += part.count
                _ = UnsafeMutableBufferPointer(start: buffer, count: part.count).initialize(fromContentsOf: part)
                return Int32(part.count)
            },
            &error
        )
        guard let opened else { throw .damaged(GifErrorString(error)) }
        file = opened
    }

    deinit { DGifCloseFile(file, nil) }

    private func check(_ status: Int32) throws(TranscodingError) {
        guard status == GIF_OK else { throw .damaged(GifErrorString(file.pointee.Error)) }
    }

    /// Reads up to the next picture, and stores its transparent colour; false if there is none.
    private mutating func findPicture() throws(TranscodingError) -> Bool {
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            try check(DGifGetRecordType(file, &kind))
            switch kind {
            case IMAGE_DESC_RECORD_TYPE: return true
            case EXTENSION_RECORD_TYPE: try readExtension()
            case TERMINATE_RECORD_TYPE: return false
            default: continue
            }
        }
    }

    private mutating func readExtension() throws(TranscodingError) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        try check(DGifGetExtension(file, &code, &block))
        while let found = block {
            // The block's first byte is its length.
            if code == GRAPHICS_EXT_FUNC_CODE, found[0] >= 4 {
                transparent = found[1] & 1 == 1 ? Int(found[4]) : Int(NO_TRANSPARENT_COLOR)
            }
            try check(DGifGetExtensionNext(file, &block))
        }
    }

    private func picture(on grey: UInt8) throws(TranscodingError) -> Pixels {
        try check(DGifGetImageDesc(file))
        let frame = file.pointee.Image
        let (width, height) = (Int(frame.Width), Int(frame.Height))
        try TranscodingError.checkPixels(width, height)
        guard let map = (frame.ColorMap ?? file.pointee.SColorMap)?.pointee, let colours = map.Colors else {
            throw TranscodingError("damaged: no table of colours")
        }
        var canvas = Pixels(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight), grey: grey)
        var line = [GifPixelType](repeating: 0, count: width)
        for row in Self.order(of: height, isInterlaced: frame.Interlace) {
            try check(DGifGetLine(file, &line, Int32(width)))
            let y = Int(frame.Top) + row
            guard y < canvas.height else { continue }
            for (column, index) in line.enumerated() {
                let (x, index) = (Int(frame.Left) + column, Int(index))
                guard x < canvas.width, index != transparent, index < map.ColorCount else { continue }
                let (offset, colour) = ((y * canvas.width + x) * 3, colours[index])
                canvas.bytes[offset] = colour.Red
                canvas.bytes[offset + 1] = colour.Green
                canvas.bytes[offset + 2] = colour.Blue
            }
        }
        return canvas
    }

    /// The order in which the rows are stored (GIF89a specification, appendix E).
    private static func order(of height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
}
