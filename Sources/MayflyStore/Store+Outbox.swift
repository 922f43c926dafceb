internal import Foundation
internal import GRDB
internal import MayflyLinux
package import MayflyModel

extension Store {
    /// Begins to send these items, in this order: one transaction adds them to the log as sent and to the outbox.
    ///
    /// Those that are in the input field are removed from it.
    /// - Returns: what the device shows after it, the envelope that a `Courier` must deliver, and the claim to it, which is to be kept
    ///   until then.
    /// - Throws: `.notPossibleNow` for no items, `.invalidInput` for some that no host takes, `.unknownConversation` when the device is no
    ///   member.
    package func send(
        _ items: [Item],
        in conversation: ConversationID,
        from device: DeviceID,
        since previous: ConversationSnapshot? = nil,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> (snapshot: ConversationSnapshot, envelope: Envelope, claim: EnvelopeClaim?) {
        try post(conversation, device, since: previous, at: now) { _ in items }
    }

    /// Begins to send the content of the input field, if it is what was shown. It is compared in the same transaction, so that
    /// nothing is sent that was not shown, and two processes cannot send it twice.
    ///
    /// - Parameter shown: what the person saw, or the program that sends for them.
    /// - Throws: `.notAsShown` for another content, `.notPossibleNow` for an empty field, `.invalidInput` for a content that no host
    ///   takes, which stays in the field, `.unknownConversation` when the device is no member.
    package func sendDraft(
        _ shown: DraftID,
        in conversation: ConversationID,
        from device: DeviceID,
        since previous: ConversationSnapshot? = nil,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> (snapshot: ConversationSnapshot, envelope: Envelope, claim: EnvelopeClaim?) {
        try post(conversation, device, since: previous, at: now) { stored in
            let draft = try stored.draft
            guard draft.id == shown else {
                let reason = draft.isEmpty ? "is empty now" : "has changed since it was shown"
                throw MayflyError(.notAsShown, "nothing is sent: the input field \(reason)")
            }
            return draft.itemsToSend
        }
    }

    /// The undelivered envelopes of all processes, oldest first.
    package func pendingEnvelopes() throws(MayflyError) -> [Envelope] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT id, envelope FROM outbox ORDER BY position").map(Self.envelope)
        }
    }

    /// The undelivered envelopes that were sent before this one, oldest first; none when it is in the outbox no longer.
    package func pendingEnvelopes(before id: EnvelopeID) throws(MayflyError) -> [Envelope] {
        try read { db in
            let sql = """
                SELECT id, envelope FROM outbox WHERE position < (SELECT position FROM outbox WHERE id = ?) ORDER BY position
                """
            return try Row.fetchAll(db, sql: sql, arguments: [id.description]).map(Self.envelope)
        }
    }

    /// Whether an envelope is still in the outbox.
    package func isPending(_ id: EnvelopeID) throws(MayflyError) -> Bool {
        try read { db in
            let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE id = ?)"
            return try Bool.fetchOne(db, sql: sql, arguments: [id.description]) ?? false
        }
    }

    /// Claims an envelope of the outbox; nil where a living program, or another window of this one, is delivering it.
    package func claim(_ id: EnvelopeID) -> EnvelopeClaim? { hostLock.claim(id) }

    /// Adds the items of an envelope to the log of every other device of the members in this home folder, those of the sender too, in the
    /// form for it (model 9.6), and settles the envelope as delivered. Where that is much, for many devices, one call serves some of them, so
    /// that others can write between; after a kill it is done again from the first, and changes nothing for those that were served.
    ///
    /// An envelope that was settled before changes nothing.
    /// - Throws: `.invalidInput` for a text that is longer than that of an input field can be, and for an item whose identifier is that of
    ///   another sender's: the sender then sees that it failed.
    /// - Parameter served: how many members were served before, as this function returned it; 0 at first.
    /// - Returns: how many were served by then; nil when the envelope is settled.
    package func handOver(_ envelope: Envelope, after served: Int) throws(MayflyError) -> Int? {
        try envelope.requireShortTexts()
        return try write { db in try handOver(envelope, after: served, in: db) }
    }

    /// How many bytes, and how many items, all members get together in one transaction.
    private static let handedOverAtOnce = 1 << 20
    private static let itemsAtOnce = 256

    private func handOver(_ envelope: Envelope, after served: Int, in db: Database) throws -> Int? {
        let sql = "SELECT length(envelope) FROM outbox WHERE id = ?"
        guard let size = try Int.fetchOne(db, sql: sql, arguments: [envelope.id.description]) else { return nil }
        let members = try Self.members(of: envelope.conversation, in: db)
        let legacy = LegacyForm(members: members)
        let receivers = members.filter { $0.id != envelope.sender }.dropFirst(served)
        let most = min(Self.handedOverAtOnce / max(size, 1), Self.itemsAtOnce / max(envelope.items.count, 1))
        let some = receivers.prefix(max(1, most))
        if served == 0, some.count < receivers.count {
            // What one of them refuses comes to none.
            for member in receivers {
                let stored = try StoredConversation(envelope.conversation, on: member.id, in: db)
                for item in member.profile.form(of: envelope.items, legacy: legacy) { _ = try stored.has(item) }
            }
        }
        for member in some {
            try change(envelope.conversation, on: member.id, in: db) { stored in
                try take(member.profile.form(of: envelope.items, legacy: legacy), for: member.owner, in: &stored)
            }
        }
        guard some.count == receivers.count else { return served + some.count }
        _ = try Self.takeFromOutbox(envelope.id, in: db)
        try change(envelope.conversation, on: envelope.sender, in: db) { stored in
            try stored.append(.delivered(envelope.items.map(\.id)))
        }
        return nil
    }

    /// Removes an envelope from the outbox and adds `delivered`, or `failed` with the error, to the sender's log. An
    /// envelope that was settled before changes nothing.
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
        at now: Timestamp?,
        _ items: (StoredConversation) throws -> [Item]
    ) throws(MayflyError) -> (snapshot: ConversationSnapshot, envelope: Envelope, claim: EnvelopeClaim?) {
        try change(conversation, on: device, since: previous) { stored in
            let items = try items(stored).map(\.settingOff)
            guard !items.isEmpty else { throw MayflyError(.notPossibleNow, "there is nothing to send") }
            let envelope = Envelope(conversation: conversation, sender: device, items: items)
            let person = try Self.owner(of: device, in: stored.db)
            try envelope.check(by: person)
            // Before others can see it.
            let claim = hostLock.claim(envelope.id)
            try stored.append(.sent(items))
            try stored.db.execute(
                sql: "INSERT INTO outbox (id, envelope) VALUES (?, ?)",
                arguments: [envelope.id.description, try StoreJSON.text(envelope)]
            )
            try FileNames.note(envelope, in: stored.db)
            try Self.noteRecents(items, of: person, in: stored.db)
            return (try stored.snapshot(since: previous, at: now), envelope, claim)
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

extension LegacyForm {
    /// The conversion with the names of the members in this home folder.
    init(members: [DeviceRecord]) {
        self.init(name: People(members).name(of:), partID: Self.partID)
    }

    /// A digest of the message's identifier and the part: the same on every machine and in every delivery.
    private static func partID(of item: ItemID, _ part: LegacyPart) -> ItemID {
        let subject = Array("mayfly legacy part".utf8) + item.value.bytes + [part.rawValue]
        // A digest is always long enough.
        return UUID128(digest: SHA256.hash(subject)).map { ItemID($0) } ?? ItemID()
    }
}
