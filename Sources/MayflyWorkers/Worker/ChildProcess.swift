internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

extension Worker {
    /// Settles why the process ends, and kills it. Only the first reason counts.
    func end(_ cause: WorkerEnd.Cause) {
        guard let process else { return }
        switch state {
        case .ending, .reporting, .ended: return
        case .idle, .opening, .open: break
        }
        cancelDeadlines()
        state = .ending(cause)
        let usage = ownID.flatMap { ProcessUsage(of: $0) } ?? process.usage
        self.process?.usage = usage
        // At once, and not only when process 1 has come to its end.
        if let worker = self.process?.report?.worker { _ = mayfly_pidfd_signal(worker, SIGKILL) }
        if mayfly_pidfd_signal(process.descriptor, SIGKILL) == 0 {
            record.times.killed = record.now
            sink(.killed)
        }
    }

    /// The number of the worker's own process, to look at it; nil while it is not known. Process 1 of a PID namespace, which
    /// the host knows first, is only its keeper.
    var ownID: Int32? {
        process?.report?.learnWorker()
        guard let report = process?.report, report.hasFirstProcess else { return process?.id }
        return report.workerID
    }

    func cancelDeadlines() {
        isAwaited = false
        if case .open(let running) = state, let running { loop.cancel(running.deadline) }
        let timers = [launchDeadline, completionDeadline, closingDeadline, vitals?.next, output.pause]
        for timer in timers { timer.map(loop.cancel) }
        (launchDeadline, completionDeadline, closingDeadline, output.pause) = (nil, nil, nil, nil)
        vitals?.next = nil
    }

    /// The kernel says that the process is gone: takes what it still said, reaps it and lets go of everything.
    func processEnded() {
        guard var process else { return }
        var exit = mayfly_exit()
        // The worker leads a group of its own, and until it is reaped the number means that group: what it has forked
        // goes with it, unless it has left the group.
        kill(-process.id, SIGKILL)
        guard mayfly_reap(process.descriptor, &exit) != 0 else { return }
        cancelDeadlines()
        // Its own end is told by the process above it, which the kernel speaks of.
        if let own = process.report?.end() { (exit.exited, exit.status) = own }
        if case .ending = state {
        } else {
            state = .ending(cause(of: exit, process))
        }
        readControl()
        readLastOutput()
        guard case .ending(let cause) = state else { return }
        record.times.reaped = record.now
        let box = BlackBox(descriptor: process.box)
        let descriptors =
            [
                process.descriptor, process.control.descriptor, process.completions.descriptor, process.output,
                process.box,
            ]
        for descriptor in descriptors {
            unwatch(descriptor)
            close(descriptor)
        }
        process.report?.closeAll()
        process.group?.remove()
        self.process = nil
        // Where the signal is another one, the box tells of a crash that did not end it.
        let crash = if case .crashed(box.signal) = cause, box.hasCrash { box } else { BlackBox?.none }
        state = .reporting(finalReport(cause, exit, box, of: process), crash)
        reportRest()
    }

    /// Why a process ended that the host did not end.
    private func cause(of exit: mayfly_exit, _ process: Process) -> WorkerEnd.Cause {
        if let reason = process.report?.refusal { return .sandbox(reason: reason) }
        guard exit.exited != 1 else { return .exited(status: exit.status) }
        if exit.status == SIGKILL, process.group?.ranOutOfMemory == true {
            let bounds = ControlGroups.Bounds(policy)
            return .exceeded(.memory, used: bounds.memoryBytes / 1024, limit: policy.memoryLimitKiB)
        }
        // The kernel refused to make a file larger, and does not say how large it was to be.
        if exit.status == SIGXFSZ, process.report != nil {
            return .exceeded(.fileSize, used: nil, limit: Resource.largestFile)
        }
        return .crashed(signal: exit.status)
    }

    private func finalReport(_ cause: WorkerEnd.Cause, _ exit: mayfly_exit, _ box: BlackBox, of process: Process)
        -> WorkerEnd
    {
        WorkerEnd(
            cause: cause,
            phase: phase,
            lifetimeMicroseconds: process.started.microseconds(to: .now),
            // A process that was killed with process 1 of its namespace is in nobody's account but that of the last look.
            cpuMicroseconds: max(exit.cpu_microseconds, process.usage?.cpuMicroseconds ?? 0),
            // The kernel's account is that of the process, or of all that process 1 has reaped.
            peakMemoryKiB: max(Int(exit.peak_kib), process.usage?.peakKiB ?? 0),
            callbacks: callbacks,
            calls: calls,
            times: record.times,
            bytesSent: record.bytesSent,
            bytesReceived: record.bytesReceived,
            refusedCalls: box.refused.map(SystemCallName.name),
            output: record.output.text
        )
    }
}

extension WorkerEnd.Cause {
    /// Whether calls that were made before this end are still to be carried out: those of a process that ended by
    /// itself are, those of one that broke the protocol are not.
    var mayHaveSpoken: Bool {
        switch self {
        case .crashed, .exited: true
        default: false
        }
    }
}

extension Resource {
    /// The bytes of the largest file that a worker in a sandbox can make (RLIMIT_FSIZE). No policy changes them; where this
    /// process may make none that large, nor may a worker.
    fileprivate static var largestFile: Int {
        let most = 64 << 20
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return most }
        return Int(min(limit.rlim_max, rlim_t(most)))
    }
}
