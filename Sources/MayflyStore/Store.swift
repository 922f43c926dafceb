internal import Foundation
internal import GRDB
internal import MayflyLinux
package import MayflyModel
package import Synchronization

/// Devices, conversations and their logs, in one SQLite file that several processes may use at once.
///
/// When a function that writes returns, the change is on disk and survives a kill and a power cut. All functions throw
/// `MayflyError` only. They block for a few milliseconds, or up to ten seconds while another process writes.
package final class Store: Sendable {
    package let home: HomeFolder
    /// What replaces a collapsed message without summary text, in folds from now on (C-166).
    let summaryFallback: SummaryFallback
    let pool: any DatabaseWriter
    /// Whether `pool` is a copy in memory, because the home folder cannot be written or has no database.
    let isCopy: Bool
    /// Nil for a copy, of which no window is told.
    private let notifier: ChangeNotifier?
    /// Tells which hosts live whose launches are in the database.
    let hostLock: HostLivenessLock
    /// The devices that have a window in some host.
    package let openDevices: OpenDevices
    /// How many times it was read, over all windows; for those who want to know what a window costs.
    package let reads = Atomic(0)
    /// When a change of an input field last removed files.
    let lastCollection = Mutex<Moment?>(nil)

    /// Opens the database of a home folder. A missing folder or database is created.
    ///
    /// A damaged file, one of another program and one of a newer version are refused with `.store` and not changed.
    ///
    /// - Parameter isReading: whether a copy in memory is used when the home folder cannot be written, and an empty one when it does
    ///   not exist or has no database, so that nothing is made. What is written to such a copy is lost.
    package init(
        home: HomeFolder,
        summaryFallback: SummaryFallback = .remove,
        isReading: Bool = false
    ) throws(MayflyError) {
        self.home = home
        self.summaryFallback = summaryFallback
        (pool, isCopy) = try Self.open(home, summaryFallback, isReading: isReading)
        notifier = isCopy ? nil : ChangeNotifier(home.changeFile)
        hostLock = HostLivenessLock(path: home.lock)
        openDevices = OpenDevices(hostLock, path: home.lock)
    }

    private static func open(
        _ home: HomeFolder,
        _ fallback: SummaryFallback,
        isReading: Bool
    ) throws(MayflyError) -> (pool: any DatabaseWriter, isCopy: Bool) {
        func finish(_ db: Database) throws { try StoredConversation.refoldWhereNeeded(fallback: fallback, in: db) }
        func copy() throws(MayflyError) -> (any DatabaseWriter, Bool) {
            (try translating(home.database) { try StoreFile.copy(home.database, finish: finish) }, true)
        }
        if isReading {
            try home.check()
            if !home.hasDatabase { return try copy() }
        }
        do throws(MayflyError) {
            try home.create()
            return (try translating(home.database) { try StoreFile.open(home.database, finish: finish) }, false)
        } catch {
            let problem = isReading ? WriteProbe.problem(at: home.database) : nil
            guard let problem, WriteProbe.reason(problem) != nil else { throw error }
            return try copy()
        }
    }

    /// The value of SQLite's `synchronous` on the connections: 2, for FULL, on both.
    func durability() throws(MayflyError) -> (writer: Int, reader: Int) {
        try Self.translating(home.database) {
            (try pool.writeWithoutTransaction(StoreFile.synchronousMode), try pool.read(StoreFile.synchronousMode))
        }
    }

    /// Is another one after each change that windows are notified of, by any program; nil where that cannot be told. It costs a read of
    /// a file, and none of the database.
    package var changeMark: UInt64? { notifier?.mark }

    /// Runs a transaction that holds the write lock from its beginning, so that no other process writes between its
    /// reads and its writes.
    ///
    /// - Parameter notifies: whether windows are notified; false for changes that no window shows.
    func write<Value>(notifies: Bool = true, _ body: (Database) throws -> Value) throws(MayflyError) -> Value {
        try CPUAccounting.charge { () throws(MayflyError) in
            try Self.translating(home.database) {
                try pool.writeWithoutTransaction { db in
                    let value = try Self.transaction(in: db) { try body(db) }
                    if notifies { notifier?.notify() }
                    return value
                }
            }
        }
    }

    /// Reads one consistent snapshot, also while others write.
    func read<Value>(_ body: (Database) throws -> Value) throws(MayflyError) -> Value {
        reads.wrappingAdd(1, ordering: .relaxed)
        return try CPUAccounting.charge { () throws(MayflyError) in
            try Self.translating(home.database) { try pool.read(body) }
        }
    }

    /// Runs the body in a transaction with the write lock, and commits it.
    static func transaction<Value>(in db: Database, _ body: () throws -> Value) throws -> Value {
        var value: Value?
        try db.inTransaction(.immediate) {
            value = try body()
            return .commit
        }
        guard let value else { throw MayflyError(.internalFault, "a transaction ended without a result") }
        return value
    }

    /// Runs an asynchronous operation and converts errors of the database; other errors are rethrown.
    func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError {
            return try Self.translating(home.database) { throw error }
        }
    }

    private static func translating<Value>(_ path: String, _ body: () throws -> Value) throws(MayflyError) -> Value {
        do {
            return try body()
        } catch let error as MayflyError {
            throw error
        } catch let error as DatabaseError {
            throw MayflyError(.store, "the database '\(SafeText.line(path))' \(reason(of: error, path))", cause: error)
        } catch {
            let reason = SafeText.line("\(error)")
            throw MayflyError(.store, "the database '\(SafeText.line(path))' cannot be read: \(reason)", cause: error)
        }
    }

    private static func reason(of error: DatabaseError, _ path: String) -> String {
        let reason = SafeText.line(error.message ?? "no reason given")
        return switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: "is damaged (\(reason)); it stays as it is"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "is in use by another process that does not finish"
        case .SQLITE_FULL: "has no space left on its disk"
        // SQLite says "disk I/O error" for a full disk, too, and does not tell why a file cannot be opened.
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            WriteProbe.problem(at: path).flatMap(WriteProbe.reason) ?? "refused: \(reason)"
        default: "refused: \(reason)"
        }
    }
}
