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
        /// It used more of something than it may; both numbers are in the resource's own unit. `used` is nil where nobody
        /// could see how much it was.
        case exceeded(Resource, used: Int?, limit: Int)
        /// It closed its socket and lived on.
        case channelClosed
        /// The person asked for it.
        case killed
        /// It lingered, and its place or its memory was needed.
        case evicted(Eviction)
        /// A wall of the sandbox that this machine has could not be put up.
        case sandbox(reason: String)
        /// The host ended first, and its workers with it.
        case hostEnded
        /// There was no process, or it was given up before it was told anything.
        case notStarted(reason: String)
    }

    /// Why a lingerer had to go before its time.
    public enum Eviction: String, Sendable, Hashable, Codable {
        /// As many workers live as may.
        case workers
        /// The machine is short of memory.
        case memoryPressure
    }

    public package(set) var cause: Cause
    /// The callback that was running; nil between callbacks.
    public let phase: String?
    /// From the start of the process to its end, in microseconds.
    /// 0 where nobody saw the end.
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
    /// How far it came, and when.
    public let times: PhaseTimes
    /// What went over the worker's sockets: from the host, and to it.
    public let bytesSent: Int
    public let bytesReceived: Int
    /// Where it crashed; nil for every other end, and where the worker could not say.
    public package(set) var crash: CrashReport?
    /// The system calls that the sandbox refused, each once, by name; sixteen at most.
    ///
    /// New processes are refused too, and not told of here.
    public let refusedCalls: [String]
    /// The last 4 KiB that it printed, made harmless to show.
    public let output: String

    package init(
        cause: Cause,
        phase: String?,
        lifetimeMicroseconds: Int64,
        cpuMicroseconds: Int64,
        peakMemoryKiB: Int?,
        callbacks: Int,
        calls: Int,
        times: PhaseTimes,
        bytesSent: Int,
        bytesReceived: Int,
        crash: CrashReport? = nil,
        refusedCalls: [String],
        output: String
    ) {
        self.cause = cause
        self.phase = phase
        self.lifetimeMicroseconds = lifetimeMicroseconds
        self.cpuMicroseconds = cpuMicroseconds
        self.peakMemoryKiB = peakMemoryKiB
        self.callbacks = callbacks
        self.calls = calls
        self.times = times
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.crash = crash
        self.refusedCalls = refusedCalls
        self.output = output
    }

    /// Whether the extension is to blame for an end that nobody asked for.
    public var isFailure: Bool {
        switch cause {
        case .finished, .killed, .evicted, .hostEnded: false
        default: true
        }
    }

    /// Whether it is held against the extension. That a wall of the sandbox could not be put up is not its doing.
    package var countsAsFailure: Bool {
        if case .sandbox = cause { false } else { isFailure }
    }
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
        case .exceeded(let resource, _, _): resource.rawValue
        case .channelClosed: "channelClosed"
        case .killed: "killed"
        case .evicted: "evicted"
        case .sandbox: "sandbox"
        case .hostEnded: "hostEnded"
        case .notStarted: "notStarted"
        }
    }
}
