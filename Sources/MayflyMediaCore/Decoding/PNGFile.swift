internal import CLibPNG
internal import MayflyModel

/// Reads PNG with libpng. Of an APNG, it reads the picture that programs without animation show.
enum PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Decodes a PNG on a white background.
    static func decode(
        _ bytes: [UInt8],
        most: Int = PictureRules.maximumPixels
    ) throws(TranscodingError) -> Pixels {
        var image = mayfly_png_image()
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw .damaged(mayfly_png_message(&image))
        }
        let (width, height) = (Int(image.width), Int(image.height))
        try TranscodingError.checkPixels(width, height, most: most)
        image.format = mayfly_png_format_rgb()
        var white = png_color(red: 255, green: 255, blue: 255)
        var pixels = Pixels(width: width, height: height)
        guard png_image_finish_read(&image, &white, &pixels.bytes, 0, nil) != 0 else {
            throw .damaged(mayfly_png_message(&image))
        }
        return pixels
    }

    /// Decodes a PNG that may have transparent parts; nil for one that has none by its header.
    ///
    /// libpng mixes colours with a background in linear light. Browsers do not, so that what is transparent is mixed here.
    static func decodeClear(_ bytes: [UInt8]) throws(TranscodingError) -> ClearPixels? {
        var image = mayfly_png_image()
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw .damaged(mayfly_png_message(&image))
        }
        guard mayfly_png_has_alpha(&image) != 0 else { return nil }
        let (width, height) = (Int(image.width), Int(image.height))
        try TranscodingError.checkPixels(width, height)
        image.format = mayfly_png_format_rgba()
        var parts = [UInt8](repeating: 0, count: width * height * 4)
        guard png_image_finish_read(&image, nil, &parts, 0, nil) != 0 else {
            throw .damaged(mayfly_png_message(&image))
        }
        return ClearPixels(width: width, height: height, parts: parts)
    }

    /// Encodes a picture with transparent parts, without metadata.
    static func encode(_ pixels: ClearPixels) throws(TranscodingError) -> [UInt8] {
        var image = mayfly_png_image()
        defer { png_image_free(&image) }
        image.width = UInt32(pixels.onWhite.width)
        image.height = UInt32(pixels.onWhite.height)
        image.format = mayfly_png_format_rgba()
        var size = mayfly_png_most_bytes(&image)
        var file = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &file, &size, 0, pixels.parts, 0, nil) != 0 else {
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
