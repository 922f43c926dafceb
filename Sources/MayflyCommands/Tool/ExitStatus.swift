package import MayflyModel

/// The exit status of the process.
package struct ExitStatus: Sendable, Hashable {
    package let rawValue: Int32

    static let done = ExitStatus(rawValue: 0)
    /// Something that was asked for failed.
    package static let failed = ExitStatus(rawValue: 1)
    /// The arguments are not understood.
    static let usage = ExitStatus(rawValue: 2)
    /// The extension crashed, overran a deadline or broke the protocol.
    static let extensionFailed = ExitStatus(rawValue: 3)
    /// The extension could not be loaded.
    static let notLoaded = ExitStatus(rawValue: 4)
    /// A signal ended the command: 128 plus the number of SIGINT, as in shells.
    static let interrupted = ExitStatus(rawValue: 130)
    /// The reader of the output has closed the pipe: 128 plus the number of SIGPIPE, which ends other programs then.
    static let outputClosed = ExitStatus(rawValue: 141)

    /// Maps error codes to exit statuses.
    package init(_ code: MayflyError.Code) {
        switch code {
        case .extensionCrashed, .extensionUnresponsive, .protocolViolation, .resting: self = .extensionFailed
        case .invalidBundle, .invalidManifest, .invalidPack, .libraryMissing, .invalidLibrary, .loadFailed:
            self = .notLoaded
        default: self = .failed
        }
    }

    private init(rawValue: Int32) { self.rawValue = rawValue }
}

/// A failure that is already printed: it decides the exit status and is not printed again.
package struct ReportedFailure: Error {
    let code: MayflyError.Code

    package init(code: MayflyError.Code) { self.code = code }
}
