internal import MayflyModel

/// The reason why a picture was not converted.
package struct TranscodingError: Error, Sendable, Hashable {
    /// One line that follows the picture's name, such as "damaged: premature end of the file".
    package let reason: String

    /// The reason must be one line.
    package init(_ reason: String) {
        self.reason = reason
    }

    /// Checks the number of bytes of a file.
    static func checkBytes(_ count: Int, most: Int) throws(TranscodingError) {
        guard count <= most else { throw TranscodingError("more bytes than the limit of \(grouped(most))") }
    }

    /// Checks the size that a file claims: a file of a few bytes can claim a size that would use all memory.
    static func checkPixels(
        _ width: Int,
        _ height: Int,
        most: Int = PictureRules.maximumPixels
    ) throws(TranscodingError) {
        guard width > 0, height > 0 else { throw TranscodingError("a size of \(width) x \(height) pixels") }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= most else {
            throw TranscodingError(
                "\(grouped(width)) x \(grouped(height)) pixels, over the limit of \(grouped(most))"
            )
        }
    }

    /// An error that a decoder reported.
    static func damaged(_ reason: UnsafePointer<CChar>?) -> Self {
        Self("damaged: " + (reason.map { String(cString: $0) } ?? "no reason given"))
    }
}
