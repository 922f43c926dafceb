internal import GRDB
package import MayflyModel

// The table `unsent_file` has the files that extensions handed over and nobody has sent. A file leaves it when it is sent, and when it
// is removed from the disk.
extension Store {
    /// A file counts as this many bytes at least, which it takes on a disk.
    private static var leastSize: Int { 4096 }
    /// So many files are looked at when one does not fit.
    private static var mostLooked: Int { 2000 }

    /// Counts a file for an extension on a device, unless it is counted already or a message has it, and stores it by `store`, if it
    /// fits.
    ///
    /// Both are done in one transaction. Files are removed, and then not counted any more, in transactions too: no program can forget
    /// a file between the two.
    ///
    /// When it does not fit, those of its files that nothing names any more are removed first, if they are old enough, and those are
    /// not counted any more that a killed host has counted and not stored.
    /// - Returns: nil when it fits, else the number of bytes that the extension has there already.
    package func countUnsent(
        _ file: MediaFile,
        of id: ExtensionID,
        on device: DeviceID,
        limit: Int,
        storing store: () throws(MayflyError) -> Void
    ) throws(MayflyError) -> Int? {
        guard try insertUnsent(file, of: id, on: device, limit: limit, store) != nil else { return nil }
        try write(notifies: false) { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO loose_file (name)
                    SELECT name FROM unsent_file WHERE device = ? AND extension = ? ORDER BY random() LIMIT ?
                    """,
                arguments: [device.description, id.rawValue, Self.mostLooked]
            )
        }
        // An extension that repeats this uses up its share of the host's time.
        try collectFiles()
        return try insertUnsent(file, of: id, on: device, limit: limit, store)
    }

    /// The bytes of all files that are counted for an extension on a device.
    package func unsentBytes(of id: ExtensionID, on device: DeviceID) throws(MayflyError) -> Int {
        try read { db in try Self.unsentBytes(of: id, on: device, in: db) }
    }

    private func insertUnsent(
        _ file: MediaFile,
        of id: ExtensionID,
        on device: DeviceID,
        limit: Int,
        _ store: () throws(MayflyError) -> Void
    ) throws(MayflyError) -> Int? {
        let key: StatementArguments = [device.description, id.rawValue, file.storedName]
        return try write(notifies: false) { db in
            if try Self.isKnown(file.storedName, key, in: db) {
                try store()
                return nil
            }
            let used = try Self.unsentBytes(of: id, on: device, in: db)
            // Without an overflow: a limit can be the largest number.
            let size = max(file.byteCount, Self.leastSize)
            guard size <= limit - min(used, limit) else { return used }
            try db.execute(
                sql: "INSERT OR IGNORE INTO unsent_file (device, extension, name, bytes) VALUES (?, ?, ?, ?)",
                arguments: [device.description, id.rawValue, file.storedName, size]
            )
            try store()
            return nil
        }
    }

    private static func unsentBytes(of id: ExtensionID, on device: DeviceID, in db: Database) throws -> Int {
        let sql = "SELECT coalesce(sum(bytes), 0) FROM unsent_file WHERE device = ? AND extension = ?"
        return try Int.fetchOne(db, sql: sql, arguments: [device.description, id.rawValue]) ?? 0
    }

    private static func isKnown(_ name: String, _ key: StatementArguments, in db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM unsent_file WHERE device = ? AND extension = ? AND name = ?)
                OR EXISTS (SELECT 1 FROM row_file WHERE name = ?)
            """
        return try Bool.fetchOne(db, sql: sql, arguments: key + [name]) == true
    }

    /// A file is removed from the disk.
    static func forgetUnsent(_ name: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM unsent_file WHERE name = ?", arguments: [name])
    }
}

extension StoredConversation {
    /// The person sends these items: their files do not count for an extension any more.
    func settleFiles(of items: [Item]) throws {
        for file in Set(items.flatMap(\.files)) {
            let sql = "DELETE FROM unsent_file WHERE device = ? AND name = ?"
            try db.execute(sql: sql, arguments: [device.description, file.storedName])
        }
    }
}
