internal import GRDB
internal import MayflyModel

// What a person reads, keeps or sees on one device counts on all devices of the person in this home folder.
extension Store {
    /// Adds an event to the log of a device, and what it means for the person's other devices to theirs.
    func append(_ event: ConversationEvent, to stored: inout StoredConversation) throws {
        try stored.append(event)
        switch event {
        case .willExpire, .kept: break
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared, .sent, .received, .sentElsewhere,
            .delivered,
            .failed, .expired:
            return
        }
        for other in try Self.others(than: stored) {
            let chat = try StoredConversation(stored.conversation, on: other, in: stored.db)
            guard let change = try chat.change(by: event) else { continue }
            try self.change(stored.conversation, on: other, in: stored.db) { try $0.append(change) }
        }
    }

    /// Adds items that arrive at a device of a person. What the person has read or seen on another device before is read and seen here.
    func take(_ items: [Item], for person: ParticipantID, in stored: inout StoredConversation) throws {
        let others = try Self.others(than: stored)
        for item in items {
            guard try !stored.has(item) else { continue }
            try stored.append(.arrival(of: item, for: person))
            let isKnown = try others.map { other in try stored.follow(other, at: item) }.contains(true)
            // What another device here has sent was noted when it was.
            if item.sender == person, !isKnown { try Self.noteRecents([item], of: person, in: stored.db) }
        }
    }

    /// Notes for the person's other devices that one has shown a conversation up to an item. What only that device has, as a message that
    /// could not be sent, is passed over, up to a number of rows.
    static func shareSeen(_ item: ItemID, of stored: StoredConversation) throws {
        for other in try others(than: stored) {
            try stored.db.execute(
                sql: """
                    WITH last AS (SELECT position FROM row WHERE chat = :own AND item = :item),
                        theirs AS (
                            SELECT max(row.position) AS position FROM row AS mine, last JOIN row ON row.item = mine.item
                            WHERE mine.chat = :own AND mine.position <= last.position AND mine.position > last.position - 64
                                AND row.chat = (SELECT id FROM chat WHERE device = :other AND conversation = :conversation)
                        )
                    UPDATE chat SET seen = (SELECT position FROM theirs)
                    WHERE device = :other AND conversation = :conversation AND seen < (SELECT position FROM theirs)
                    """,
                arguments: [
                    "own": stored.id, "item": item.description, "other": other.description,
                    "conversation": stored.conversation.description,
                ]
            )
        }
    }

    /// The person's other devices.
    private static func others(than stored: StoredConversation) throws -> [DeviceID] {
        let statement = try stored.db.cachedStatement(
            sql: "SELECT id FROM device WHERE owner = (SELECT owner FROM device WHERE id = ?1) AND id != ?1"
        )
        return try Row.fetchAll(statement, arguments: [stored.device.description]).map { DeviceID(try $0.uuid("id")) }
    }
}

extension StoredConversation {
    /// What of an event of another device changes something here; nil where nothing does.
    fileprivate func change(by event: ConversationEvent) throws -> ConversationEvent? {
        switch event {
        case .willExpire(let items, let moment):
            let read = try items.filter { item in try row(of: item).map { $0.isShown && $0.isUnread } ?? false }
            return read.isEmpty ? nil : .willExpire(read, at: moment)
        case .kept(let item):
            guard let row = try row(of: item), row.state == .bubble, row.expiry != .kept else { return nil }
            return event
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared, .sent, .received, .sentElsewhere,
            .delivered,
            .failed, .expired:
            return nil
        }
    }

    /// Does with an item that has just arrived what the person has done with it on another device.
    ///
    /// - Returns: whether that one has it.
    fileprivate mutating func follow(_ other: DeviceID, at item: Item) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT row.payload, row.position <= chat.seen AS seen FROM chat JOIN row ON row.chat = chat.id
                WHERE chat.device = ? AND chat.conversation = ? AND row.item = ?
                """
        )
        let key: StatementArguments = [other.description, conversation.description, item.id.description]
        guard let found = try Row.fetchOne(statement, arguments: key) else { return false }
        if try found.decode(Bool.self, forColumn: "seen") {
            try db.execute(
                sql: "UPDATE chat SET seen = ? WHERE id = ? AND seen < ?",
                arguments: [lastPosition, id, lastPosition]
            )
        }
        let row = try decoded(try found.decode(forColumn: "payload"))
        let end = row.state == .expired ? Expiry.due(Timestamp(rawValue: 0)) : row.expiry
        let event: ConversationEvent? =
            switch end {
            case .kept: .kept(item.id)
            case .due(let moment): .willExpire([item.id], at: moment)
            case nil: nil
            }
        if let event, let change = try change(by: event) { try append(change) }
        return true
    }
}
