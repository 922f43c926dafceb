internal import MayflyModel

/// The sizes that any picture may have, so that a small file cannot ask a drawer for all memory.
enum PictureSize {
    /// Pixels of one frame: 8,192 by 8,192.
    static let maximumPixels = PictureRules.maximumPixels
    static let maximumFrames = 10_000

    static func checked(width: Int, height: Int) throws(PictureProblem) -> MediaFile.PixelSize {
        guard width > 0, height > 0 else { throw PictureProblem("a size of \(width) x \(height) pixels") }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= maximumPixels else {
            throw PictureProblem(
                "\(grouped(width)) x \(grouped(height)) pixels, over the limit of \(grouped(maximumPixels)) in all"
            )
        }
        return MediaFile.PixelSize(width: width, height: height)
    }
}
