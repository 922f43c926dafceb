internal import CLibPNG

/// Reads PNG with libpng. Of an APNG, it reads the picture that programs without animation show.
enum PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Decodes a PNG on a background of one grey, white at first.
    static func decode(_ bytes: [UInt8], on grey: UInt8 = 255) throws(TranscodingError) -> Pixels {
        var image = mayfly_png_image()
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw .damaged(mayfly_png_message(&image))
        }
        let (width, height) = (Int(image.width), Int(image.height))
        try TranscodingError.checkPixels(width, height)
        image.format = mayfly_png_format_rgb()
        var background = png_color(red: grey, green: grey, blue: grey)
        var pixels = Pixels(width: width, height: height)
        guard png_image_finish_read(&image, &background, &pixels.bytes, 0, nil) != 0 else {
            throw .damaged(mayfly_png_message(&image))
        }
        return pixels
    }

    /// Whether its header says that it may have transparent parts.
    static func mayBeClear(_ bytes: [UInt8]) -> Bool {
        var image = mayfly_png_image()
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { return false }
        return mayfly_png_has_alpha(&image) != 0
    }

    /// Encodes a picture with transparent parts, without metadata: four bytes for each pixel, the last of them how opaque it is.
    static func encode(_ bytes: [UInt8], width: Int, height: Int) throws(TranscodingError) -> [UInt8] {
        var image = mayfly_png_image()
        defer { png_image_free(&image) }
        image.width = UInt32(width)
        image.height = UInt32(height)
        image.format = mayfly_png_format_rgba()
        var size = mayfly_png_most_bytes(&image)
        var file = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &file, &size, 0, bytes, 0, nil) != 0 else {
            throw .damaged(mayfly_png_message(&image))
        }
        return Array(file.prefix(size))
    }

    /// Whether it is an APNG, also one with a single frame.
    static func isAnimated(_ bytes: [UInt8]) -> Bool { chunk("acTL", in: bytes) != nil }

    /// The Exif data (PNG, third edition, 11.3.4.5); nil when the file has none or is no PNG.
    static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? { chunk("eXIf", in: bytes) }

    private static func chunk(_ name: String, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard bytes.starts(with: signature) else { return nil }
        var start = signature.count
        while start + 12 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard start + 12 + length <= bytes.count else { return nil }
            if bytes[start + 4..<start + 8].elementsEqual(name.utf8) { return bytes[start + 8..<start + 8 + length] }
            start += 12 + length
        }
        return nil
    }
}
