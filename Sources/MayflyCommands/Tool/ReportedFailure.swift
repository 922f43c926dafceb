internal import MayflyModel

/// A failure that the person has been told of: it decides the status of the command, and is not said twice.
struct ReportedFailure: Error {
    let code: MayflyError.Code
}
