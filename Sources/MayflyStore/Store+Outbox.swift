internal import GRDB
package import MayflyModel

extension Store {
    /// Begins to send these items, in this order: the log has them as sent and the outbox as to be delivered, both or neither.
    ///
    /// What of them is in the input field leaves it; the rest of the field stays.
    /// - Returns: what the device shows then, and what a `Courier` must now deliver.
    /// - Throws: `.notPossibleNow` for no items, `.unknownConversation` when the device is no member.
    package func send(
        _ items: [Item],
        in conversation: ConversationID,
        from device: DeviceID,
        since previous: ConversationSnapshot? = nil
    ) throws(MayflyError) -> (snapshot: ConversationSnapshot, envelope: Envelope) {
        try post(conversation, device, since: previous) { _ in items }
    }

    /// Begins to send what is in the input field at this very moment, so that two processes cannot send it twice.
    ///
    /// - Throws: `.notPossibleNow` for an empty field, `.unknownConversation` when the device is no member.
    package func sendDraft(
        in conversation: ConversationID,
        from device: DeviceID,
        since previous: ConversationSnapshot? = nil
    ) throws(MayflyError) -> (snapshot: ConversationSnapshot, envelope: Envelope) {
        try post(conversation, device, since: previous) { try $0.draft.itemsToSend }
    }

    /// What is still to be delivered, oldest first, by whatever process it was sent.
    package func pendingEnvelopes() throws(MayflyError) -> [Envelope] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT id, envelope FROM outbox ORDER BY position").map(Self.envelope)
        }
    }

    /// Puts an envelope's items, as they are in it, into the log of every other member on this machine, each in the form for
    /// its device (model 9.6), and settles it as delivered.
    ///
    /// All of it happens or nothing. An envelope that was settled before changes nothing.
    package func handOver(_ envelope: Envelope) throws(MayflyError) {
        try write { db in
            guard try Self.takeFromOutbox(envelope.id, in: db) != nil else { return }
            let members = try Self.members(of: envelope.conversation, in: db)
            let legacy = LegacyForm(members: members)
            for member in members where member.id != envelope.sender {
                try change(envelope.conversation, on: member.id, in: db) { stored in
                    let items = member.profile.form(of: envelope.items, legacy: legacy)
                    for item in items { try stored.append(.received(item)) }
                }
            }
            try change(envelope.conversation, on: envelope.sender, in: db) { stored in
                try stored.append(.delivered(envelope.items.map(\.id)))
            }
        }
    }

    /// Settles an envelope: the sender's log gets `delivered`, or `failed` with the error. One settled before stays so.
    package func settle(_ id: EnvelopeID, error: MessageError? = nil) throws(MayflyError) {
        try write { db in
            guard let envelope = try Self.takeFromOutbox(id, in: db) else { return }
            let items = envelope.items.map(\.id)
            try change(envelope.conversation, on: envelope.sender, in: db) { stored in
                try stored.append(error.map { .failed(items, $0) } ?? .delivered(items))
            }
        }
    }

    private func post(
        _ conversation: ConversationID,
        _ device: DeviceID,
        since previous: ConversationSnapshot?,
        _ items: (StoredConversation) throws -> [Item]
    ) throws(MayflyError) -> (snapshot: ConversationSnapshot, envelope: Envelope) {
        try change(conversation, on: device) { stored in
            let items = try items(stored).map(\.settingOff)
            guard !items.isEmpty else { throw MayflyError(.notPossibleNow, "there is nothing to send") }
            let envelope = Envelope(conversation: conversation, sender: device, items: items)
            try stored.append(.sent(items))
            try stored.db.execute(
                sql: "INSERT INTO outbox (id, envelope) VALUES (?, ?)",
                arguments: [envelope.id.description, try StoreJSON.text(envelope)]
            )
            return (try stored.snapshot(since: previous), envelope)
        }
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
