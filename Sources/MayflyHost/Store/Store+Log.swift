import Foundation
import GRDB
package import MayflyModel

extension Store {
    /// The state of a conversation on one device, folded from its whole log.
    package func load(
        _ conversation: ConversationID,
        on device: DeviceID,
        summaryFallback: SummaryFallback = .remove
    ) throws(MayflyError) -> ConversationFold {
        try read { db in
            try Self.requireMember(device, of: conversation, in: db)
            var fold = ConversationFold(summaryFallback: summaryFallback)
            fold.apply(try Self.events(device, conversation, after: 0, in: db))
            return fold
        }
    }

    /// The events after a place in the log, by whatever process they were written.
    package func changes(
        in conversation: ConversationID,
        on device: DeviceID,
        after lastSeq: Int
    ) throws(MayflyError) -> [LoggedEvent] {
        try read { db in try Self.events(device, conversation, after: lastSeq, in: db) }
    }

    /// Writes events at the end of the log.
    ///
    /// - Returns: all events after `lastSeq`: first those that others wrote meanwhile, then these. An item that was received
    ///   before is not received again, and its event is left out.
    /// - Throws: `.unknownConversation` when the device is no member.
    package func append(
        _ events: [ConversationEvent],
        to conversation: ConversationID,
        on device: DeviceID,
        after lastSeq: Int
    ) throws(MayflyError) -> [LoggedEvent] {
        try write { db in
            try Self.requireMember(device, of: conversation, in: db)
            for event in events { try Self.insert(event, device, conversation, in: db) }
            return try Self.events(device, conversation, after: lastSeq, in: db)
        }
    }

    /// Writes one event. The caller's transaction must hold the write lock, so that the next number is free.
    static func insert(
        _ event: ConversationEvent,
        _ device: DeviceID,
        _ conversation: ConversationID,
        in db: Database
    ) throws {
        var received: ItemID?
        if case .received(let item) = event { received = item.id }
        let sql = """
            INSERT INTO event (device, conversation, seq, received, payload)
            SELECT :device, :conversation, ifnull(max(seq), 0) + 1, :received, :payload
            FROM event WHERE device = :device AND conversation = :conversation
            ON CONFLICT (device, conversation, received) WHERE received IS NOT NULL DO NOTHING
            """
        let arguments: StatementArguments = [
            "device": device.description, "conversation": conversation.description,
            "received": received?.description, "payload": try StoreJSON.text(event),
        ]
        try db.execute(sql: sql, arguments: arguments)
    }

    static func events(
        _ device: DeviceID,
        _ conversation: ConversationID,
        after lastSeq: Int,
        in db: Database
    ) throws -> [LoggedEvent] {
        let sql = "SELECT seq, payload FROM event WHERE device = ? AND conversation = ? AND seq > ? ORDER BY seq"
        let arguments: StatementArguments = [device.description, conversation.description, lastSeq]
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        var events: [LoggedEvent] = []
        while let row = try rows.next() {
            let seq = try row.decode(Int.self, forColumn: "seq")
            let payload = try row.decode(String.self, forColumn: "payload")
            let place = "event \(seq) of conversation \(conversation) on device \(device)"
            events.append(LoggedEvent(seq: seq, event: try StoreJSON.value(payload, of: place)))
        }
        return events
    }

    static func requireMember(_ device: DeviceID, of conversation: ConversationID, in db: Database) throws {
        let sql = "SELECT 1 FROM member WHERE conversation = ? AND device = ?"
        let arguments: StatementArguments = [conversation.description, device.description]
        guard try Bool.fetchOne(db, sql: sql, arguments: arguments) == true else {
            throw MayflyError(.unknownConversation, "device \(device) has no conversation \(conversation)")
        }
    }
}
