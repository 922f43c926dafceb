internal import MayflyLinux
internal import MayflyModel

/// Holds a worker to what it may use of the machine and of the host: says which limit is exceeded.
///
/// The host measures the process from outside at intervals, and reads all values in one check. The kernel could enforce some of
/// these limits, but it would neither warn (C-045) nor say which limit was exceeded.
struct ResourceMonitor {
    /// What the kernel says of the process in one look.
    struct Reading {
        var privateKiB = 0
        /// Nil where the process cannot be asked any more; so for `writtenBytes`.
        var threads: Int?
        var writtenBytes: Int?
    }

    /// What came of one look.
    struct Finding: Equatable {
        /// How much memory the process has, in KiB, when it is to be warned of its limit.
        var shortMemory: Int?
        /// The limit that is exceeded.
        var excess: WorkerEnd.Cause?
    }

    /// Each idle check doubles the time to the next one, up to this many times.
    private static let mostIdleLooks = 3

    private let policy: Policy
    private var calls: RateMeter
    private var transfer: RateMeter
    /// How much processor time was used; nil before the process is ready, when nobody looks at it.
    private var cpuBudget: RollingBudget?
    private var cpuTime = Duration.zero
    /// How many checks in a row found the process idle; `mostIdleLooks` at most.
    private var idleLooks = 0
    private var isMemoryWarned = false
    /// The process had all its memory and more, and was warned: the next check decides, whatever it does until then.
    private var isOverMemory = false

    init(_ policy: Policy) {
        self.policy = policy
        calls = RateMeter(policy.calls)
        transfer = RateMeter(policy.transfer)
    }

    // MARK: What the extension asks of the host

    /// Counts a call, whether it can be carried out or not.
    mutating func countCall(at now: Moment = .now) -> WorkerEnd.Cause? {
        calls.add(1, at: now)
        return calls.isOver ? .exceeded(.calls, used: calls.used, limit: policy.calls.burst) : nil
    }

    /// Counts bytes that the host keeps for the extension.
    mutating func countTransfer(of bytes: Int, at now: Moment = .now) -> WorkerEnd.Cause? {
        transfer.add(bytes, at: now)
        return transfer.isOver ? .exceeded(.transfer, used: transfer.used, limit: policy.transfer.burst) : nil
    }

    /// The host has used too much processor time for the extension.
    func hostTimeExceeded(_ used: Duration) -> WorkerEnd.Cause {
        .exceeded(.hostTime, used: used.roundedUpMilliseconds, limit: Int(policy.hostBudget.milliseconds))
    }

    // MARK: What the process uses of the machine

    /// The process is ready: what it uses counts from now on.
    mutating func begin(at now: Moment = .now) { cpuBudget = RollingBudget(window: policy.cpuWindow, from: now) }

    /// Whether the process is looked at.
    var hasBegun: Bool { cpuBudget != nil }

    /// How long to wait for the next look.
    var delay: Duration { policy.vitalSigns * (1 << idleLooks) }

    /// The process is about to be called. True where it was idle, and the next look is to come earlier.
    mutating func wake() -> Bool {
        defer { idleLooks = 0 }
        return idleLooks > 0
    }

    /// Whether to check more than processor time. A process that used none has taken no memory, made no thread and written no
    /// file.
    mutating func isActive(cpuTime: Duration?) -> Bool {
        guard let cpuTime, cpuTime != self.cpuTime || isOverMemory else {
            idleLooks = min(idleLooks + 1, Self.mostIdleLooks)
            return false
        }
        idleLooks = 0
        self.cpuTime = cpuTime
        return true
    }

    /// Judges what an active process uses.
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
        // One that exceeds the limit between two looks is warned all the same, if it is not far beyond.
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

    /// Files without a name take room as well, and a walk of the folder does not find them.
    private func writingExcess(_ reading: Reading) -> WorkerEnd.Cause? {
        let limit = policy.storageBytes * policy.rewrites
        guard let written = reading.writtenBytes, written > limit else { return nil }
        return .exceeded(.writing, used: written, limit: limit)
    }
}

extension ResourceMonitor.Reading {
    /// Asks the kernel.
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
