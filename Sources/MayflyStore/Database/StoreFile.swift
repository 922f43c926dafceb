internal import Foundation
internal import GRDB
internal import MayflyLinux
internal import MayflyModel

/// Opens the database so that an acknowledged write survives a power cut, or refuses without touching the file.
enum StoreFile {
    /// Makes the database if it is not there, and brings an older one up to date.
    ///
    /// Processes that come at the same time wait for each other, because neither the first change to a write-ahead log nor a
    /// migration can be done by two.
    static func open(_ path: String, summaryFallback: SummaryFallback) throws -> DatabasePool {
        try FileLock.holding(path + ".lock") {
            do {
                try probe(path)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
                try undoWhatWasCutShort(path)
                try probe(path)
            }
            try makePrivate(path)
            let pool = try DatabasePool(path: path, configuration: configuration())
            try requireDurability(pool, path)
            try mark(pool)
            try StoreSchema.migrator.migrate(pool)
            try pool.write { db in try StoredConversation.refoldWhereNeeded(fallback: summaryFallback, in: db) }
            return pool
        }
    }

    /// The file has what people wrote and the secrets of identities: nobody else may read it, whatever folder it lies in.
    /// SQLite gives the files beside it the same mode.
    ///
    /// A file that is there is never opened here: closing it would take away the locks that other connections of this
    /// process have on it (fcntl_locking, man 2), and with them what they write.
    private static func makePrivate(_ path: String) throws {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else {
            guard errno == EEXIST else { throw MayflyError.ofSystem("make", path) }
        }
        var status = stat()
        // One of another user's stays as it is: it is not ours to close.
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0 { chmod(path, 0o600) }
    }

    /// Reads `PRAGMA synchronous` back: 2 is FULL.
    static func synchronousMode(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "mayfly.store"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in try setFullSynchronous(db) }
        return configuration
    }

    /// Says that the file is ours before there is anything in it, so that one whose making was cut short is known again.
    private static func mark(_ pool: DatabasePool) throws {
        try pool.writeWithoutTransaction { db in
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") != StoreSchema.applicationID else { return }
            try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
        }
    }

    /// The pool sets NORMAL on its writer after `prepareDatabase`, with which a power cut may undo the last writes.
    private static func requireDurability(_ pool: DatabasePool, _ path: String) throws {
        let modes = try pool.writeWithoutTransaction { db in
            try setFullSynchronous(db)
            let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "none"
            return (try synchronousMode(db), journal)
        }
        guard modes == (2, "wal") else {
            throw MayflyError(
                .store,
                "the database '\(SafeText.line(path))' does not take synchronous=FULL with a write-ahead log "
                    + "(it says \(modes.0), \(modes.1))"
            )
        }
    }

    private static func setFullSynchronous(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL")
    }

    /// What SQLite would take: it deletes the log of a database that is gone or empty, and all that the log still has; and
    /// it puts zeros where the end of the last page is missing.
    private static func damaged(_ path: String, _ reason: String) -> MayflyError {
        MayflyError(.store, "the database '\(SafeText.line(path))' is damaged (\(reason)); it stays as it is")
    }

    /// 0 for a file that is not there.
    private static func size(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.size] as? Int ?? 0
    }

    /// Undoes a change that was under way when its process was killed, by the journal that lies beside the file: whoever opens it
    /// next has to (sqlite.org/atomiccommit.html). There is one only until a new database has got its write-ahead log.
    private static func undoWhatWasCutShort(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        _ = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
    }

    /// Looks at an existing file without the right to change it.
    private static func probe(_ path: String) throws {
        let hasLog = size(of: path + "-wal") > 0
        let bytes = size(of: path)
        guard bytes > 0 else {
            guard !hasLog else { throw damaged(path, "it is empty, and its log '-wal' is not") }
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        try queue.read { db in
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            // A page that was cut short while the log was put into the database is still whole in the log.
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
            guard hasLog || bytes.isMultiple(of: pageSize) else { throw damaged(path, "its last page is cut short") }
            guard tables > 0 else { return }
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") == StoreSchema.applicationID else {
                throw MayflyError(.store, "the database '\(SafeText.line(path))' is not one of Mayfly")
            }
            guard try !StoreSchema.migrator.hasBeenSuperseded(db) else {
                throw MayflyError(
                    .store,
                    "the database '\(SafeText.line(path))' was written by a newer version of Mayfly; it stays as it is"
                )
            }
        }
    }
}
