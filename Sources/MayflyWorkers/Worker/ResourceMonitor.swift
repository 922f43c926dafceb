internal import MayflyLinux
internal import MayflyModel

/// Enforces the limits of what a worker uses of the machine and of the host, and says which one is exceeded.
///
/// The host measures the process from outside at intervals, and reads all values in one check. The kernel could enforce
/// some of these limits, but it would neither warn (C-045) nor say which limit was exceeded.
struct ResourceMonitor {
    /// What the kernel reports about the process in one check.
    struct Reading {
        var privateKiB = 0
        /// Nil if the kernel does not report it any more; the same for `writtenBytes`.
        var threads: Int?
        var writtenBytes: Int?
    }

    /// The result of one check.
    struct Finding: Equatable {
        /// The memory of the process in KiB, if it is to be warned of its limit.
        var shortMemory: Int?
        /// The limit that is exceeded.
        var excess: WorkerEnd.Cause?
    }

    /// Each idle check doubles the time to the next one, up to this many times.
    private static let mostIdleChecks = 3

    private let policy: Policy
    private var calls: RateMeter
    private var transfer: RateMeter
    /// The used processor time; nil before the process is ready: until then it is not checked.
    private var cpuBudget: RollingBudget?
    private var cpuTime = Duration.zero
    /// How many checks in a row found the process idle; `mostIdleChecks` at most.
    private var idleChecks = 0
    private var isMemoryWarned = false
    /// The process had exceeded its memory and was warned: the next check decides, even if it was idle until then.
    private var isOverMemory = false

    init(_ policy: Policy) {
        self.policy = policy
        calls = RateMeter(policy.calls)
        transfer = RateMeter(policy.transfer)
    }

    // MARK: What the extension asks of the host

    /// Counts a call, also one that cannot be carried out.
    mutating func countCall(at now: Moment = .now) -> WorkerEnd.Cause? {
        calls.add(1, at: now)
        return calls.isOver ? .exceeded(.calls, used: calls.used, limit: policy.calls.burst) : nil
    }

    /// Counts bytes that the host stores for the extension.
    mutating func countTransfer(of bytes: Int, at now: Moment = .now) -> WorkerEnd.Cause? {
        transfer.add(bytes, at: now)
        return transfer.isOver ? .exceeded(.transfer, used: transfer.used, limit: policy.transfer.burst) : nil
    }

    /// The host has used too much processor time for the extension.
    func hostTimeExceeded(_ used: Duration) -> WorkerEnd.Cause {
        .exceeded(.hostTime, used: used.roundedUpMilliseconds, limit: Int(policy.hostBudget.milliseconds))
    }

    // MARK: What the process uses of the machine

    /// The process is ready: it is judged from now on. The processor time that it used before counts, as if it were used now.
    mutating func begin(at now: Moment = .now) { cpuBudget = RollingBudget(window: policy.cpuWindow, from: now) }

    /// Whether the process is being checked.
    var hasBegun: Bool { cpuBudget != nil }

    /// The time until the next check.
    var delay: Duration { policy.vitalSigns * (1 << idleChecks) }

    /// The process is about to be called. True if it was idle, and the next check must come earlier.
    mutating func wake() -> Bool {
        defer { idleChecks = 0 }
        return idleChecks > 0
    }

    /// Whether to check more than processor time. A process that used none has allocated no memory, made no thread and
    /// written no file.
    mutating func isActive(cpuTime: Duration?) -> Bool {
        guard let cpuTime, cpuTime != self.cpuTime || isOverMemory else {
            idleChecks = min(idleChecks + 1, Self.mostIdleChecks)
            return false
        }
        idleChecks = 0
        self.cpuTime = cpuTime
        return true
    }

    /// Compares what an active process uses with its limits.
    mutating func judge(_ reading: Reading, at now: Moment = .now) -> Finding {
        if let excess = cpuExcess(at: now) { return Finding(excess: excess) }
        var finding = judgeMemory(reading.privateKiB)
        finding.excess = finding.excess ?? threadExcess(reading) ?? writingExcess(reading)
        return finding
    }

    private mutating func cpuExcess(at now: Moment) -> WorkerEnd.Cause? {
        guard let used = cpuBudget?.use(cpuTime, at: now), used > policy.cpuBudget else { return nil }
        return .exceeded(.cpu, used: used.roundedUpMilliseconds, limit: Int(policy.cpuBudget.milliseconds))
    }

    private mutating func judgeMemory(_ use: Int) -> Finding {
        let limit = policy.memoryLimitKiB
        isOverMemory = use >= limit
        // A process that exceeds the limit between two checks is still warned, if it is below twice the limit.
        if use >= limit, isMemoryWarned || use >= limit * 2 {
            return Finding(excess: .exceeded(.memory, used: use, limit: limit))
        }
        guard use >= limit / 5 * 4, !isMemoryWarned else { return Finding() }
        isMemoryWarned = true
        return Finding(shortMemory: use)
    }

    private func threadExcess(_ reading: Reading) -> WorkerEnd.Cause? {
        guard let threads = reading.threads, threads > policy.threads else { return nil }
        return .exceeded(.threads, used: threads, limit: policy.threads)
    }

    /// Files without a name also take space, and a walk of the folder does not find them.
    private func writingExcess(_ reading: Reading) -> WorkerEnd.Cause? {
        let limit = policy.storageBytes * policy.rewrites
        guard let written = reading.writtenBytes, written > limit else { return nil }
        return .exceeded(.writing, used: written, limit: limit)
    }
}

extension ResourceMonitor.Reading {
    /// Reads the values from the kernel.
    init(of process: Int32) {
        self.init(
            privateKiB: ProcessVitals.privateKiB(of: process) ?? 0,
            threads: ProcessVitals.threads(of: process),
            writtenBytes: ProcessVitals.writtenBytes(of: process)
        )
    }
}

extension Duration {
    fileprivate var roundedUpMilliseconds: Int { Int((microseconds + 999) / 1000) }
}
