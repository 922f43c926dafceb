/// The one error of the public face: what went wrong, in a form that a program can test and a person can read.
///
/// The message names the thing, the rule and the value. It never ends in a full stop, so that it can stand in a line.
public struct MayflyError: Error, Sendable, CustomStringConvertible {
    /// Which kind of failure this is; compare it with `==`.
    public let code: Code
    /// One line for a person, without a full stop.
    public let message: String
    /// What lay below it, where there was something.
    public let cause: (any Error)?

    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { message }
}
