internal import MayflyLinux
internal import MayflyModel

// What a worker uses of the machine is looked at from outside, all in one look. The kernel could be told some of these
// limits, but it would neither warn (C-045) nor say which limit it was.
extension Worker {
    struct Vitals {
        /// The timer of the next look.
        var next: EventLoop.Token?
        /// How many looks in a row found the process idle, as far as that counts.
        var idleLooks = 0
        var cpuTime = Duration.zero
        var budget: RollingBudget
        var isMemoryWarned = false
        /// It had all its memory and more, and was warned: the next look decides, whatever it does until then.
        var isOverMemory = false
        var folder = FolderWatch()
    }

    /// After so many idle looks in a row they become no rarer. Each one doubles the time to the next.
    private static let mostIdleLooks = 3

    /// Looks at the process now and then until it is frozen or ends.
    func watchVitals() {
        vitals = Vitals(budget: RollingBudget(window: policy.cpuWindow))
        lookLater()
    }

    /// The process is about to be called: an idle one is not idle any more.
    func wakeVitals() {
        guard vitals?.idleLooks ?? 0 > 0, let next = vitals?.next else { return }
        loop.cancel(next)
        vitals?.idleLooks = 0
        lookLater()
    }

    private func lookLater() {
        let delay = policy.vitalSigns * (1 << (vitals?.idleLooks ?? 0))
        vitals?.next = loop.schedule(after: delay) { [weak self] in self?.onLoop { $0.look() } }
    }

    private func look() {
        vitals?.next = nil
        guard var seen = vitals, process != nil, !isFrozen else { return }
        // What has used no processor time has taken no memory, made no thread and written no file either.
        if let process = ownID, let cpuTime = ProcessVitals.cpuTime(of: process),
            cpuTime != seen.cpuTime || seen.isOverMemory
        {
            seen.idleLooks = 0
            seen.cpuTime = cpuTime
            seen.folder.isStale = true
            self.process?.usage = ProcessUsage(of: process)
            let excess =
                cpuExcess(&seen) ?? memoryExcess(of: process, &seen) ?? threadExcess(of: process)
                ?? writingExcess(of: process)
            vitals = seen
            if let excess { return end(excess) }
        } else {
            vitals?.idleLooks = min(seen.idleLooks + 1, Self.mostIdleLooks)
        }
        weighFolder()
        lookLater()
    }

    private func cpuExcess(_ seen: inout Vitals) -> WorkerEnd.Cause? {
        let used = seen.budget.use(seen.cpuTime)
        guard used > policy.cpuBudget else { return nil }
        return .exceeded(.cpu, used: Int((used.microseconds + 999) / 1000), limit: Int(policy.cpuBudget.milliseconds))
    }

    private func memoryExcess(of process: Int32, _ seen: inout Vitals) -> WorkerEnd.Cause? {
        let limit = policy.memoryLimitKiB
        let use = ProcessVitals.privateKiB(of: process) ?? 0
        seen.isOverMemory = use >= limit
        // One that jumps over the limit between two looks is warned all the same, if it is not far beyond.
        if use >= limit, seen.isMemoryWarned || use >= limit * 2 {
            return .exceeded(.memory, used: use, limit: limit)
        }
        if use >= limit / 5 * 4, !seen.isMemoryWarned {
            seen.isMemoryWarned = true
            sink(.memoryIsShort(kibibytes: use, limit: limit))
        }
        return nil
    }

    /// Files without a name take room as well, which nobody sees who looks into the folder.
    private func writingExcess(of process: Int32) -> WorkerEnd.Cause? {
        let limit = policy.storageBytes * policy.rewrites
        guard let written = ProcessVitals.writtenBytes(of: process), written > limit else { return nil }
        return .exceeded(.writing, used: written, limit: limit)
    }

    private func threadExcess(of process: Int32) -> WorkerEnd.Cause? {
        guard let threads = ProcessVitals.threads(of: process), threads > policy.threads else { return nil }
        return .exceeded(.threads, used: threads, limit: policy.threads)
    }
}
