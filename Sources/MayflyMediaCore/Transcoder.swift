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
        /// The picture is animated and only stills were requested: it is sent unchanged.
        case animated
    }

    /// Converts the bytes of a PNG, JPEG or GIF file, which is recognized by its content.
    package static func convert(_ bytes: [UInt8], scope: PictureConversion.Scope) throws(TranscodingError) -> Outcome {
        guard bytes.count <= PictureRules.maximumBytes else { throw .tooManyBytes }
        guard let pixels = try decode(bytes, scope) else { return .animated }
        let upright = orientation(of: bytes)
        // It is made smaller first, so that a second picture has room.
        let opaque = pixels.scaled(longestSide: PictureRules.longestSide)
        if scope == .shown, pixels.width * pixels.height <= PictureRules.maximumClearPixels,
            let onBlack = try decodeOnBlack(bytes)?.scaled(longestSide: PictureRules.longestSide), onBlack != opaque
        {
            let (white, black) = (opaque.turned(upright), onBlack.turned(upright))
            let clear = Pixels.withTransparency(white: white.bytes, black: black.bytes)
            return .png(try PNGFile.encode(clear, width: white.width, height: white.height))
        }
        return .jpeg(try JPEGFile.encode(opaque.turned(upright)))
    }

    /// The same picture on black; nil for one that has no transparent parts.
    private static func decodeOnBlack(_ bytes: [UInt8]) throws(TranscodingError) -> Pixels? {
        if PNGFile.mayBeClear(bytes) { return try PNGFile.decode(bytes, on: 0) }
        return bytes.starts(with: "GIF8".utf8) ? try GIFFile.decode(bytes, onlyStills: false, on: 0) : nil
    }

    /// Nil for an animated picture if only stills are wanted.
    private static func decode(_ bytes: [UInt8], _ scope: PictureConversion.Scope) throws(TranscodingError) -> Pixels? {
        if bytes.starts(with: PNGFile.signature) {
            return scope == .stills && PNGFile.isAnimated(bytes) ? nil : try PNGFile.decode(bytes)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try JPEGFile.decode(bytes, atLeast: PictureRules.longestSide)
        }
        if bytes.starts(with: "GIF8".utf8) { return try GIFFile.decode(bytes, onlyStills: scope == .stills) }
        throw TranscodingError("neither PNG, JPEG nor GIF by its content")
    }

    private static func orientation(of bytes: [UInt8]) -> Orientation {
        (JPEGFile.exif(in: bytes) ?? PNGFile.exif(in: bytes)).flatMap { Orientation(exif: $0) } ?? .upright
    }
}
