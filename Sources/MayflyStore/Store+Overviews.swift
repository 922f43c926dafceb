internal import GRDB
package import MayflyModel

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

    /// The conversations of a device, the one where something happened last first. No transcript is read, only its end.
    package func overviews(on device: DeviceID) throws(MayflyError) -> [ConversationOverview] {
        try read { db in
            let members = try Self.allMembers(in: db)
            let sql = """
                SELECT conversation.id, conversation.name, chat.draft != '' AS drafted, (
                    SELECT payload FROM row WHERE row.chat = chat.id AND row.shown ORDER BY row.position DESC LIMIT 1
                ) AS newest
                FROM chat JOIN conversation ON conversation.id = chat.conversation
                WHERE chat.device = ? ORDER BY chat.active DESC, conversation.name
                """
            return try Row.fetchAll(db, sql: sql, arguments: [device.description]).map { row in
                let conversation = try Self.conversationRecord(row)
                let newest = try row.decode(String?.self, forColumn: "newest").map { payload in
                    try StoreJSON.value(payload, of: "a row of conversation \(conversation.id)") as TranscriptRow
                }
                return ConversationOverview(
                    conversation: conversation,
                    members: members[conversation.id] ?? [],
                    newest: newest?.entry(stickers: []),
                    hasDraft: try row.decode(Bool.self, forColumn: "drafted")
                )
            }
        }
    }

    private static func allMembers(in db: Database) throws -> [ConversationID: [DeviceRecord]] {
        let sql = """
            SELECT member.conversation, device.id, device.name, device.profile
            FROM member JOIN device ON device.id = member.device
            ORDER BY member.conversation, member.position
            """
        var members: [ConversationID: [DeviceRecord]] = [:]
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            members[ConversationID(try uuid(row, "conversation")), default: []].append(try record(row))
        }
        return members
    }
}
