internal import Foundation
internal import GRDB
internal import MayflyLinux
package import MayflyModel
internal import Synchronization

// What `FileNames` do not contain is removed here.
extension Store {
    /// How long a stored file without a name stays: the host stores a file a moment before the transaction that names it.
    private static let grace = Duration.seconds(60)
    /// The same for a file that never had a name: a sticker in a browser gets one only when it is tapped, and a converted picture
    /// when its message is delivered.
    private static let longGrace = Duration.seconds(24 * 3600)
    /// The interval of searches for files that never had a name.
    private static let sweepInterval = Duration.seconds(24 * 3600)
    /// The largest number of files that one collection looks at, and of those that one transaction looks at: between two of them
    /// others can write.
    private static let mostAtOnce = 2_000
    private static let mostInTransaction = 100
    /// A collection begins no other transaction after this time. The files that are left are for the next one.
    private static let usualTime = Duration.milliseconds(250)
    /// The shortest interval of collections that changes of the input field start.
    private static let collectionInterval = Duration.seconds(10)

    /// Removes the files that nothing names any more: copies for extensions at once, stored files after `grace`. A host that reads a
    /// copy of the database removes none: it does not see what others name meanwhile.
    ///
    /// It holds the write lock only for files of which something may be removed, and only for some of them at a time.
    ///
    /// - Parameters:
    ///   - grace: nil for the usual time.
    ///   - isHurried: whether it ends soon also where files are left.
    package func collectFiles(grace: Duration? = nil, isHurried: Bool = true) throws(MayflyError) {
        guard !isCopy else { return }
        // At random, so that files which are still too young do not stand in the way of others.
        let sql = "SELECT name FROM loose_file ORDER BY random() LIMIT \(Self.mostAtOnce)"
        let names = try read { db in try String.fetchAll(db, sql: sql) }
        guard !names.isEmpty else { return }
        let start = Moment.now
        let limit = FileTime.now.advanced(by: .zero - (grace ?? Self.grace))
        // Read after the names: a copy that was made before its row expired is seen.
        let copies = copies(of: Set(names))
        var rest = names.filter { copies[$0] != nil || isStored($0, writtenBefore: limit) }[...]
        while !rest.isEmpty {
            let some = rest.prefix(Self.mostInTransaction)
            rest = rest.dropFirst(some.count)
            // The transaction holds the write lock: no other process can name a file meanwhile.
            try write(notifies: false) { db in
                let removed = try some.filter {
                    try collect($0, writtenBefore: limit, copies: copies[$0] ?? [], in: db)
                }
                try Self.forgetChecked(removed, in: db)
            }
            if isHurried, start.duration(to: .now) > Self.usualTime { return }
        }
    }

    /// Removes a file and its copies, where nothing names them.
    ///
    /// - Returns: Whether the file is removed.
    private func collect(
        _ name: String,
        writtenBefore limit: FileTime,
        copies: [String],
        in db: Database
    ) throws -> Bool {
        try removeCopies(of: name, from: copies, in: db)
        let isOld = isStored(name, writtenBefore: limit)
        let isNamed = try FileNames.contain(name, in: db)
        if isNamed {
            guard try Self.forgetUnsentUnlessHeld(name, isOld: isOld, in: db) else { return false }
        } else {
            guard isOld else { return false }
            OpenFolder(home.media)?.remove(name)
            try Self.forgetUnsent(name, in: db)
        }
        try db.cachedStatement(sql: "DELETE FROM loose_file WHERE name = ?").execute(arguments: [name])
        return !isNamed
    }

    /// What a check found goes with its file.
    private static func forgetChecked(_ names: [String], in db: Database) throws {
        guard !names.isEmpty else { return }
        let sql = "DELETE FROM checked_file WHERE name IN (SELECT value FROM json_each(?))"
        try db.cachedStatement(sql: sql).execute(arguments: [try StoreJSON.text(names)])
    }

