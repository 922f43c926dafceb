internal import GRDB
package import MayflyModel

// The table `unsent_file` has the files that extensions handed over and nobody has sent. A file leaves it when it is sent, and when it
// is removed from the disk.
extension Store {
    /// A file counts as this many bytes at least, which it takes on a disk.
    private static var leastSize: Int { 4096 }
    /// So many files are looked at when one does not fit.
    private static var mostLooked: Int { 2000 }

    /// Counts a file for an extension on a device, unless it is counted for it already, and stores it by `store`, if it fits.
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
        of id: ExtensionID,
        on device: DeviceID,
        limit: Int,
        storing store: MediaStore.Storing
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
        _ store: MediaStore.Storing
    ) throws(MayflyError) -> Int? {
        let key: StatementArguments = [device.description, id.rawValue, file.storedName]
        return try write(notifies: false) { db in
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
        try db.execute(sql: "DELETE FROM unsent_file WHERE name = ?", arguments: [name])
    }

    /// A file that others name stays on the disk, and is not counted any more for the extensions that do not have it in an input
    /// field, if it is old enough: so their limits tell nothing of those others. False where it is younger.
    static func forgetUnsent(_ name: String, keepingHeld digest: ContentDigest, if isOld: Bool, in db: Database) throws
        -> Bool
    {
        let sql = "SELECT device, extension FROM unsent_file WHERE name = ?"
        for row in try Row.fetchAll(db, sql: sql, arguments: [name]) {
            let device = try row.decode(String.self, forColumn: "device")
            let id = try row.extensionID("extension")
            if try holds(name, digest, id, device, in: db) { continue }
            guard isOld else { return false }
            try db.execute(
                sql: "DELETE FROM unsent_file WHERE device = ? AND extension = ? AND name = ?",
                arguments: [device, id.rawValue, name]
            )
        }
        return true
    }

    /// Whether an item of the extension has the file in an input field of the device.
    private static func holds(
        _ name: String,
        _ digest: ContentDigest,
        _ id: ExtensionID,
        _ device: String,
        in db: Database
    ) throws -> Bool {
        let sql = "SELECT draft FROM chat WHERE device = ? AND draft != '' AND instr(draft, ?)"
        let drafts = try String.fetchAll(db, sql: sql, arguments: [device, digest.rawValue])
        return try drafts.contains { text in
            let draft: Draft = try StoreJSON.value(text, of: "an input field")
            return draft.itemsToSend.contains { item in
                item.origin?.extensionID == id && item.files.contains { $0.storedName == name }
            }
        }
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
