internal import Foundation
internal import GRDB
internal import MayflyLinux
package import MayflyModel
internal import Synchronization

// The table `row_file` has the files of all rows. A file that a row or the input field does not name any more goes to `loose_file` in
// the same transaction, so that it is removed later even if the host is killed before.
extension Store {
    /// How long a stored file without a name stays: the host stores a file a moment before the transaction that names it.
    private static let grace = Duration.seconds(60)
    /// The same for a file that never had a name: a sticker in a browser gets one only when it is tapped, and a converted picture
    /// when its message is delivered.
    private static let longGrace = Duration.seconds(24 * 3600)
    /// The interval of searches for files that never had a name.
    private static let sweepInterval = Duration.seconds(24 * 3600)
    /// The largest number of files that one transaction looks at.
    private static let mostAtOnce = 2_000
    /// The shortest interval of collections that changes of the input field start.
    private static let collectionInterval = Duration.seconds(10)

    /// Removes the files that nothing names any more: copies for extensions at once, stored files after `grace`. A host that reads a
    /// copy of the database removes none: it does not see what others name meanwhile.
    ///
    /// - Parameter grace: nil for the usual time.
    package func collectFiles(grace: Duration? = nil) throws(MayflyError) {
        guard !isCopy, try read({ db in try Self.hasLooseFiles(db) }) else { return }
        let limit = FileTime.now.advanced(by: .zero - (grace ?? Self.grace))
        let folders = receivedFolders
        // The transaction holds the write lock: no other process can name a file meanwhile.
        try write(notifies: false) { db in
            // At random, so that files which are still too young do not stand in the way of others.
            let sql = "SELECT name FROM loose_file ORDER BY random() LIMIT \(Self.mostAtOnce)"
            for name in try String.fetchAll(db, sql: sql) {
                try removeCopies(of: name, from: folders, in: db)
                if try !Self.isNamed(name, in: db) {
                    guard removeStored(name, writtenBefore: limit) else { continue }
                    try Self.forgetUnsent(name, in: db)
                } else if let digest = Self.digest(of: name) {
                    let isOld = isStored(name, writtenBefore: limit)
                    guard try Self.forgetUnsent(name, keepingHeld: digest, if: isOld, in: db) else { continue }
                }
                try db.execute(sql: "DELETE FROM loose_file WHERE name = ?", arguments: [name])
            }
        }
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
        try write(notifies: false) { db in
            for name in old {
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO loose_file (name)
                        SELECT ? WHERE NOT EXISTS (SELECT 1 FROM row_file WHERE name = ?)
                        """,
                    arguments: [name, name]
                )
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

    /// Removes a stored file. False for one that is younger.
    private func removeStored(_ name: String, writtenBefore limit: FileTime) -> Bool {
        guard isStored(name, writtenBefore: limit) else { return false }
        OpenFolder(home.media)?.remove(name)
        return true
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

    private static func hasLooseFiles(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM loose_file)") == true
    }

    /// Whether a row, an input field or an envelope names the file. The last two are few, and are searched as texts.
    private static func isNamed(_ name: String, in db: Database) throws -> Bool {
        guard let digest = digest(of: name)?.rawValue else { return false }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM row_file WHERE name = ?)
                OR EXISTS (SELECT 1 FROM chat WHERE draft != '' AND instr(draft, ?))
                OR EXISTS (SELECT 1 FROM outbox WHERE instr(envelope, ?))
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [name, digest, digest]) == true
    }
}

extension StoredConversation {
    /// Notes the files of a row.
    func noteFiles(of item: Item, at position: Int) throws {
        for file in item.files {
            let statement = try db.cachedStatement(
                sql: "INSERT OR IGNORE INTO row_file (chat, position, name, extension) VALUES (?, ?, ?, ?)"
            )
            try statement.execute(arguments: [id, position, file.storedName, item.origin?.extensionID.rawValue])
        }
    }

    /// A row has no files any more. A trigger makes them loose.
    func dropFiles(of item: ItemID) throws {
        let sql = """
            DELETE FROM row_file WHERE chat = ? AND position = (SELECT position FROM row WHERE chat = ? AND item = ?)
            """
        try db.execute(sql: sql, arguments: [id, id, item.description])
    }

    /// Files left the input field, and were not sent.
    func loosen(_ files: some Sequence<MediaFile>) throws {
        for file in files {
            let sql = "INSERT OR IGNORE INTO loose_file (name) VALUES (?)"
            try db.execute(sql: sql, arguments: [file.storedName])
        }
    }
}
