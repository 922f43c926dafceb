/// Why a file is not a sound picture or movie.
package struct PictureProblem: Error, Sendable, Hashable {
    /// One line to stand after the file's name, such as "truncated: no IEND chunk".
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
