package import MayflyModel

/// The cause of the errors of files whose time is over.
package struct ExpiredMetadata: Error {
    /// The role whose file it is.
    package let role: RoleName
    /// The day on which it expired.
    package let day: String

    /// The error for a person; `subject` is what has expired, in words.
    package func error(_ subject: String) -> MayflyError {
        MayflyError(
            .untrusted,
            "\(subject) expired on \(day): nothing new is installed; installed extensions run on",
            cause: self
        )
    }
}
