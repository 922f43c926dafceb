internal import GRDB

extension Row {
    /// Whether a table has a row with that identifier.
    static func exists(_ id: String, in table: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)", arguments: [id]) ?? false
    }
}
