internal import MayflyModel
internal import Synchronization

/// Writes down the launches of a window, in order and beside its life: no launch waits for a disk.
///
/// What comes while something is written goes into one transaction.
final class ReceiptBook: Sendable {
    private struct Pending {
        var records: [Int: LaunchRecord] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let store: Store
    private let complain: @Sendable (MayflyError) -> Void
    private let pending = Mutex(Pending())
    /// The numbers that the store gave to launches.
    private let numbers = Mutex<[Int: Int]>([:])
    private let bell: AsyncStream<Void>
    private let ringer: AsyncStream<Void>.Continuation

    /// `complain` is told what could not be kept.
    init(_ store: Store, complain: @escaping @Sendable (MayflyError) -> Void) {
        self.store = store
        self.complain = complain
        (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Has the state of a launch written down. Returns at once.
    func note(_ record: LaunchRecord) {
        pending.withLock { $0.records[record.launch] = record }
        ringer.yield()
    }

    /// Writes what is noted until the book is closed; then all of it is on disk.
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

    private func write() async {
        let work = pending.withLock { pending in
            defer { pending = Pending() }
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
                complain((error as? MayflyError) ?? MayflyError(.store, "\(error)", cause: error))
            }
        }
        for waiter in work.waiters { waiter.resume() }
    }
}
