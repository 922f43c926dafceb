internal import Dispatch
internal import MayflyLinux
internal import MayflyModel

/// Enforces the limits of what a worker uses of the machine and of the host, and says which one is exceeded.
///
/// The host measures the process from outside at intervals, and reads all values in one check. The kernel could enforce
/// some of these limits, but it would neither warn (C-045) nor say which limit was exceeded.
struct ResourceMonitor {
    /// What the kernel reports about the process in one check.
    struct Reading {
        /// Nil if the kernel does not report it any more; the same for the next three.
        var privateKiB: Int?
        var threads: Int?
        var writtenBytes: Int?
        var readBytes: Int?
        /// Whether the first thread has ended, so that the process cannot be measured: the others may be about to end, too.
        var hasEndedFirstThread = false
        /// Whether another thread was seen that goes on without the first one.
        var hasLostFirstThread = false
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
    /// Locks and watches are counted on another thread: the kernel tells them for each descriptor, with all their details.
    static let recordCounts = DispatchQueue(label: "org.mayfly.records", qos: .utility)
    /// The processor time that a process uses between two counts of its locks and watches, in which it can make some ten
    /// thousand.
    private static let recordPause = Duration.milliseconds(20)
    /// Counting takes at most one part in so many of the processor time that the process uses.
    private static let recordShare = 20
    /// The processor time after which a count ends with what it has found: locks of others can make it slow.
    static let longestRecordCount = Duration.milliseconds(20)
    /// How many checks in a row may find that the first thread has ended and that the process has still used processor time. A
    /// process that ends as a whole takes less. Threads that each make the next one and end are seen by none of them.
    private static let mostChecksOfAnEnd = 3
    /// A process that ends as a whole can look like this for a moment; then its exit status says why it ended.
    static let lostFirstThread = WorkerEnd.Cause.protocolViolation(
        "it went on after its first thread, which runs the callbacks, had ended"
    )

    private let policy: Policy
    private var calls: RateMeter
    private var transfer: RateMeter
    private var reads: RateMeter
    /// What the process had read from disks at the last check.
    private var readBytes = 0
    /// The used processor time; nil before the process has its request: until then it is not checked.
    private var cpuBudget: RollingBudget?
    private var cpuTime = Duration.zero
    /// How many checks in a row found the process idle; `mostIdleChecks` at most.
    private var idleChecks = 0
    /// Whether the process can be warned: the extension is opened.
    private var isReady = false
    private var isMemoryWarned = false
    /// The process had exceeded its memory and was warned: the next check decides, even if it was idle until then.
    private var isOverMemory = false
    /// How many checks in a row found that the first thread has ended.
    private var checksOfAnEnd = 0
    private var isCountingRecords = false
    /// The processor time at the last count of locks and watches, and how much more the process must use before the next one.
    private var cpuTimeOfCount = Duration.zero
    private var recordPause = Self.recordPause

