package import MayflyModel

/// Properties of a valid picture file.
package struct PictureInfo: Sendable, Hashable {
    package let type: MediaType
    package let size: MediaFile.PixelSize
    /// The number of frames; 1 for a picture without animation.
    package let frames: Int

    /// Whether it is animated, which only an APNG or a GIF can be (C-232).
    package var isAnimated: Bool { frames > 1 }
}

/// Limits for pictures, so that a small file cannot make a decoder allocate all memory.
enum PictureSize {
    /// Pixels of one frame: 8,192 by 8,192.
    static let maximumPixels = PictureRules.maximumPixels
    static let maximumFrames = 10_000
    /// The chunks, boxes, blocks or segments of one file. A file of empty ones has millions, and the host checks each; a GIF of the
    /// largest size has 65,000 blocks of data.
    static let maximumParts = 262_144

    /// The pixels of all scans of a JPEG together: a decoder goes over the whole picture for each. 16 scans of the largest picture;
    /// programs write some ten.
    static let maximumScannedPixels = 16 * maximumPixels
    /// The bytes of a PNG before its lines are packed, and of the coefficients of a JPEG of several scans, which a decoder keeps until the
    /// last: the largest picture with 8 bits of three colours, or with 16 bits of one and half of another (4:2:0).
    static let maximumUnpackedBytes = 3 * maximumPixels
    /// The pixels of an interlaced PNG, which is decoded in seven passes.
    static let maximumInterlacedPixels = maximumPixels / 4

    static func checked(width: Int, height: Int) throws(PictureProblem) -> MediaFile.PixelSize {
        guard width > 0, height > 0 else { throw PictureProblem("a size of \(width) x \(height) pixels") }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= maximumPixels else {
            throw PictureProblem(
                tooLarge:
                    "\(grouped(width)) x \(grouped(height)) pixels, over the limit of \(grouped(maximumPixels)) in all"
            )
        }
        guard max(width, height) <= PictureRules.maximumSide else {
            throw PictureProblem(
                tooLarge:
                    "\(grouped(width)) x \(grouped(height)) pixels, over the limit of \(grouped(PictureRules.maximumSide)) for a side"
            )
        }
        return MediaFile.PixelSize(width: width, height: height)
    }

    /// Refuses a picture of so many bytes, of a kind that `what` names.
    static func checkUnpacked(_ bytes: Int, _ size: MediaFile.PixelSize, _ what: String) throws(PictureProblem) {
        guard bytes > maximumUnpackedBytes else { return }
        throw PictureProblem(
            tooLarge:
                "\(grouped(size.width)) x \(grouped(size.height)) pixels, \(what): \(grouped(bytes)) bytes unpacked, "
                + "over the limit of \(grouped(maximumUnpackedBytes))"
        )
    }
}

/// Why a file is not a valid picture or movie.
package struct PictureProblem: Error, Sendable, Hashable {
    /// One line for the text after the name of the file, such as "truncated: no IEND chunk".
    package let reason: String

    /// Whether the picture may be a valid one that takes too much to decode.
    package let isTooLarge: Bool

    package init(_ reason: String) { (self.reason, isTooLarge) = (reason, false) }

    init(tooLarge reason: String) { (self.reason, isTooLarge) = (reason, true) }
}
