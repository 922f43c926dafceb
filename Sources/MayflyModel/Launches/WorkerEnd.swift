/// How a worker ended, with its measurements.
public struct WorkerEnd: Sendable, Hashable, Codable {
    /// What ended it.
    public enum Cause: Sendable, Hashable, Codable {
        /// The host ended it because it was no longer needed.
        case finished
        /// A signal ended it that the host did not send.
        case crashed(signal: Int32)
        /// It exited by itself.
        case exited(status: Int32)
        /// A callback, or a completion, did not return in time.
        case unresponsive(callback: String, milliseconds: Int64)
        /// `viewDidAppear` did not return in time.
        case launchTimeout(milliseconds: Int64)
        /// Its library cannot be loaded, or refused this host.
        case refused(reason: String)
        /// It sent something that breaks the protocol, or went on without its first thread.
        case protocolViolation(String)
        /// It exceeded a limit. Both numbers are in the unit of the resource; `used` is nil when it was not measured.
        case exceeded(Resource, used: Int?, limit: Int)
        /// It closed its socket and continued to run.
        case channelClosed
        /// The user ended it, as with `mayfly kill`.
        case killed
        /// It lingered, and the host ended it to free a worker slot or memory.
        case evicted(Eviction)
        /// A sandbox layer that this machine supports could not be set up.
        case sandbox(reason: String)
        /// The host ended before it.
        case hostEnded
        /// The process could not be started, or was ended before it got its first message.
        case notStarted(reason: String)
    }

    /// Why a lingering worker was ended early.
    public enum Eviction: String, Sendable, Hashable, Codable {
        /// The largest number of workers is reached (`Policy.liveWorkers`).
        case workers
        /// The machine is short of memory.
        case memoryPressure
    }

    /// What ended it.
    public package(set) var cause: Cause
    /// The callback that was running at the end; nil between callbacks.
    public let phase: String?
    /// From the start of the process to its end, in microseconds; 0 if there was no process. This and the other numbers
    /// are nil when no host saw the end.
    public let lifetimeMicroseconds: Int64?
    /// Processor time, in microseconds.
    public let cpuMicroseconds: Int64?
    /// The peak of its memory, in KiB; nil when the process had ended before it was measured.
    ///
    /// It does not come from `wait4`, whose value includes the memory of the process that forked the worker.
    public let peakMemoryKiB: Int?
    /// The number of callbacks of the extension.
    public let callbacks: Int?
    /// The number of its calls to the host.
    public let calls: Int?
    /// When it reached each phase.
    public let times: PhaseTimes
    /// Bytes that the host sent to the worker.
    public let bytesSent: Int?
    /// Bytes that the worker sent to the host.
    public let bytesReceived: Int?
    /// Where it crashed; nil for other ends, and when the worker recorded nothing.
    public package(set) var crash: CrashReport?
    /// Where it was when it missed a deadline; nil for other ends, and when the worker could not record it: it was
    /// stopped, or blocked the signal.
    public package(set) var stack: StackReport?
    /// The names of the system calls that the sandbox refused, each once, at most sixteen. Refused new processes are
    /// not included.
    public let refusedCalls: [String]
    /// The last 4 KiB that it printed, safe to show.
    public let output: String
    /// Refused calls, warnings of the host, and lines of the extension's log.
    public package(set) var notes = LaunchNotes()

