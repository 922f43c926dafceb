package import MayflyABI
package import MayflyModel

/// What a worker reports to its owner, in the order in which it happened.
package enum WorkerEvent: Sendable {
    /// The process runs.
    case spawned(process: Int32)
    /// The library is open, a version is agreed on and the instance is made.
    case opened
    /// A callback returned, after so many microseconds.
    case returned(Function, Value, microseconds: Int64)
    /// The extension called a host function. The token asks for a completion; 0 for none.
    case called(HostFunction, Arguments, completion: UInt64)
    /// The extension asked for more time, and got it or not. Else as `called`.
    case askedForTime(Arguments, completion: UInt64, Result<Duration, MessageError>)
    /// A completion that was sent has returned.
    case completionReturned
    /// The extension broke a rule of the interface, and the call was refused at once.
    indirect case violated(function: String, MessageError)
    /// The extension printed a line.
    case printed(String)
    /// It has used most of the memory that it may have. Reported once.
    case memoryIsShort(kibibytes: Int, limit: Int)
    /// The host has sent the signal that ends it.
    case killed
    /// The process is gone and reaped. The last event of all. There is a black box where the worker crashed and could write it.
    indirect case ended(WorkerEnd, BlackBox?)
}
