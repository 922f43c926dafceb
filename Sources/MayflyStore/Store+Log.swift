internal import GRDB
internal import MayflyLinux
package import MayflyModel

extension Store {
    /// What a device shows of a conversation now.
    ///
    /// - Parameters:
    ///   - previous: the last snapshot, so that only changes are read.
    ///   - now: leaves out messages that have expired by then, also where `expire` could not delete them; nil for none. So it does
    ///     in the functions below.
    /// - Throws: `.unknownConversation` when the device is no member.
    package func look(
        at conversation: ConversationID,
        on device: DeviceID,
        since previous: ConversationSnapshot? = nil,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> ConversationSnapshot {
        do throws(MayflyError) {
            return try read { db in
                try StoredConversation(conversation, on: device, in: db, since: previous)
                    .snapshot(since: previous, at: now)
            }
        } catch  where error.cause is DecodingError {
            // The fold is damaged. It is computed again from the log, so nothing is lost if the log can be read.
            try change(conversation, on: device) { stored in try stored.refold() }
            return try read { db in
                try StoredConversation(conversation, on: device, in: db).snapshot(since: nil, at: now)
            }
        }
    }

    /// The rows above those of a page.
    package func page(
        before later: TranscriptPage,
        in conversation: ConversationID,
        on device: DeviceID,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> TranscriptPage {
        try read { db in try StoredConversation(conversation, on: device, in: db).page(before: later, at: now) }
    }

    /// The rows above an item's visible row; nil for an item that is not shown.
    package func page(
        above item: ItemID,
        in conversation: ConversationID,
        on device: DeviceID,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> TranscriptPage? {
        try read { db in try StoredConversation(conversation, on: device, in: db).page(above: item, at: now) }
    }

    /// The visible row of a number, from 1 at the top; nil for a number that no row has.
    package func entry(
        number: Int,
        in conversation: ConversationID,
        on device: DeviceID,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> TranscriptEntry? {
        try read { db in try StoredConversation(conversation, on: device, in: db).entry(number: number, at: now) }
    }

    /// The number of an item's visible row, from 1 at the top; nil for an item that is not shown.
    package func number(
        of item: ItemID,
        in conversation: ConversationID,
        on device: DeviceID,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> Int? {
        try read { db in try StoredConversation(conversation, on: device, in: db).number(of: item, at: now) }
    }

    /// Gives the messages of one session to `take`, also collapsed ones, from the newest on in the order of this device, until it
    /// returns false. What is older is not read, however much it is.
    ///
    /// - Parameter skip: the number of newest messages that are left out.
    package func walkSession(
        _ scope: SessionScope,
        in conversation: ConversationID,
        on device: DeviceID,
        skipping skip: Int = 0,
        at now: Timestamp? = nil,
        _ take: (Item) throws -> Bool
    ) throws(MayflyError) {
        try read { db in
            try StoredConversation(conversation, on: device, in: db).walkItems(of: scope, skipping: skip, at: now, take)
        }
    }

    /// Adds events at the end of the log, in one transaction.
    ///
    /// The event of an item that was received before is ignored.
    ///
    /// - Parameter install: that of the worker which asks for it; it must not have ended. Nil for what the person does, and what arrives.
    /// - Returns: what the device shows after it, changes of others since `previous` included.
    /// - Throws: `.unknownConversation` when the device is no member.
    package func append(
        _ events: [ConversationEvent],
        to conversation: ConversationID,
        on device: DeviceID,
        since previous: ConversationSnapshot? = nil,
        at now: Timestamp? = nil,
        under install: Install? = nil
    ) throws(MayflyError) -> ConversationSnapshot {
        let snapshot = try change(conversation, on: device, since: previous) { stored in
            if let install { try Self.require(install, in: stored.db) }
            for event in events { try append(event, to: &stored) }
            return try stored.snapshot(since: previous, at: now)
        }
        if snapshot.draft.files != previous?.draft.files { collectFilesNowAndThen() }
        return snapshot
    }

    /// How long messages are deleted at most before the rest is left for the next time. Nothing shows what is left.
    private static let expiryTime = Duration.milliseconds(250)

    /// Deletes the content of messages that expire until `now` (model 5.10), and their files unless something else names them. Where
    /// there are very many, some are left for the next time.
    package func expire(
        in conversation: ConversationID,
        on device: DeviceID,
        at now: Timestamp
    ) throws(MayflyError) {
        try expire(in: conversation, on: device, at: now, until: .now + Self.expiryTime)
    }

    /// The same until a moment, and at least once. A transaction deletes a few of them: others can write between two.
    private func expire(
        in conversation: ConversationID,
        on device: DeviceID,
        at now: Timestamp,
        until end: Moment
    ) throws(MayflyError) {
        guard try read({ db in try StoredConversation(conversation, on: device, in: db).hasDue(at: now) }) else {
            return
        }
        while try change(
            conversation,
            on: device,
            { stored in
                let some = try stored.firstDue(at: now)
                if !some.isEmpty { try stored.append(.expired(some)) }
                return try stored.hasDue(at: now)
            }
        ), .now < end {}
        // They are removed later where that fails: the transaction before has noted which.
        try? collectFiles()
    }

    /// The same in all conversations of a device.
    package func expire(on device: DeviceID, at now: Timestamp) throws(MayflyError) {
        let due = try read { db in
            let sql = """
                SELECT conversation FROM chat WHERE device = ? AND EXISTS (
                    SELECT 1 FROM row INDEXED BY row_expires
                    WHERE row.chat = chat.id AND row.expires IS NOT NULL AND row.expires <= ?
                )
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [device.description, now.rawValue])
            return try rows.map { ConversationID(try $0.uuid("conversation")) }
        }
        let end = Moment.now + Self.expiryTime
        for conversation in due where .now < end { try expire(in: conversation, on: device, at: now, until: end) }
    }

    /// Notes that a person has seen a conversation on a device up to an item, for all devices of the person; an earlier one, and one that is not here, changes nothing.
    package func markSeen(_ item: ItemID, in conversation: ConversationID, on device: DeviceID) throws(MayflyError) {
        let unseen = """
            device = ? AND conversation = ?
                AND seen < (SELECT position FROM row WHERE row.chat = chat.id AND row.item = ?)
            """
        let key: StatementArguments = [device.description, conversation.description, item.description]
        let isNew = try read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM chat WHERE \(unseen))", arguments: key) ?? false
        }
        // Nobody is told of what does not change.
        guard isNew else { return }
        try write { db in
            try db.execute(
                sql: """
                    UPDATE chat SET seen = (SELECT position FROM row WHERE row.chat = chat.id AND row.item = ?)
                    WHERE \(unseen)
                    """,
                arguments: [item.description] + key
            )
            try Self.shareSeen(item, of: StoredConversation(conversation, on: device, in: db))
        }
    }

    /// Those of these items that have expired on a device.
    package func expired(
        among items: [ItemID],
        in conversation: ConversationID,
        on device: DeviceID,
        at now: Timestamp? = nil
    ) throws(MayflyError) -> [ItemID] {
        try read { db in
            let stored = try StoredConversation(conversation, on: device, in: db)
            let due = try now.map { Set(try stored.due(at: $0)) } ?? []
            return try items.filter { try due.contains($0) || stored.hasExpired($0) }
        }
    }

    /// The whole log of a conversation on one device.
    package func log(of conversation: ConversationID, on device: DeviceID) throws(MayflyError) -> [ConversationEvent] {
        try read { db in
            var events: [ConversationEvent] = []
            try StoredConversation(conversation, on: device, in: db).walkLog { _, event, _ in events.append(event) }
            return events
        }
    }

    /// Changes one conversation on one device in a transaction of its own.
    func change<Value>(
        _ conversation: ConversationID,
        on device: DeviceID,
        since previous: ConversationSnapshot? = nil,
        _ body: (inout StoredConversation) throws -> Value
    ) throws(MayflyError) -> Value {
        try write { db in try change(conversation, on: device, in: db, since: previous, body) }
    }

    /// The same inside a transaction that does more.
    func change<Value>(
        _ conversation: ConversationID,
        on device: DeviceID,
        in db: Database,
        since previous: ConversationSnapshot? = nil,
        _ body: (inout StoredConversation) throws -> Value
    ) throws -> Value {
        var stored = try StoredConversation(
            conversation,
            on: device,
            fallback: summaryFallback,
            in: db,
            since: previous
        )
        let value = try body(&stored)
        try stored.close()
        return value
    }
}
