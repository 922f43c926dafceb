internal import GRDB
internal import MayflyModel

/// One conversation on one device inside a transaction: its log, and the stored fold of the log.
///
/// The fold is stored in tables, one row an item, so that reading the end of a transcript and adding to it take
/// constant time. The transaction that adds an event also changes the fold, so both always have the same last event.
struct StoredConversation {
    let db: Database
    /// The number of this conversation on this device in the database.
    let id: Int64
    let device: DeviceID
    let conversation: ConversationID
    private let fallback: SummaryFallback
    /// The number of the last event in the fold.
    private(set) var lastSeq: Int
    /// The position of the newest row; 0 before the first.
    private(set) var lastPosition: Int
    /// The number of visible rows.
    private(set) var count: Int
    /// The number of the event that changed the input field last, as a text; empty for an empty field. Equal marks are equal fields.
    private(set) var fieldMark: String
    /// When the event that is applied was added; nil for one of an earlier version.
    private var time: Timestamp?
    /// The input field of `fieldMark`; nil if neither `previous` had it nor an event has computed it.
    private var decodedDraft: Draft?
    /// An earlier input field, whose items are not decoded again.
    private let knownDraft: Draft

    /// - Parameter previous: a snapshot whose decoded items of the input field are used: others may have put megabytes there.
    /// - Throws: `.unknownConversation` when the device is no member.
    init(
        _ conversation: ConversationID,
        on device: DeviceID,
        fallback: SummaryFallback = .remove,
        in db: Database,
        since previous: ConversationSnapshot? = nil
    ) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT id, last_seq, last_position, count, draft FROM chat WHERE device = ? AND conversation = ?"
        )
        let key: StatementArguments = [device.description, conversation.description]
        guard let row = try Row.fetchOne(statement, arguments: key) else {
            throw MayflyError(.unknownConversation, "device \(device) has no conversation \(conversation)")
        }
        self.db = db
        self.device = device
        self.conversation = conversation
        self.fallback = fallback
        id = try row.decode(forColumn: "id")
        lastSeq = try row.number("last_seq")
        lastPosition = try row.number("last_position")
        count = try row.number("count")
        fieldMark = try row.decode(forColumn: "draft")
        knownDraft = previous?.draft ?? Draft()
        if let previous, previous.kept.fieldMark.hasSameBytes(as: fieldMark) { decodedDraft = previous.draft }
    }

    /// The content of the input field.
    var draft: Draft {
        get throws {
            if let decodedDraft { return decodedDraft }
            return fieldMark.isEmpty ? Draft() : try storedField(known: knownDraft)
        }
    }

    // MARK: Writing

    /// Adds an event to the log and to the fold. The event of an item that has arrived before is ignored, and so is one that
    /// would change the input field and does not.
    ///
    /// The transaction must hold the write lock, so that the next number is free. `close` must follow.
    mutating func append(_ event: ConversationEvent) throws {
        let received = event.arrivedItem
        if let received, try has(received) { return }
        time = .now
        let change = try fieldChange(of: event)
        if event.concernsFieldOnly, change == nil { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO event (device, conversation, seq, received, staged, payload, time) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (device, conversation, received) WHERE received IS NOT NULL DO NOTHING
                """
        )
        try statement.execute(arguments: [
            device.description, conversation.description, lastSeq + 1, received?.id.description,
            event.stagedItem?.description, try StoreJSON.text(event), time?.rawValue,
        ])
        guard db.changesCount == 1 else { return }
        lastSeq += 1
        try apply(event, fallback: fallback)
        if case .expired(let ids) = event { try erase(ids) }
        if let change { try store(change, by: event) }
        // What was sent is named by its rows.
        if case .sent(let items) = event { try settleFiles(of: items) }
    }

    private typealias FieldChange = (old: Draft, new: Draft)

    /// What an event makes of the input field; nil where it leaves it as it is. The field is not read for what does not concern it: an
    /// extension may have put megabytes there, and others would pay for them.
    private func fieldChange(of event: ConversationEvent) throws -> FieldChange? {
        guard event.concernsField else { return nil }
        let old = try draft
        var new = old
        new.apply(event)
        return new == old ? nil : (old, new)
    }

    private mutating func store(_ change: FieldChange, by event: ConversationEvent) throws {
        let (old, new) = change
        let gone = old.items(goneIn: new)
        try updateField(gone: gone, new: event.stagedItem.flatMap(new.newestPart))
        fieldMark = new.isEmpty ? "" : String(lastSeq)
        decodedDraft = new
        try noteFieldFiles(of: new, insteadOf: old)
        try forget(gone)
        if case .sent = event { return }
        try loosen(Set(gone.flatMap(\.files)).subtracting(new.files))
    }

    /// Whether an item that arrives is here already. No row is decoded: a peer can name as many as it likes, however large they are.
    ///
    /// - Throws: `.invalidInput` where another sender has an item of this identifier here: the received one could not be shown, and
    ///   would be lost without a trace.
    func has(_ item: Item) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT sender FROM row WHERE chat = ? AND item = ?")
        guard let sender = try String.fetchOne(statement, arguments: [id, item.id.description]) else { return false }
        guard sender.hasSameBytes(as: item.sender.description) else {
            throw MayflyError(.invalidInput, "another sender's item has the identifier \(item.id)")
        }
        return true
    }

    /// Whether the content of an item has expired.
    func hasExpired(_ item: ItemID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM row WHERE chat = ? AND item = ? AND state = 'expired')"
        )
        return try Bool.fetchOne(statement, arguments: [id, item.description]) == true
    }

    /// Removes the events of items that have left the input field: without them the log gives the same fold. An extension could
    /// otherwise make the log grow without end, and what was sent is in the log twice.
    private func forget(_ items: [Item]) throws {
        for item in items {
            let statement = try db.cachedStatement(
                sql: "DELETE FROM event WHERE device = ? AND conversation = ? AND staged = ?"
            )
            try statement.execute(arguments: [device.description, conversation.description, item.id.description])
        }
    }

    /// Applies an event of the log to the fold.
    mutating func fold(_ event: ConversationEvent, seq: Int, at time: Timestamp?) throws {
        lastSeq = seq
        self.time = time
        var new = try draft
        new.apply(event)
        decodedDraft = new
        try apply(event, fallback: fallback)
    }

    /// Stores the state of the fold. Every change ends with it.
    func close() throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE chat SET last_seq = ?, last_position = ?, count = ?, draft = ?, active = ? WHERE id = ?"
        )
        try statement.execute(arguments: [lastSeq, lastPosition, count, fieldMark, Timestamp.now.rawValue, id])
    }

    /// Erases the content of expired items in the log too; their events stay (model 5.10).
    private func erase(_ ids: [ItemID]) throws {
        for id in ids {
            guard let row = try row(of: id), row.state == .expired else { continue }
            try db.execute(
                sql: "UPDATE event SET payload = ? WHERE device = ? AND conversation = ? AND received = ?",
                arguments: [
                    try StoreJSON.text(ConversationEvent.received(row.item)), device.description,
                    conversation.description, id.description,
                ]
            )
        }
    }
}

extension StoredConversation: TranscriptRows {
    typealias Failure = any Error

    func row(of item: ItemID) throws -> TranscriptRow? {
        let statement = try db.cachedStatement(sql: "SELECT payload FROM row WHERE chat = ? AND item = ?")
        return try String.fetchOne(statement, arguments: [id, item.description]).map(decoded)
    }

    func currentRow(of scope: SessionScope) throws -> TranscriptRow? {
        let statement = try db.cachedStatement(
            sql: "SELECT payload FROM row WHERE chat = ? AND extension = ? AND session = ? AND state = 'bubble'"
        )
        let key: StatementArguments = [id, scope.extensionID.rawValue, scope.session.description]
        return try String.fetchOne(statement, arguments: key).map(decoded)
    }

    mutating func insert(_ row: TranscriptRow) throws {
        lastPosition += 1
        if row.isShown { count += 1 }
        let scope = row.item.sessionScope
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO row (
                    chat, position, item, sender, changed, state, shown, extension, session, target, expires, payload, preview,
                    time
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            id, lastPosition, row.item.id.description, row.item.sender.description, lastSeq, row.state.rawValue,
            row.isShown,
            scope?.extensionID.rawValue, scope?.session.description, row.item.placement?.target.description,
            row.due?.rawValue, try StoreJSON.text(row), try Self.preview(of: row), time?.rawValue,
        ])
        try noteFiles(of: row.item, at: lastPosition)
    }

    mutating func update(_ row: TranscriptRow) throws {
        let item = row.item.id.description
        let look = try db.cachedStatement(sql: "SELECT shown FROM row WHERE chat = ? AND item = ?")
        if try Bool.fetchOne(look, arguments: [id, item]) == true, !row.isShown { count -= 1 }
        let statement = try db.cachedStatement(
            sql: """
                UPDATE row SET changed = ?, state = ?, shown = ?, expires = ?, payload = ?, preview = ?
                WHERE chat = ? AND item = ?
                """
        )
        try statement.execute(arguments: [
            lastSeq, row.state.rawValue, row.isShown, row.due?.rawValue, try StoreJSON.text(row),
            try Self.preview(of: row),
            id, item,
        ])
        if row.state == .expired { try dropFiles(of: row.item.id) }
    }

    /// The row with the beginning of its text, for lists; nil for one that is short.
    private static func preview(of row: TranscriptRow) throws -> String? {
        try row.shortened(to: longestPreview).map(StoreJSON.text)
    }

    /// The longest text of a row without a preview, in bytes.
    private static let longestPreview = 4096

    func decoded(_ payload: String) throws -> TranscriptRow {
        try StoreJSON.value(payload, of: "a row of conversation \(conversation) on device \(device)")
    }
}

extension TranscriptRow {
    /// When its content is deleted; nil for a row that does not expire.
    fileprivate var due: Timestamp? {
        guard case .due(let moment) = expiry else { return nil }
        return moment
    }
}

extension StoredConversation {
    /// Calls `body` with each event of the log, its number and its time, in order.
    func walkLog(_ body: (Int, ConversationEvent, Timestamp?) throws -> Void) throws {
        let sql = "SELECT seq, payload, time FROM event WHERE device = ? AND conversation = ? ORDER BY seq"
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [device.description, conversation.description])
        while let row = try rows.next() {
            let seq = try row.number("seq")
            let payload = try row.decode(String.self, forColumn: "payload")
            let name = "event \(seq) of conversation \(conversation) on device \(device)"
            let time = try row.decode(Int64?.self, forColumn: "time").map(Timestamp.init(rawValue:))
            try body(seq, try StoreJSON.value(payload, of: name), time)
        }
    }

    /// Computes the fold again from the log.
    mutating func refold() throws {
        for table in ["row", "row_file", "field_file", "field_item"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE chat = ?", arguments: [id])
        }
        let last = lastSeq
        lastSeq = 0
        lastPosition = 0
        count = 0
        fieldMark = ""
        decodedDraft = nil
        var copy = self
        try walkLog { seq, event, time in try copy.fold(event, seq: seq, at: time) }
        self = copy
        // No number is given twice.
        lastSeq = max(lastSeq, last)
        let draft = try draft
        fieldMark = draft.isEmpty ? "" : String(lastSeq)
        try insertField(draft)
        try noteFieldFiles(of: draft, insteadOf: Draft())
        try forgetAll(but: draft)
        try close()
    }

    /// Removes the events of items that are not in the input field. A log of an earlier version has many.
    private func forgetAll(but draft: Draft) throws {
        let sql = """
            DELETE FROM event WHERE device = ? AND conversation = ? AND staged IS NOT NULL
                AND staged NOT IN (SELECT value FROM json_each(?))
            """
        let left = try StoreJSON.text(draft.items.map(\.id))
        try db.execute(sql: sql, arguments: [device.description, conversation.description, left])
    }

    /// Computes all folds again when another version of the rules computed them.
    static func refoldWhereNeeded(fallback: SummaryFallback, in db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") != StoreSchema.foldVersion else { return }
        for row in try Row.fetchAll(db, sql: "SELECT device, conversation FROM chat ORDER BY id") {
            let conversation = ConversationID(try row.uuid("conversation"))
            let device = DeviceID(try row.uuid("device"))
            var stored = try StoredConversation(conversation, on: device, fallback: fallback, in: db)
            try stored.refold()
        }
        try FileNames.noteAllEnvelopes(in: db)
        try db.execute(sql: "PRAGMA user_version = \(StoreSchema.foldVersion)")
    }
}
