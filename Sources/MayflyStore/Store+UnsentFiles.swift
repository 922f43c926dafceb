internal import GRDB
package import MayflyModel

// The table `unsent_file` has the files that extensions handed over and nobody has sent. A file leaves it when it is sent, and when it
// is removed from the disk.
extension Store {
    /// A file counts as this many bytes at least, which it takes on a disk.
    private static var leastSize: Int { 4096 }
    /// So many files are looked at when one does not fit.
    private static var mostLooked: Int { 2000 }

    /// Counts a file for an install of an extension, unless it is counted for it already, and stores it by `store`, if it fits. Throws
    /// `.notPossibleNow` where the install has ended.
    ///
    /// Whether others have the file makes no difference: an extension must not find out by its limit, or by the time of the call,
    /// which files there are in conversations. `store` is told whether the file was counted already.
    ///
    /// Both are done in one transaction. Files are removed, and then not counted any more, in transactions too: no program can forget
    /// a file between the two.
    ///
    /// When it does not fit, those of its files that nothing names any more are removed first, if they are old enough, and those are
    /// not counted any more that a killed host has counted and not stored.
    /// - Returns: nil when it fits, else the number of bytes that the extension has there already.
    package func countUnsent(
        _ file: MediaFile,
        of install: Install,
        limit: Int,
        storing store: MediaStore.Storing
    ) throws(MayflyError) -> Int? {
        guard try insertUnsent(file, of: install, limit: limit, store) != nil else { return nil }
        try write(notifies: false) { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO loose_file (name)
                    SELECT name FROM unsent_file WHERE device = ? AND extension = ? ORDER BY random() LIMIT ?
                    """,
                arguments: [install.device.description, install.extensionID.rawValue, Self.mostLooked]
            )
        }
        // An extension that repeats this uses up its share of the host's time.
        try collectFiles(isHurried: false)
        return try insertUnsent(file, of: install, limit: limit, store)
    }

    /// The bytes of all files that are counted for an extension on a device.
    package func unsentBytes(of id: ExtensionID, on device: DeviceID) throws(MayflyError) -> Int {
        try read { db in try Self.unsentBytes(of: id, on: device, in: db) }
    }

    private func insertUnsent(
        _ file: MediaFile,
        of install: Install,
        limit: Int,
        _ store: MediaStore.Storing
    ) throws(MayflyError) -> Int? {
        let (id, device) = (install.extensionID, install.device)
        let key: StatementArguments = [device.description, id.rawValue, file.storedName]
        return try write(notifies: false) { db in
            try Self.require(install, in: db)
            if try Self.isCounted(key, in: db) {
                try store(true)
                return nil
            }
            let used = try Self.unsentBytes(of: id, on: device, in: db)
            // Without an overflow: a limit can be the largest number.
            let size = max(file.byteCount, Self.leastSize)
            guard size <= limit - min(used, limit) else { return used }
            try db.execute(
                sql: "INSERT INTO unsent_file (device, extension, name, bytes) VALUES (?, ?, ?, ?)",
                arguments: key + [size]
            )
            try store(false)
            return nil
        }
    }

    private static func unsentBytes(of id: ExtensionID, on device: DeviceID, in db: Database) throws -> Int {
        let sql = "SELECT coalesce(sum(bytes), 0) FROM unsent_file WHERE device = ? AND extension = ?"
        return try Int.fetchOne(db, sql: sql, arguments: [device.description, id.rawValue]) ?? 0
    }

    private static func isCounted(_ key: StatementArguments, in db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM unsent_file WHERE device = ? AND extension = ? AND name = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: key) == true
    }

    /// A file is removed from the disk.
    static func forgetUnsent(_ name: String, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM unsent_file WHERE name = ?")
        try statement.execute(arguments: [name])
    }

    /// A file that others name stays on the disk, and is not counted any more for the extensions that do not have it in an input
    /// field, if it is old enough: so their limits tell nothing of those others. False where it is younger.
    static func forgetUnsentUnlessHeld(_ name: String, isOld: Bool, in db: Database) throws -> Bool {
        // An item of the extension has the file in an input field of the device.
        let held = """
            EXISTS (
                SELECT 1 FROM field_file JOIN chat ON chat.id = field_file.chat
                WHERE field_file.name = unsent_file.name AND field_file.extension = unsent_file.extension
                    AND chat.device = unsent_file.device
            )
            """
        guard isOld else {
            let sql = "SELECT NOT EXISTS (SELECT 1 FROM unsent_file WHERE name = ? AND NOT \(held))"
            return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [name]) == true
        }
        let statement = try db.cachedStatement(sql: "DELETE FROM unsent_file WHERE name = ? AND NOT \(held)")
        try statement.execute(arguments: [name])
        return true
    }

    /// Forgets the files of an extension on all devices. They are removed later, if nothing names them.
    static func forgetUnsent(of id: ExtensionID, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO loose_file (name) SELECT name FROM unsent_file WHERE extension = ?",
            arguments: [id.rawValue]
        )
        try db.execute(sql: "DELETE FROM unsent_file WHERE extension = ?", arguments: [id.rawValue])
    }
}

extension StoredConversation {
    /// The person sends these items: their files do not count any more for the extensions that made the items.
    func settleFiles(of items: [Item]) throws {
        for item in items {
            guard let id = item.origin?.extensionID else { continue }
            for file in item.files {
                let sql = "DELETE FROM unsent_file WHERE device = ? AND extension = ? AND name = ?"
                try db.execute(sql: sql, arguments: [device.description, id.rawValue, file.storedName])
            }
        }
    }
}
