package import MayflyModel

/// Converts a picture into the form in which it is sent or shown: upright, of limited size, without metadata (D-29). What is sent
/// is a JPEG without transparency.
package enum Transcoder {
    /// The result of a conversion.
    package enum Outcome: Sendable, Hashable {
        /// The bytes of a JPEG.
        case jpeg([UInt8])
        /// The bytes of a PNG, of a picture with transparent parts that is to be shown.
        case png([UInt8])
        /// The bytes of `PicturePixels`.
        case pixels([UInt8])
        /// The picture is animated and only stills were requested: it is sent unchanged.
        case animated
    }

    /// Converts the bytes of a PNG, JPEG or GIF file, which is recognized by its content.
    package static func convert(_ bytes: [UInt8], scope: PictureConversion.Scope) throws(TranscodingError) -> Outcome {
        try TranscodingError.checkBytes(bytes.count, most: scope.maximumBytes)
        guard let pixels = try decode(bytes, scope) else { return .animated }
        let upright = orientation(of: bytes)
        let isSmall = pixels.width * pixels.height <= PictureRules.maximumClearPixels
        let keepsClear = (scope == .shown || scope == .pixels) && isSmall
        let clear = keepsClear ? try decodeClear(bytes, onWhite: pixels) : nil
        func sized(_ pixels: Pixels) -> Pixels { pixels.scaled(longestSide: longestSide(for: scope)).turned(upright) }
        if scope == .pixels {
            // What is opaque is the same on white and on black.
            let opaque = ClearPixels(onWhite: pixels, onBlack: pixels)
            return .pixels(try encode((clear ?? opaque).map(sized)))
        }
        if let clear { return .png(try PNGFile.encode(clear.map(sized))) }
        return .jpeg(try JPEGFile.encode(sized(pixels)))
    }

    private static func longestSide(for scope: PictureConversion.Scope) -> Int {
        scope == .pixels ? PictureRules.longestPixelSide : PictureRules.longestSide
    }

    private static func encode(_ pixels: ClearPixels) throws(TranscodingError) -> [UInt8] {
        let (width, height) = (pixels.onWhite.width, pixels.onWhite.height)
        guard let result = PicturePixels(width: width, height: height, bytes: pixels.parts) else {
            throw TranscodingError("a picture of \(width) x \(height) pixels is not for a terminal")
        }
        return result.encoded
    }

    /// The same picture with what is transparent; nil for one that is opaque.
    private static func decodeClear(_ bytes: [UInt8], onWhite: Pixels) throws(TranscodingError) -> ClearPixels? {
        var clear: ClearPixels?
        if bytes.starts(with: PNGFile.signature) {
            clear = try PNGFile.decodeClear(bytes)
        } else if bytes.starts(with: "GIF8".utf8) {
            let onBlack = try GIFFile.decode(bytes, onlyStills: false, on: 0)
            clear = onBlack.map { ClearPixels(onWhite: onWhite, onBlack: $0) }
        }
        return clear.flatMap { $0.isOpaque ? nil : $0 }
    }

    /// Nil for an animated picture if only stills are wanted.
    private static func decode(_ bytes: [UInt8], _ scope: PictureConversion.Scope) throws(TranscodingError) -> Pixels? {
        if bytes.starts(with: PNGFile.signature) {
            return scope == .stills && PNGFile.isAnimated(bytes)
                ? nil : try PNGFile.decode(bytes, most: scope.maximumPixels)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try JPEGFile.decode(bytes, atLeast: longestSide(for: scope), most: scope.maximumPixels)
        }
        if bytes.starts(with: "GIF8".utf8) { return try GIFFile.decode(bytes, onlyStills: scope == .stills) }
        throw TranscodingError("neither PNG, JPEG nor GIF by its content")
    }

    private static func orientation(of bytes: [UInt8]) -> Orientation {
        (JPEGFile.exif(in: bytes) ?? PNGFile.exif(in: bytes)).flatMap { Orientation(exif: $0) } ?? .upright
    }
}
