import Foundation
import Testing

/// One or two processes on one home, some of which are killed at a moment.
struct KillRound {
    /// Which of the processes are killed; the first one's lines and time count.
    enum Victims: CaseIterable {
        case first, all
    }

    let processes: [VictimProcess]
    let victims: Victims
    /// Nil lets all come to their end.
    let point: KillPoint?

    /// Lets them run, kills, and reads and reaps all. Gives what those complained of that ended by themselves.
    func play() throws -> [(device: String, status: Int32, complaint: String)] {
        let began = ContinuousClock.now
        var moment: ContinuousClock.Instant?
        if case .time(let offset) = point { moment = began + offset }
        while let first = processes.first, !first.isAtEnd {
            if let moment, .now >= moment {
                for process in processes where victims == .all || process === first { process.kill() }
                break
            }
            try wait(until: moment)
            if moment == nil, let delay = delay(of: first) { moment = .now + delay }
        }
        while processes.contains(where: { !$0.isAtEnd }) { try wait(until: nil) }
        return try processes.compactMap { process in
            try process.reap().map { (process.device, $0.status, $0.complaint) }
        }
    }

    /// How long to wait from now on; nil until the line has come.
    private func delay(of first: VictimProcess) -> Duration? {
        switch point {
        case .line(let number, let delay): first.lines.count >= number ? delay : nil
        case .acknowledgement(let number, let delay):
            first.lines.count(where: HomeAudit.isAcknowledgement) >= number ? delay : nil
        case .time, nil: nil
        }
    }

    /// Waits for something printed, and reads it.
    private func wait(until deadline: ContinuousClock.Instant?) throws {
        let open = processes.filter { !$0.isAtEnd }
        var waits = open.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
        var limit: Int32 = 60_000
        if let deadline {
            let (seconds, attoseconds) = (deadline - .now).components
            // Rounded down: the last millisecond is spent looking at the clock.
            limit = Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        }
        let count = poll(&waits, nfds_t(waits.count), limit)
        try #require(count > 0 || deadline != nil, "a process prints nothing and does not end")
        for (process, wait) in zip(open, waits) where wait.revents != 0 { process.read() }
    }
}
