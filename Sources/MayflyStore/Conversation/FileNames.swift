internal import GRDB
internal import MayflyModel

// The tables `row_file`, `field_file`, `envelope_file` and `recent_sticker` have the files of all rows, input fields and envelopes, and of
// the stickers that people used last. A file that a row or
// the input field does not name any more goes to `loose_file` in the same transaction, so that it is removed later even if the host is
// killed before.
enum FileNames {
    /// Whether a row, an input field, an envelope or a list of recent stickers names the file.
    static func contain(_ name: String, in db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM row_file WHERE name = ?1)
                OR EXISTS (SELECT 1 FROM field_file WHERE name = ?1)
                OR EXISTS (SELECT 1 FROM envelope_file WHERE name = ?1)
                OR EXISTS (SELECT 1 FROM recent_sticker WHERE file = ?1)
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [name]) == true
    }

    /// Notes the files of an envelope. They are forgotten with it.
    static func note(_ envelope: Envelope, in db: Database) throws {
        for name in Set(envelope.items.flatMap(\.files).map(\.storedName)) {
            try db.execute(
                sql: "INSERT OR IGNORE INTO envelope_file (envelope, name) VALUES (?, ?)",
                arguments: [envelope.id.description, name]
            )
        }
    }

    /// Notes the files of all envelopes again. One that is damaged cannot be delivered, and needs no file.
    static func noteAllEnvelopes(in db: Database) throws {
        try db.execute(sql: "DELETE FROM envelope_file")
        for text in try String.fetchAll(db, sql: "SELECT envelope FROM outbox") {
            guard let envelope: Envelope = try? StoreJSON.value(text, of: "an envelope") else { continue }
            try note(envelope, in: db)
        }
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

    /// Notes the files of the input field, where they are others than before.
    func noteFieldFiles(of new: Draft, insteadOf old: Draft) throws {
        let (before, after) = (old.fileNames, new.fileNames)
        for file in before.subtracting(after) {
            let sql = "DELETE FROM field_file WHERE chat = ? AND name = ? AND extension = ?"
            try db.cachedStatement(sql: sql).execute(arguments: [id, file.name, file.owner])
        }
        for file in after.subtracting(before) {
            let sql = "INSERT OR IGNORE INTO field_file (chat, name, extension) VALUES (?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [id, file.name, file.owner])
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

/// The name of a file in an input field, and the extension that made the item; an empty text for the person's own.
private struct FieldFile: Hashable {
    let name: String
    let owner: String
}

extension Draft {
    fileprivate var fileNames: Set<FieldFile> {
        Set(
            ([message].compactMap(\.self) + media).flatMap { item in
                item.files.map { FieldFile(name: $0.storedName, owner: item.origin?.extensionID.rawValue ?? "") }
            }
        )
    }
}
