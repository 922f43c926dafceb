package import MayflyABI
package import MayflyModel

/// What a worker tells its owner, in the order in which it happened.
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
    /// The extension broke a rule of the interface and was told so on the spot.
    indirect case violated(function: String, MessageError)
    /// The extension printed a line.
    case printed(String)
    /// It has used most of the memory that it may have. Told once.
    case memoryIsShort(kibibytes: Int, limit: Int)
    /// The host has sent the signal that ends it.
    case killed
    /// The process is gone and reaped. The last event of all. The black box is there where the worker crashed and said so.
    indirect case ended(WorkerEnd, BlackBox?)
}
