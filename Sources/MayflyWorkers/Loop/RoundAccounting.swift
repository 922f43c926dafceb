internal import MayflyLinux

/// Charges the rounds of an event loop that are spent on few bytes.
///
/// To read one byte takes no time worth measuring, but to wait for it does: a worker that writes byte by byte costs the host several
/// times what reading takes. So the whole round is charged, from the end of the one before. The clock is read only while such
/// rounds follow each other closely: the first one is free.
struct RoundAccounting {
    /// In how many rounds the clock is read after one of few bytes.
    private static let attention = 8

    /// The accounts of the descriptors of this round, one for each.
    private var accounts: [any CPUAccount] = []
    /// The processor time of the thread at the end of the last round; nil if it was not read.
    private var last: Duration?
    /// In how many more rounds the clock is read.
    private var rounds = 0

    /// A descriptor of this round had few bytes.
    mutating func add(_ account: any CPUAccount) { accounts.append(account) }

    /// Charges the round, if it was spent on nothing else.
    ///
    /// - Parameters:
    ///   - handled: how many descriptors were handled in the round; nil if it did other work, too.
    ///   - time: the processor time of the thread.
    mutating func endRound(handled: Int?, time: () -> Duration = { CPUAccounting.threadTime }) {
        if !accounts.isEmpty { rounds = Self.attention }
        guard rounds > 0 else { return }
        rounds -= 1
        let now = time()
        if let last, accounts.count == handled {
            for account in accounts { account.noteHostTime((now - last) / accounts.count) }
        }
        last = rounds > 0 ? now : nil
        accounts.removeAll(keepingCapacity: true)
    }
}
