internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The results of all runs so far.
final class SoakLedger: Sendable {
    struct Account: Sendable {
        var launches = 0
        /// The number of ends by cause.
        var ends: [String: Int] = [:]
        /// The number of runs of each extension, and their total time.
        var lives: [String: (count: Int, time: Duration)] = [:]
        /// The first findings, and the number of all.
        var findings: [String] = []
        var findingCount = 0
    }

    /// Findings beyond this number are only counted.
    private static let mostFindings = 100

    private let state = Mutex(Account())

    var account: Account { state.withLock { $0 } }

    /// Records the end of a run; nil when the extension did not start.
    func add(_ name: String, _ end: WorkerEnd?, _ problem: String?) {
        state.withLock { account in
            account.launches += 1
            account.ends[end?.cause.name ?? "notStarted", default: 0] += 1
            let life = account.lives[name] ?? (0, .zero)
            account.lives[name] = (life.count + 1, life.time + .microseconds(end?.lifetimeMicroseconds ?? 0))
        }
        if let problem { add(finding: "\(name): \(problem)") }
    }

    func add(finding: String) {
        state.withLock { account in
            account.findingCount += 1
            if account.findings.count < Self.mostFindings {
                account.findings.append(SafeText.line("after \(account.launches) launches, \(finding)", limit: 500))
            }
        }
    }
}
