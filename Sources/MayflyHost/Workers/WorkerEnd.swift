/// How a worker's life ended, and in what shape it was.
public struct WorkerEnd: Sendable, Hashable, Codable {
    /// What ended it.
    public enum Cause: Sendable, Hashable, Codable {
        /// The host had no more use for it.
        case finished
        /// A signal that nobody of ours sent.
        case crashed(signal: Int32)
        /// It exited by itself.
        case exited(status: Int32)
        /// A callback, or a completion, did not return in time.
        case unresponsive(callback: String, milliseconds: Int64)
        /// It was not on screen in time.
        case launchTimeout(milliseconds: Int64)
        /// Its library cannot be used.
        case refused(reason: String)
        /// It sent something that is not in the protocol.
        case protocolViolation(String)
        /// It used more memory than it may, both in KiB.
        case memory(kibibytes: Int, limit: Int)
        /// It closed its socket and lived on.
        case channelClosed
    }

    public let cause: Cause
    /// The callback that was running; nil between callbacks.
    public let phase: String?
    /// From the start of the process to its end, in microseconds.
    public let lifetimeMicroseconds: Int64
    /// Processor time, in microseconds.
    public let cpuMicroseconds: Int64
    /// The most memory that it had at once, in KiB; nil where the process was gone before it could be asked.
    ///
    /// The kernel's own account of a dead child is of no use here: it begins with the memory of the host that made it.
    public let peakMemoryKiB: Int?
    /// How often the extension was called, and how often it called.
    public let callbacks: Int
    public let calls: Int

    /// Whether the extension is to blame for an end that nobody asked for.
    public var isFailure: Bool { cause != .finished }
}

extension WorkerEnd.Cause {
    /// The stable name that traces and receipts show.
    public var name: String {
        switch self {
        case .finished: "finished"
        case .crashed: "crashed"
        case .exited: "exited"
        case .unresponsive: "unresponsive"
        case .launchTimeout: "launchTimeout"
        case .refused: "refused"
        case .protocolViolation: "protocolViolation"
        case .memory: "memory"
        case .channelClosed: "channelClosed"
        }
    }
}
