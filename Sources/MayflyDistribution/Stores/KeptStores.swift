internal import MayflyBundles
internal import MayflyModel
internal import Synchronization

/// The stores as they were verified last, while their files are the same: to verify a large one takes a second.
final class KeptStores: Sendable {
    private struct Kept {
        let files: [FileStamp?]
        let time: Timestamp
        let store: AddedStore
    }

    /// What is expired is looked at again after so long.
    private static let longest = Duration.seconds(60)

    private let kept = Mutex<[String: Kept]>([:])

    /// The store of a record; `read` reads and verifies it where it is not kept, or has other files.
    func store(
        of record: StoreRecord,
        at now: Timestamp,
        _ read: () throws(MayflyError) -> AddedStore
    ) throws(MayflyError) -> AddedStore {
        // Before it is read: a change meanwhile is noticed the next time.
        let files = record.marks.map { FileStamp(path: $0) }
        if let kept = kept.withLock({ $0[record.folder] }), kept.files == files, kept.time <= now,
            now < kept.time.advanced(by: Self.longest)
        {
            return kept.store
        }
        let store = try read()
        kept.withLock { $0[record.folder] = Kept(files: files, time: now, store: store) }
        return store
    }

    /// Forgets stores that are gone.
    func keep(_ records: [StoreRecord]) {
        let folders = Set(records.map(\.folder))
        kept.withLock { kept in kept = kept.filter { folders.contains($0.key) } }
    }
}
