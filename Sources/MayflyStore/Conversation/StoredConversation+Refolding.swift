internal import GRDB
internal import MayflyModel

extension StoredConversation {
    /// Gives each event of the log with its number, in order.
    func walkLog(_ body: (Int, ConversationEvent) throws -> Void) throws {
        let sql = "SELECT seq, payload FROM event WHERE device = ? AND conversation = ? ORDER BY seq"
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [device.description, conversation.description])
        while let row = try rows.next() {
            let seq = try row.decode(Int.self, forColumn: "seq")
            let payload = try row.decode(String.self, forColumn: "payload")
            let place = "event \(seq) of conversation \(conversation) on device \(device)"
            try body(seq, try StoreJSON.value(payload, of: place))
        }
    }

    /// Makes the fold anew from the log.
    mutating func refold() throws {
        try db.execute(sql: "DELETE FROM row WHERE chat = ?", arguments: [id])
        lastSeq = 0
        lastPosition = 0
        count = 0
        draftText = ""
        var copy = self
        try walkLog { seq, event in try copy.fold(event, seq: seq) }
        self = copy
        try close()
    }

    /// Makes all folds anew where they were made by other rules than these.
    static func refoldWhereNeeded(fallback: SummaryFallback, in db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") != StoreSchema.foldVersion else { return }
        for row in try Row.fetchAll(db, sql: "SELECT device, conversation FROM chat ORDER BY id") {
            let conversation = ConversationID(try Store.uuid(row, "conversation"))
            let device = DeviceID(try Store.uuid(row, "device"))
            var stored = try StoredConversation(conversation, on: device, fallback: fallback, in: db)
            try stored.refold()
        }
        try db.execute(sql: "PRAGMA user_version = \(StoreSchema.foldVersion)")
    }
}
