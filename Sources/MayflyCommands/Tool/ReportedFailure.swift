internal import MayflyModel

/// A failure that is already printed: it decides the exit status and is not printed again.
struct ReportedFailure: Error {
    let code: MayflyError.Code
}
