package import MayflyABI
package import MayflyModel

/// The events that a worker reports to its owner, in the order in which they happened.
package enum WorkerEvent: Sendable {
    /// The process runs.
    case spawned(process: Int32)
    /// The library is open, and the process waits for a debugger (`Policy.debugging`).
    case waiting
    /// The library is open, the version is negotiated, and the instance is made and has these callbacks.
    case opened(CallbackSet)
    /// A callback returned, after this time.
    case returned(Function, Value, microseconds: Int64)
    /// The extension called a host function. The token asks for a completion; 0 for none.
    case called(HostFunction, Arguments, completion: UInt64)
    /// The extension asked for more time, with the result. The token is the same as in `called`.
    case askedForTime(Arguments, completion: UInt64, Result<Duration, MessageError>)
    /// A completion that was sent has returned.
    case completionReturned
    /// The extension broke a rule of the interface, and the call was refused at once.
    indirect case violated(function: String, MessageError)
    /// The extension printed a line.
    case printed(String)
    /// The worker has used most of the memory that it may have. Reported once.
    case memoryIsShort(kibibytes: Int, limit: Int)
    /// The host has sent the signal that ends the worker.
    case killed
    /// A warning about the process: it was killed and does not end, with what it waits for, and is reaped when it ends; or it
    /// ended before it had begun, and `spawned` follows for another one.
    case warned(String)
    /// The process is reaped, or was left after such a warning. This is the last event. The black box is present if the
    /// worker crashed or missed a deadline, and could write a report about that.
    indirect case ended(WorkerEnd, BlackBox?)
}
