import GRDB
package import MayflyModel

extension Store {
    /// Begins to send these items, in this order: the log has them as sent and the outbox as to be delivered, both or neither.
    ///
    /// What of them is in the input field leaves it; the rest of the field stays.
    /// - Returns: all events after `lastSeq`, and what a `Courier` must now deliver.
    /// - Throws: `.notPossibleNow` for no items, `.unknownConversation` when the device is no member.
    package func send(
        _ items: [Item],
        in conversation: ConversationID,
        from device: DeviceID,
        after lastSeq: Int
    ) throws(MayflyError) -> (events: [LoggedEvent], envelope: Envelope) {
        try write { db in
            try Self.requireMember(device, of: conversation, in: db)
            let envelope = try Self.post(items, conversation, device, in: db)
            return (try Self.events(device, conversation, after: lastSeq, in: db), envelope)
        }
    }

    /// Begins to send what is in the input field at this very moment, so that two processes cannot send it twice.
    ///
    /// - Throws: `.notPossibleNow` for an empty field, `.unknownConversation` when the device is no member.
    package func sendDraft(
        in conversation: ConversationID,
        from device: DeviceID,
        after lastSeq: Int
    ) throws(MayflyError) -> (events: [LoggedEvent], envelope: Envelope) {
        try write { db in
            try Self.requireMember(device, of: conversation, in: db)
            var fold = ConversationFold()
            fold.apply(try Self.events(device, conversation, after: 0, in: db))
            let envelope = try Self.post(fold.state.draft.itemsToSend, conversation, device, in: db)
            return (try Self.events(device, conversation, after: lastSeq, in: db), envelope)
        }
    }

    /// What is still to be delivered, oldest first, by whatever process it was sent.
    package func pendingEnvelopes() throws(MayflyError) -> [Envelope] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT id, envelope FROM outbox ORDER BY position").map(Self.envelope)
        }
    }

    /// Puts an envelope's items into the log of every other member on this machine and settles it as delivered.
    ///
    /// All of it happens or nothing. An envelope that was settled before changes nothing.
    package func handOver(_ id: EnvelopeID) throws(MayflyError) {
        try write { db in
            guard let envelope = try Self.takeFromOutbox(id, in: db) else { return }
            for member in try Self.members(of: envelope.conversation, in: db) where member.id != envelope.sender {
                for item in envelope.items {
                    try Self.insert(.received(item), member.id, envelope.conversation, in: db)
                }
            }
            let delivered = ConversationEvent.delivered(envelope.items.map(\.id))
            try Self.insert(delivered, envelope.sender, envelope.conversation, in: db)
        }
    }

    /// Settles an envelope: the sender's log gets `delivered`, or `failed` with the error. One settled before stays so.
    package func settle(_ id: EnvelopeID, error: MessageError? = nil) throws(MayflyError) {
        try write { db in
            guard let envelope = try Self.takeFromOutbox(id, in: db) else { return }
            let items = envelope.items.map(\.id)
            let event = error.map { ConversationEvent.failed(items, $0) } ?? .delivered(items)
            try Self.insert(event, envelope.sender, envelope.conversation, in: db)
        }
    }

    private static func post(
        _ items: [Item],
        _ conversation: ConversationID,
        _ device: DeviceID,
        in db: Database
    ) throws -> Envelope {
        guard !items.isEmpty else { throw MayflyError(.notPossibleNow, "there is nothing to send") }
        let envelope = Envelope(conversation: conversation, sender: device, items: items)
        try insert(.sent(items), device, conversation, in: db)
        try db.execute(
            sql: "INSERT INTO outbox (id, envelope) VALUES (?, ?)",
            arguments: [envelope.id.description, try StoreJSON.text(envelope)]
        )
        return envelope
    }

    private static func takeFromOutbox(_ id: EnvelopeID, in db: Database) throws -> Envelope? {
        let sql = "DELETE FROM outbox WHERE id = ? RETURNING id, envelope"
        return try Row.fetchOne(db, sql: sql, arguments: [id.description]).map(envelope)
    }

    private static func envelope(_ row: Row) throws -> Envelope {
        let id = try row.decode(String.self, forColumn: "id")
        return try StoreJSON.value(row.decode(forColumn: "envelope"), of: "envelope \(id)")
    }
}