    package init(
        cause: Cause,
        phase: String?,
        lifetimeMicroseconds: Int64?,
        cpuMicroseconds: Int64?,
        peakMemoryKiB: Int?,
        callbacks: Int?,
        calls: Int?,
        times: PhaseTimes,
        bytesSent: Int?,
        bytesReceived: Int?,
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

    /// Whether neither the user nor the host wanted this end.
    public var isFailure: Bool {
        switch cause {
        case .finished, .killed, .evicted, .hostEnded: false
        default: true
        }
    }

    /// Whether it counts towards a rest of the extension. A sandbox that cannot be set up does not.
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

extension WorkerEnd {
    /// The end as one sentence for the user. `name` is the name of the extension.
    package func failure(of name: String) -> MayflyError {
        let (code, message) = reason
        let what =
            switch cause {
            case .refused: "cannot be loaded"
            case .notStarted: "cannot be started"
            default: "was closed"
            }
        return MayflyError(code, "\(SafeText.line(name)) \(what): \(message)")
    }

    /// Adds the worker's report about this end.
    package mutating func add(_ report: CrashReport) {
        if case .crashed = cause {
            crash = report
        } else {
            stack = StackReport(isMainThread: report.isMainThread, frames: report.frames)
        }
    }

    /// The function that crashed, as the end of a sentence.
    private var crashSite: String { crash?.location.map { ", in \(SafeText.line($0.text))" } ?? "" }

    /// The function that was running at the deadline, as the end of a sentence.
    private var overrunSite: String { stack?.location.map { "; it was in \(SafeText.line($0.text))" } ?? "" }

    private var reason: (MayflyError.Code, String) {
        let during = phase.map { " during \($0)" } ?? ""
        return switch cause {
        case .finished: (.notPossibleNow, "the host ended it")
        case .crashed(let signal): (.extensionCrashed, "it crashed with signal \(signal)\(during)\(crashSite)")
        case .exited(let status): (.extensionCrashed, "it ended itself with status \(status)\(during)")
        case .unresponsive(let callback, let limit):
            (.extensionUnresponsive, "it did not answer \(callback) within \(limit) ms\(overrunSite)")
        case .launchTimeout(let limit):
            (.extensionUnresponsive, "it was not on screen within \(limit) ms\(overrunSite)")
        case .refused(let reason): (.loadFailed, SafeText.line(reason, limit: 500))
        case .protocolViolation(let what): (.protocolViolation, "it broke the protocol: \(SafeText.line(what))")
        case .exceeded(let resource, let used, let limit):
            (.extensionUnresponsive, resource.excess(used, limit: limit))
        case .channelClosed: (.protocolViolation, "it shut its connection to the host")
        case .killed: (.notPossibleNow, "you ended it")
        case .evicted(.workers): (.notPossibleNow, "others needed its place")
        case .evicted(.memoryPressure): (.notPossibleNow, "this machine is short of memory")
        case .sandbox(let reason): (.launchFailed, "its sandbox \(SafeText.line(reason, limit: 500))")
        case .hostEnded: (.notPossibleNow, "the host ended")
        case .notStarted(let reason): (.launchFailed, SafeText.line(reason, limit: 500))
        }
    }
}

extension WorkerEnd {
    private enum CodingKeys: String, CodingKey {
        case cause, phase, lifetimeMicroseconds, cpuMicroseconds, peakMemoryKiB, callbacks, calls
        case times, bytesSent, bytesReceived, crash, stack, refusedCalls, output, notes
    }

    /// Members that older versions did not write are read as empty. For an end that no host saw, they wrote zeros, which
    /// are read as unknown.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let cause = try values.decode(Cause.self, forKey: .cause)
        self.cause = cause
        phase = try values.decodeIfPresent(String.self, forKey: .phase)
        func number<Number: Decodable>(_ key: CodingKeys) throws -> Number? {
            if case .hostEnded = cause { return nil }
            return try values.decodeIfPresent(Number.self, forKey: key)
        }
        lifetimeMicroseconds = try number(.lifetimeMicroseconds)
        cpuMicroseconds = try number(.cpuMicroseconds)
        peakMemoryKiB = try number(.peakMemoryKiB)
        callbacks = try number(.callbacks)
        calls = try number(.calls)
        times = try values.decodeIfPresent(PhaseTimes.self, forKey: .times) ?? PhaseTimes()
        bytesSent = try number(.bytesSent)
        bytesReceived = try number(.bytesReceived)
        crash = try values.decodeIfPresent(CrashReport.self, forKey: .crash)
        stack = try values.decodeIfPresent(StackReport.self, forKey: .stack)
        refusedCalls = try values.decodeIfPresent([String].self, forKey: .refusedCalls) ?? []
        output = try values.decodeIfPresent(String.self, forKey: .output) ?? ""
        notes = try values.decodeIfPresent(LaunchNotes.self, forKey: .notes) ?? LaunchNotes()
    }

    /// The end of a launch that no host observed: nothing was measured.
    package init(unseen cause: Cause) { self.init(cause, time: nil, count: nil) }

    /// The end of a launch for which no process was started.
    package init(withoutProcess cause: Cause) { self.init(cause, time: 0, count: 0) }

    private init(_ cause: Cause, time: Int64?, count: Int?) {
        self.init(
            cause: cause,
            phase: nil,
            lifetimeMicroseconds: time,
            cpuMicroseconds: time,
            peakMemoryKiB: nil,
            callbacks: count,
            calls: count,
            times: PhaseTimes(),
            bytesSent: count,
            bytesReceived: count,
            refusedCalls: [],
            output: ""
        )
    }
}

/// When a worker reached each phase, in microseconds from the beginning of its launch; nil for a phase that it did not
/// reach.
public struct PhaseTimes: Sendable, Hashable, Codable {
    /// The process was started.
    public package(set) var spawned: Int64?
    /// The library was opened and the instance made.
    public package(set) var opened: Int64?
    /// `viewDidAppear` returned.
    public package(set) var launched: Int64?
    /// `willResignActive` was called.
    public package(set) var resigned: Int64?
    /// The host sent SIGKILL.
    public package(set) var killed: Int64?
    /// The process had ended and was reaped.
    public package(set) var reaped: Int64?

    package init() {}
}
