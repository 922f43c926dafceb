internal import GRDB
package import MayflyModel

extension Store {
    /// The largest number of devices of all members of a conversation together. Each message is written once for each of them.
    package static let mostMembers = 256

    /// Adds a conversation of these people, in this order. All their devices are in it.
    ///
    /// - Throws: `.invalidName`, `.alreadyExists`, `.unknownDevice`; `.invalidInput` for fewer than two members, for more than
    ///   `mostMembers` devices of them, for a member that is named twice, and for a device that is no person.
    package func createConversation(
        _ name: String,
        with people: [String],
        id: ConversationID = ConversationID()
    ) throws(MayflyError) -> ConversationRecord {
        let name = try RecordName.checked(name, of: "conversation")
        // Before the transaction: nobody waits for what is refused.
        try Self.checkMembers(people, of: name)
        return try write { db in
            guard try Self.conversation(named: name, in: db) == nil else {
                throw MayflyError(.alreadyExists, "there is a conversation '\(name)' already")
            }
            let members = try people.flatMap { person in
                try Self.devices(of: Self.requirePerson(named: person, in: db).owner, in: db)
            }
            guard members.count <= Self.mostMembers else {
                throw MayflyError(
                    .invalidInput,
                    "the members of conversation '\(name)' have \(members.count) devices; the limit is \(Self.mostMembers)"
                )
            }
            guard try !Row.exists(id.description, in: "conversation", db) else {
                throw MayflyError(.alreadyExists, "there is a conversation \(id) already")
            }
            let conversation = ConversationRecord(id: id, name: name)
            try db.execute(
                sql: "INSERT INTO conversation (id, name, created) VALUES (?, ?, ?)",
                arguments: [conversation.id.description, name, Timestamp.now.rawValue]
            )
            for (position, member) in members.enumerated() {
                try db.execute(
                    sql: "INSERT INTO member (conversation, device, position) VALUES (?, ?, ?)",
                    arguments: [conversation.id.description, member.id.description, position]
                )
                try db.execute(
                    sql: "INSERT INTO chat (device, conversation) VALUES (?, ?)",
                    arguments: [member.id.description, conversation.id.description]
                )
            }
            return conversation
        }
    }

    /// All conversations in the order of their names.
    package func conversations() throws(MayflyError) -> [ConversationRecord] {
        try read(Self.conversations)
    }

    /// - Throws: `.unknownConversation`, with the names of those that are known.
    package func conversation(named name: String) throws(MayflyError) -> ConversationRecord {
        try read { db in
            if let name = RecordName.composed(name), let found = try Self.conversation(named: name, in: db) {
                return found
            }
            let known = try Self.conversations(in: db).map(\.name)
            throw MayflyError(
                .unknownConversation,
                "there is no conversation '\(SafeText.line(name, limit: 80))'; \(Self.known(known, of: "conversations"))"
            )
        }
    }

    /// The devices of the members, in the order of the members; those that were made later come last.
    ///
    /// - Throws: `.unknownConversation`.
    package func members(of conversation: ConversationID) throws(MayflyError) -> [DeviceRecord] {
        try read { db in
            let members = try Self.members(of: conversation, in: db)
            guard !members.isEmpty else {
                throw MayflyError(.unknownConversation, "there is no conversation \(conversation)")
            }
            return members
        }
    }

    static func members(of conversation: ConversationID, in db: Database) throws -> [DeviceRecord] {
        let sql = """
            SELECT \(deviceColumns) JOIN member ON member.device = device.id
            WHERE member.conversation = ? ORDER BY member.position
            """
        return try Row.fetchAll(db, sql: sql, arguments: [conversation.description]).map(record)
    }

    private static func checkMembers(_ members: [String], of name: String) throws(MayflyError) {
        guard (2...mostMembers).contains(members.count) else {
            throw MayflyError(
                .invalidInput,
                "conversation '\(name)' needs 2 to \(mostMembers) members, not \(members.count)"
            )
        }
        var seen: Set<String> = []
        // What is too long to be a name is no device, which is said later.
        for member in members.compactMap(RecordName.composed) where !seen.insert(member).inserted {
            throw MayflyError(
                .invalidInput,
                "conversation '\(name)' has the member '\(SafeText.line(member, limit: 80))' twice"
            )
        }
    }

