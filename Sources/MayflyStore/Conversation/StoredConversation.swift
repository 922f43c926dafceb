internal import GRDB
internal import MayflyModel

/// One conversation on one device inside a transaction: its log, and the fold of the log that is kept beside it.
///
/// The fold lies in tables, a row an item, so that neither reading the end of a transcript nor adding to it takes longer
/// when the transcript grows. It is changed in the transaction that adds the event, so both are always at one point.
struct StoredConversation {
    let db: Database
    /// The number of this conversation on this device in the database.
    let id: Int64
    let device: DeviceID
    let conversation: ConversationID
    let fallback: SummaryFallback
    /// The last event that is folded.
    var lastSeq: Int
    var lastPosition: Int
    /// How many rows a person sees.
    var count: Int
    /// The input field as the table has it.
    var draftText: String

    /// - Throws: `.unknownConversation` when the device is no member.
    init(
        _ conversation: ConversationID,
        on device: DeviceID,
        fallback: SummaryFallback = .remove,
        in db: Database
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
        lastSeq = try row.decode(forColumn: "last_seq")
        lastPosition = try row.decode(forColumn: "last_position")
        count = try row.decode(forColumn: "count")
        draftText = try row.decode(forColumn: "draft")
    }

    var draft: Draft {
        get throws { try Self.draft(draftText, of: conversation) }
    }

    static func draft(_ text: String, of conversation: ConversationID) throws -> Draft {
        text.isEmpty ? Draft() : try StoreJSON.value(text, of: "the input field of conversation \(conversation)")
    }

    // MARK: Writing

    /// Adds an event to the log and takes it into the fold. An item that was received before is not received again.
    ///
    /// The transaction must hold the write lock, so that the next number is free. `close` must follow.
    mutating func append(_ event: ConversationEvent) throws {
        var received: ItemID?
        if case .received(let item) = event { received = item.id }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO event (device, conversation, seq, received, payload) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (device, conversation, received) WHERE received IS NOT NULL DO NOTHING
                """
        )
        try statement.execute(arguments: [
            device.description, conversation.description, lastSeq + 1, received?.description,
            try StoreJSON.text(event),
        ])
        guard db.changesCount == 1 else { return }
        try fold(event, seq: lastSeq + 1)
        if case .expired(let ids) = event { try erase(ids) }
    }

    /// Takes an event that the log has into the fold.
    mutating func fold(_ event: ConversationEvent, seq: Int) throws {
        lastSeq = seq
        let old = try draft
        var new = old
        new.apply(event)
        if new != old { draftText = new.isEmpty ? "" : try StoreJSON.text(new) }
        try apply(event, fallback: fallback)
    }

    /// Writes down how far the fold is: the last step of every change.
    func close() throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE chat SET last_seq = ?, last_position = ?, count = ?, draft = ?, active = ? WHERE id = ?"
        )
        try statement.execute(arguments: [lastSeq, lastPosition, count, draftText, Store.now(), id])
    }

    /// What expired is gone from the log too: only that there was something stays (model 5.10).
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
