internal import MayflyModel
internal import MayflyStore
internal import Synchronization

/// Writes the launches of a window to the store, in their order and in the background: no launch waits for a disk.
///
/// Records that come during a write go into the next transaction together. Records that cannot be written, because the disk is
/// full or the database is locked, are kept here and tried again with the next ones.
final class ReceiptBook: Sendable {
    private struct Pending {
        var records: [Int: LaunchRecord] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Whether nobody writes in the background any more.
        var hasEnded = false
        /// The launches whose receipts could not be written, and were reported.
        var unkept: Set<Int> = []
    }

    private let store: Store
    private let report: @Sendable (String) -> Void
    private let pending = Mutex(Pending())
    /// The numbers that the store gave to launches.
    private let numbers = Mutex<[Int: Int]>([:])
    /// Wakes `run` when there are new records.
    private let wakeups: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// `report` gets a line about each receipt that cannot be written, once, with the reason.
    init(_ store: Store, report: @escaping @Sendable (String) -> Void) {
        self.store = store
        self.report = report
        (wakeups, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes the state of a launch, to be written. Returns at once.
    func note(_ record: LaunchRecord) {
        pending.withLock { $0.records[record.launch] = record }
        waker.yield()
    }

    /// Writes records until the book is closed. When it returns, all records that can be written are on disk.
    func run() async {
        for await _ in wakeups { await write() }
        pending.withLock { $0.hasEnded = true }
        // Also for those who began to wait before.
        await write()
    }

    /// No record will follow.
    func close() { waker.finish() }

    /// Waits until the records so far have been written, or cannot be.
    func catchUp() async {
        await withCheckedContinuation { waiter in
            let mustWait = pending.withLock { pending in
                guard !pending.hasEnded else { return false }
                pending.waiters.append(waiter)
                return true
            }
            if mustWait { waker.yield() } else { waiter.resume() }
        }
    }

    /// Whether the person ended the worker of a launch, with this or another program. The records so far are written first.
    func wasKilled(_ launch: Int) async -> Bool {
        await catchUp()
        guard let number = numbers.withLock({ $0[launch] }) else { return false }
        return (try? store.isKillWanted(number)) ?? false
    }

    /// Whether all records are on disk.
    var isComplete: Bool { pending.withLock { $0.records.isEmpty } }

    /// Writes the records that are left; also after the book was closed.
    func write() async {
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

    /// Keeps the records that could not be written. Launches that have not ended are not reported: a later record of them may be
    /// written.
    private func keep(_ records: [Int: LaunchRecord], because reason: String) {
        let new = pending.withLock { pending in
            // Records that came during the write are newer.
            pending.records.merge(records) { newer, _ in newer }
            for launch in pending.records.keys.sorted().dropLast(Store.receiptLimit) { pending.records[launch] = nil }
            let ended = records.values.filter { $0.ending != nil && !pending.unkept.contains($0.launch) }
            pending.unkept.formUnion(ended.map(\.launch))
            return ended.sorted { $0.launch < $1.launch }
        }
        for record in new { report("the receipt of \(SafeText.line(record.name)) is not kept: \(reason)") }
    }
}
