internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// What has come of all lives so far.
final class SoakLedger: Sendable {
    struct Account: Sendable {
        var launches = 0
        /// Ends by the names of their causes.
        var ends: [String: Int] = [:]
        /// How often each extension lived, and for how long in all.
        var lives: [String: (count: Int, time: Duration)] = [:]
        /// What was not as it should be: the first of them, and how many there were.
        var findings: [String] = []
        var findingCount = 0
    }

    /// More than so many findings are only counted.
    private static let mostFindings = 100

    private let state = Mutex(Account())

    var account: Account { state.withLock { $0 } }

    /// A life of that extension has ended; nil where it did not start.
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