    private static func conversations(in db: Database) throws -> [ConversationRecord] {
        try Row.fetchAll(db, sql: "SELECT id, name FROM conversation ORDER BY name").map(conversationRecord)
    }

    private static func conversation(named name: String, in db: Database) throws -> ConversationRecord? {
        let sql = "SELECT id, name FROM conversation WHERE name = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [name]).map(conversationRecord)
    }

    static func conversationRecord(_ row: Row) throws -> ConversationRecord {
        ConversationRecord(id: ConversationID(try row.uuid("id")), name: try row.decode(forColumn: "name"))
    }
}

extension Store {
    /// All conversations with their members, in the order of their names.
    package func overviews() throws(MayflyError) -> [ConversationOverview] {
        try read { db in
            let members = try Self.allMembers(in: db)
            return try Self.conversations(in: db).map { conversation in
                ConversationOverview(
                    conversation: conversation,
                    members: members[conversation.id] ?? [],
                    newest: nil,
                    hasDraft: false
                )
            }
        }
    }

    /// The conversations of a device, the most recently active first. Only the last row of each transcript is read.
    ///
    /// - Parameter now: leaves out messages that have expired by then, also where `expire` could not delete them.
    package func overviews(on device: DeviceID, at now: Timestamp) throws(MayflyError) -> [ConversationOverview] {
        try read { db in
            let members = try Self.allMembers(in: db)
            let owner = try Self.owner(of: device, in: db)
            let sql = """
                SELECT conversation.id, conversation.name, chat.draft != '' AS drafted, coalesce(newest.preview, newest.payload) AS newest,
                    newest.time AS time, (
                        SELECT count(*) FROM (
                            SELECT 1 FROM row INDEXED BY row_shown
                            WHERE row.chat = chat.id AND row.shown AND row.position > chat.seen
                                AND row.sender != :owner AND (row.expires IS NULL OR row.expires > :now)
                            LIMIT :most
                        )
                    ) AS unseen
                FROM chat JOIN conversation ON conversation.id = chat.conversation
                LEFT JOIN row AS newest ON newest.chat = chat.id AND newest.position = (
                    SELECT position FROM row
                    WHERE row.chat = chat.id AND row.shown AND (row.expires IS NULL OR row.expires > :now)
                    ORDER BY row.position DESC LIMIT 1
                )
                WHERE chat.device = :device ORDER BY chat.active DESC, conversation.name
                """
            let values: StatementArguments = [
                "now": now.rawValue, "most": ConversationOverview.mostUnseen, "device": device.description,
                "owner": owner.description,
            ]
            return try Row.fetchAll(db, sql: sql, arguments: values).map { row in
                let conversation = try Self.conversationRecord(row)
                let newest = try row.decode(String?.self, forColumn: "newest").map { payload in
                    try StoreJSON.value(payload, of: "a row of conversation \(conversation.id)") as TranscriptRow
                }
                return ConversationOverview(
                    conversation: conversation,
                    members: members[conversation.id] ?? [],
                    newest: newest?.entry(stickers: []),
                    newestTime: try row.decode(Int64?.self, forColumn: "time").map(Timestamp.init(rawValue:)),
                    unseen: try row.number("unseen"),
                    hasDraft: try row.decode(Bool.self, forColumn: "drafted")
                )
            }
        }
    }

    private static func allMembers(in db: Database) throws -> [ConversationID: [DeviceRecord]] {
        let sql = """
            SELECT member.conversation, \(deviceColumns) JOIN member ON member.device = device.id
            ORDER BY member.conversation, member.position
            """
        var members: [ConversationID: [DeviceRecord]] = [:]
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            members[ConversationID(try row.uuid("conversation")), default: []].append(try record(row))
        }
        return members
    }
}