    init(_ policy: Policy) {
        self.policy = policy
        calls = RateMeter(policy.calls)
        transfer = RateMeter(policy.transfer)
        reads = RateMeter(policy.reads)
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

    /// The process has its request, to open the library: it is judged from now on. The processor time that it used before counts, as
    /// if it were used now.
    mutating func begin(at now: Moment = .now) {
        cpuBudget = RollingBudget(window: policy.cpuWindow, from: now)
        cpuTimeOfCount = .zero
    }

    /// The extension is opened, and can be warned of its memory.
    mutating func becomeReady() { (isReady, isMemoryWarned) = (true, false) }

    /// Whether the process is being checked.
    var hasBegun: Bool { cpuBudget != nil }

    /// The time until the next check.
    var delay: Duration { policy.vitalSigns * (1 << idleChecks) }

    /// The process is about to be called. True if it was idle, and the next check must come earlier.
    mutating func wake() -> Bool {
        defer { idleChecks = 0 }
        return idleChecks > 0
    }

    /// Whether the last checks all found it idle: a process that was stopped has finished the system calls that it was in.
    var isAtRest: Bool { idleChecks == Self.mostIdleChecks }

    /// Whether to check more than processor time. A process that used none has allocated no memory, made no thread and
    /// written no file, and none of its threads has ended.
    mutating func isActive(cpuTime: Duration?, at now: Moment = .now) -> Bool {
        guard let cpuTime, cpuTime != self.cpuTime || isOverMemory else {
            // So that what it uses after a long rest counts from the first moment.
            _ = cpuBudget?.use(self.cpuTime, at: now)
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
        checksOfAnEnd = reading.hasEndedFirstThread ? checksOfAnEnd + 1 : 0
        guard !reading.hasLostFirstThread, checksOfAnEnd <= Self.mostChecksOfAnEnd else {
            return Finding(excess: Self.lostFirstThread)
        }
        var finding = judgeMemory(reading.privateKiB)
        finding.excess =
            finding.excess ?? threadExcess(reading) ?? writingExcess(reading) ?? readExcess(reading, at: now)
        return finding
    }

    private mutating func cpuExcess(at now: Moment) -> WorkerEnd.Cause? {
        guard let used = cpuBudget?.use(cpuTime, at: now), used > policy.cpuBudget else { return nil }
        return .exceeded(.cpu, used: used.roundedUpMilliseconds, limit: Int(policy.cpuBudget.milliseconds))
    }

    private mutating func judgeMemory(_ use: Int?) -> Finding {
        guard let use else { return Finding() }
        let limit = policy.memoryLimitKiB
        isOverMemory = use >= limit
        // A process that exceeds the limit between two checks is still warned, if it is below twice the limit.
        if use >= limit, isMemoryWarned || use >= limit.saturatingMultiplied(by: 2) {
            return Finding(excess: .exceeded(.memory, used: use, limit: limit))
        }
        guard use >= limit / 5 * 4, !isMemoryWarned else { return Finding() }
        isMemoryWarned = true
        return isReady ? Finding(shortMemory: use) : Finding()
    }

    /// Whether locks and watches are to be counted. If so, the count has begun. A process needs processor time to make one.
    mutating func beginRecordCount() -> Bool {
        guard !isCountingRecords, cpuTime - cpuTimeOfCount >= recordPause else { return false }
        (isCountingRecords, cpuTimeOfCount) = (true, cpuTime)
        return true
    }

    /// Locks and watches are counted. Returns the limit that is exceeded.
    ///
    /// - Parameters:
    ///   - records: nil if they could not be counted.
    ///   - cost: the processor time of the count.
    mutating func endRecordCount(_ records: DescriptorRecords?, cost: Duration) -> WorkerEnd.Cause? {
        isCountingRecords = false
        recordPause = max(Self.recordPause, cost * Self.recordShare)
        guard let records else { return nil }
        if records.locks > policy.locks { return .exceeded(.locks, used: records.locks, limit: policy.locks) }
        guard records.watches > policy.watches else { return nil }
        return .exceeded(.watches, used: records.watches, limit: policy.watches)
    }

    private func threadExcess(_ reading: Reading) -> WorkerEnd.Cause? {
        guard let threads = reading.threads, threads > policy.threads else { return nil }
        return .exceeded(.threads, used: threads, limit: policy.threads)
    }

    /// Files without a name also take space, and a walk of the folder does not find them.
    private func writingExcess(_ reading: Reading) -> WorkerEnd.Cause? {
        let limit = policy.storageBytes.saturatingMultiplied(by: policy.rewrites)
        guard let written = reading.writtenBytes, written > limit else { return nil }
        return .exceeded(.writing, used: written, limit: limit)
    }

    /// Pages of a file that are dropped from memory are read from the disk again, at little processor time.
    private mutating func readExcess(_ reading: Reading, at now: Moment) -> WorkerEnd.Cause? {
        guard let read = reading.readBytes else { return nil }
        reads.add(read - readBytes, at: now)
        readBytes = read
        return reads.isOver ? .exceeded(.reading, used: reads.used, limit: policy.reads.burst) : nil
    }
}

extension ResourceMonitor.Reading {
    /// Reads the values from the kernel.
    init(of process: Int32) {
        let privateKiB = ProcessVitals.privateKiB(of: process)
        let hasEndedFirstThread = privateKiB == nil && ProcessStatus.hasEndedFirstThread(process)
        self.init(
            privateKiB: privateKiB,
            threads: ProcessVitals.threads(of: process),
            writtenBytes: ProcessVitals.writtenBytes(of: process),
            readBytes: ProcessVitals.readBytes(of: process),
            hasEndedFirstThread: hasEndedFirstThread,
            hasLostFirstThread: hasEndedFirstThread && ProcessStatus.goesOnWithoutFirstThread(process)
        )
    }
}

extension Duration {
    fileprivate var roundedUpMilliseconds: Int { Int((microseconds + 999) / 1000) }
}
