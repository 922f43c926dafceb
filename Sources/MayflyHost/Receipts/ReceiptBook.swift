internal import MayflyModel
internal import MayflyStore
internal import Synchronization

/// Writes down the launches of a window, in order and beside its life: no launch waits for a disk.
///
/// What comes while something is written goes into one transaction. What the disk does not take, or the database while others
/// hold it, is kept here and tried again with whatever comes next.
final class ReceiptBook: Sendable {
    private struct Pending {
        var records: [Int: LaunchRecord] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// The launches whose receipts could not be written, and that were complained of.
        var unkept: Set<Int> = []
    }

    private let store: Store
    private let complain: @Sendable (String) -> Void
    private let pending = Mutex(Pending())
    /// The numbers that the store gave to launches.
    private let numbers = Mutex<[Int: Int]>([:])
    private let bell: AsyncStream<Void>
    private let ringer: AsyncStream<Void>.Continuation

    /// `complain` is told of each receipt that cannot be written, once and with the reason, as long as the book is open.
    init(_ store: Store, complain: @escaping @Sendable (String) -> Void) {
        self.store = store
        self.complain = complain
        (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Has the state of a launch written down. Returns at once.
    func note(_ record: LaunchRecord) {
        pending.withLock { $0.records[record.launch] = record }
        ringer.yield()
    }

    /// Writes what is noted until the book is closed; then all of it is on disk that can be written.
    func run() async {
        for await _ in bell { await write() }
        await write()
    }

    /// No more is noted from now on.
    func close() { ringer.finish() }

    /// Whether the person had a launch ended, in whatever program. What was noted before is written first.
    func wasKilled(_ launch: Int) async -> Bool {
        await withCheckedContinuation { waiter in
            pending.withLock { $0.waiters.append(waiter) }
            ringer.yield()
        }
        guard let number = numbers.withLock({ $0[launch] }) else { return false }
        return (try? store.isKillWanted(number)) ?? false
    }

    /// Whether all that was noted is on disk.
    var isComplete: Bool { pending.withLock { $0.records.isEmpty } }

    /// Tries what could not be written, after the book was closed.
    func writeLate() async { await write() }

    private func write() async {
        let work = pending.withLock { pending in
            defer { (pending.records, pending.waiters) = ([:], []) }
            return pending
        }
        let records = work.records.values.sorted { $0.launch < $1.launch }
        if !records.isEmpty {
            do {
                let known = numbers.withLock { $0 }
                let new = try await store.keep(records, numbers: known)
                numbers.withLock { numbers in
                    numbers.merge(new) { $1 }
                    for record in records where record.ending != nil { numbers[record.launch] = nil }
                }
            } catch {
                keep(work.records, because: (error as? MayflyError)?.message ?? "\(error)")
            }
        }
        for waiter in work.waiters { waiter.resume() }
    }

    /// Takes back what could not be written. Nothing is said of launches that have not ended: they may still be written whole.
    private func keep(_ records: [Int: LaunchRecord], because reason: String) {
        let new = pending.withLock { pending in
            // What was noted meanwhile is newer.
            pending.records.merge(records) { newer, _ in newer }
            for launch in pending.records.keys.sorted().dropLast(Store.receiptLimit) { pending.records[launch] = nil }
            let ended = records.values.filter { $0.ending != nil && !pending.unkept.contains($0.launch) }
            pending.unkept.formUnion(ended.map(\.launch))
            return ended.sorted { $0.launch < $1.launch }
        }
        for record in new { complain("the receipt of \(SafeText.line(record.name)) is not kept: \(reason)") }
    }
}
