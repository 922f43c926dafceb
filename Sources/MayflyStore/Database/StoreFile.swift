internal import Foundation
internal import GRDB
internal import MayflyLinux
internal import MayflyModel

/// Opens the database so that a committed write survives a power cut, or refuses without changing the file.
enum StoreFile {
    /// Creates a missing database, and migrates an older one.
    ///
    /// A lock file serialises processes that open the database at the same time, because neither the switch to a
    /// write-ahead log nor a migration may run twice at once.
    ///
    /// - Parameter finish: runs in a transaction after the migrations, under the same lock.
    static func open(_ path: String, finish: (Database) throws -> Void) throws -> DatabasePool {
        DatabaseCopy.removeLeft()
        return try FileLock.holding(path + ".lock") {
            try requireFiles(path)
            do {
                try probe(path)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
                try rollBackInterruptedWrite(path)
                try probe(path)
            }
            try makePrivate(path)
            let pool = try DatabasePool(path: path, configuration: configuration())
            try requireDurability(pool, path)
            try mark(pool)
            try StoreSchema.migrator.migrate(pool)
            try pool.write(finish)
            return pool
        }
    }

    /// Reads the database into memory, for a home folder that cannot be written. A missing database is empty.
    ///
    /// An older database is migrated in memory. The file is not changed.
    static func copy(_ path: String, finish: (Database) throws -> Void) throws -> DatabaseQueue {
        let memory = try DatabaseQueue(configuration: configuration())
        if try requireFiles(path) {
            do {
                try load(path, into: memory)
            } catch is DatabaseError {
                // SQLite reads a database with a write-ahead log only beside files of its own, which it cannot create
                // there. They are missing when no process has the database open.
                try DatabaseCopy.with(path) { copy in
                    do {
                        try load(copy, into: memory)
                    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
                        try rollBackInterruptedWrite(copy)
                        try load(copy, into: memory)
                    }
                }
            }
        }
        try StoreSchema.migrator.migrate(memory)
        try memory.write(finish)
        return memory
    }

    private static func load(_ path: String, into memory: DatabaseQueue) throws {
        try probe(path)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let source = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? source.close() }
        try source.backup(to: memory)
    }

    /// Restricts the file to its owner, whatever the mode of its folder: it has private messages and the secrets of
    /// identities. SQLite gives the files beside it the same mode.
    ///
    /// An existing file is never opened here: closing a descriptor releases the locks of other connections of this
    /// process on the file (fcntl_locking, man 2), which could damage the database.
    private static func makePrivate(_ path: String) throws {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else {
            guard errno == EEXIST else { throw MayflyError.ofSystem("make", path) }
        }
        var status = stat()
        // The mode of another user's file cannot be changed.
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

    /// Sets the application id before the first table, so that a database whose creation was interrupted is recognised.
    private static func mark(_ pool: DatabasePool) throws {
        try pool.writeWithoutTransaction { db in
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") != StoreSchema.applicationID else { return }
            try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
        }
    }

    /// Sets FULL again: the pool sets NORMAL on its writer after `prepareDatabase`, and a power cut could then undo the
    /// last writes.
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

    /// The error for files that SQLite would open with a loss of data: it deletes the log of a missing or empty
    /// database, and fills a truncated last page with zeros.
    private static func damaged(_ path: String, _ reason: String) -> MayflyError {
        MayflyError(.store, "the database '\(SafeText.line(path))' is damaged (\(reason)); it stays as it is")
    }

    /// The size in bytes; 0 for a missing file.
    private static func size(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.size] as? Int ?? 0
    }

    /// Rolls back a transaction that a killed process left unfinished, with the rollback journal beside the file
    /// (sqlite.org/atomiccommit.html). Such a journal exists only until a new database has its write-ahead log.
    private static func rollBackInterruptedWrite(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        _ = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
    }

    /// Refuses what SQLite cannot read without telling why, and what it would wait for without end, such as a FIFO, also beside the
    /// database. False for a missing database.
    @discardableResult
    private static func requireFiles(_ path: String) throws -> Bool {
        for end in ["-wal", "-shm", "-journal"] { try requireFile(path + end) }
        return try requireFile(path)
    }

    /// False for a missing file.
    @discardableResult
    private static func requireFile(_ path: String) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno != ENOENT else { return false }
            throw unreadable(path, errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no regular file"
            throw MayflyError(.store, "the database '\(SafeText.line(path))' is \(kind); it stays as it is")
        }
        guard access(path, R_OK) == 0 else {
            // The last program that has closed the database has removed it since.
            guard errno != ENOENT else { return false }
            throw unreadable(path, errno)
        }
        return true
    }

    private static func unreadable(_ path: String, _ number: Int32) -> MayflyError {
        let reason = String(cString: strerror(number))
        return MayflyError(.store, "the database '\(SafeText.line(path))' cannot be read: \(reason)")
    }

    /// Checks an existing file through a read-only connection.
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
            // A page that was truncated during a checkpoint is still complete in the log.
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