    /// The same, at most once in a few seconds: for changes that an extension can repeat as often as it likes.
    func collectFilesNowAndThen() {
        let isDue = lastCollection.withLock { last in
            if let last, last.duration(to: .now) < Self.collectionInterval { return false }
            last = .now
            return true
        }
        // The change itself is on disk already, and does not fail for this.
        if isDue { try? collectFiles() }
    }

    /// Looks once a day for files that nothing names and that no transaction noted, as those of a host that was killed before it, and
    /// removes them.
    package func sweepFiles(at now: Timestamp = .now) throws(MayflyError) {
        guard !isCopy, let media = OpenFolder(home.media) else { return }
        let last = try read { db in try Int64.fetchOne(db, sql: "SELECT last FROM file_sweep") }
        if let last, Timestamp(rawValue: last).duration(to: now) < Self.sweepInterval, last <= now.rawValue { return }
        let limit = FileTime.now.advanced(by: .zero - Self.longGrace)
        let old = media.entries().filter { $0.written < limit && Self.isOwn($0.name) }.map(\.name)
        let copies = Set(receivedFolders.flatMap(Self.names)).filter { Self.digest(of: $0) != nil }
        // Nearly all have a name, and need no lock.
        let nameless = try read { db in try old.filter { try !FileNames.contain($0, in: db) } }
        try write(notifies: false) { db in
            for name in nameless {
                try db.execute(sql: "INSERT OR IGNORE INTO loose_file (name) VALUES (?)", arguments: [name])
            }
            // Each folder of copies is compared with the rows of its device when the file is collected.
            for name in copies {
                try db.execute(sql: "INSERT OR IGNORE INTO loose_file (name) VALUES (?)", arguments: [name])
            }
            try db.execute(
                sql:
                    "INSERT INTO file_sweep (id, last) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET last = excluded.last",
                arguments: [now.rawValue]
            )
        }
        try collectFiles()
    }

    /// Whether a stored file is that old; true for one that is missing.
    private func isStored(_ name: String, writtenBefore limit: FileTime) -> Bool {
        guard let media = OpenFolder(home.media), let entry = media.entry(name) else { return true }
        return entry.written < limit
    }

    /// The folders of received files that have these files.
    private func copies(of names: Set<String>) -> [String: [String]] {
        var copies: [String: [String]] = [:]
        for folder in receivedFolders {
            for name in Self.names(in: folder) where names.contains(name) { copies[name, default: []].append(folder) }
        }
        return copies
    }

    /// Removes the copies of a file from the folders of extensions that have no message with it.
    private func removeCopies(of name: String, from folders: [String], in db: Database) throws {
        guard !folders.isEmpty else { return }
        let sql = """
            SELECT DISTINCT chat.device, row_file.extension FROM row_file JOIN chat ON chat.id = row_file.chat
            WHERE row_file.name = ? AND row_file.extension IS NOT NULL
            """
        var named: Set<String> = []
        for row in try Row.fetchAll(db, sql: sql, arguments: [name]) {
            guard let id = ExtensionID(rawValue: try row.decode(forColumn: "extension")) else { continue }
            let device = DeviceID(try row.uuid("device"))
            let name = try Self.folderName(of: id, on: device, in: db)
            named.insert(
                ExtensionFolders(named: name ?? ExtensionFolders.formerName(of: id, on: device), in: home).received
            )
        }
        for folder in folders where !named.contains(folder) { ReceivedFolder(folder).remove(name) }
    }

    /// The folders of received files of all extensions.
    private var receivedFolders: [String] {
        Self.names(in: home.receivedFolders).map { home.receivedFolders + "/" + $0 }
    }

    /// The digest in the name of a complete file.
    private static func digest(of name: String) -> ContentDigest? {
        ContentDigest(rawValue: String(name.prefix { $0 != "." }))
    }

    /// Whether the host made it: a complete file, or one that a killed host did not complete.
    private static func isOwn(_ name: String) -> Bool {
        digest(of: name) != nil || name.hasPrefix(".") && name.hasSuffix(".part")
    }

    private static func names(in path: String) -> [String] {
        guard let folder = OpenFolder(path) else { return [] }
        return folder.names()
    }
}
