internal import GRDB
internal import MayflyModel

// The queries name their indexes: without statistics the planner may choose to read the whole transcript.
//
// What is shown is read as of a moment: rows whose time is over by then (model 5.10) are left out, also where the host could not
// delete their content yet, for example on a full disk. Without a moment all rows are read.
extension StoredConversation {
    /// The rows that are read as of a moment.
    private struct Selection {
        /// Leaves out rows whose time is over; empty where there are none, which is usual and needs no look at each row.
        var condition = ""
        /// The moment, where a visible row is left out.
        var moment: Timestamp?
    }

    private func selection(at now: Timestamp?) throws -> Selection {
        guard let now, try hasDue(at: now) else { return Selection() }
        return Selection(condition: "AND (expires IS NULL OR expires > \(now.rawValue))", moment: now)
    }

    /// The statement of a selection. One with a moment is not kept: another moment is another statement.
    private func prepared(_ sql: String, for selection: Selection) throws -> Statement {
        try selection.moment == nil ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    }

    /// The number of visible rows that are left out, below a position.
    private func hidden(_ selection: Selection, after position: Int = 0) throws -> Int {
        guard let now = selection.moment else { return 0 }
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM row INDEXED BY row_expires
                WHERE chat = ? AND expires IS NOT NULL AND expires <= ? AND shown AND position > ?
                """
        )
        return try Int.fetchOne(statement, arguments: [id, now.rawValue, position]) ?? 0
    }

    /// What the device shows now: the end of the transcript and the input field.
    ///
    /// - Parameter previous: the last snapshot. Unchanged rows are taken from it, and items that arrived since are
    ///   listed.
    func snapshot(since previous: ConversationSnapshot?, at now: Timestamp? = nil) throws -> ConversationSnapshot {
        let selection = try selection(at: now)
        var kept = previous?.kept.rows ?? [:]
        let rows = try shown(before: nil, limit: TranscriptPage.usualLength, selection, known: &kept)
        let count = count - (try hidden(selection))
        let page = try page(of: rows, firstNumber: count - rows.count + 1, count: count, known: &kept)
        let arrived = try arrived(after: previous?.kept.lastPosition ?? lastPosition, selection)
        return ConversationSnapshot(
            lastSeq: lastSeq,
            draft: try draft,
            page: page,
            arrived: arrived.items,
            hasMoreArrived: arrived.last < lastPosition,
            nextExpiry: try nextExpiry(after: selection.moment),
            kept: .init(rows: kept, fieldMark: fieldMark, lastPosition: arrived.last)
        )
    }

    /// The rows before those of a page.
    func page(before later: TranscriptPage, at now: Timestamp? = nil) throws -> TranscriptPage {
        let selection = try selection(at: now)
        var kept: [Int: StoredRow] = [:]
        let rows = try shown(before: later.firstPosition, limit: TranscriptPage.usualLength, selection, known: &kept)
        let count = count - (try hidden(selection))
        return try page(of: rows, firstNumber: later.firstNumber - rows.count, count: count, known: &kept)
    }

    /// The rows above an item's visible row; nil for an item that is not shown.
    func page(above item: ItemID, at now: Timestamp? = nil) throws -> TranscriptPage? {
        guard let place = try place(of: item, at: now) else { return nil }
        let row = TranscriptPage([], firstNumber: place.number, count: count, firstPosition: place.position)
        return try page(before: row, at: now)
    }

    /// The visible row of a number, from 1 at the top; nil for a number that no row has.
    func entry(number: Int, at now: Timestamp? = nil) throws -> TranscriptEntry? {
        let selection = try selection(at: now)
        let count = count - (try hidden(selection))
        guard number >= 1, number <= count else { return nil }
        // Most requests are for rows near the bottom, so the rows are counted from there.
        let statement = try prepared(
            """
            SELECT position FROM row INDEXED BY row_shown WHERE chat = ? AND shown \(selection.condition)
            ORDER BY position DESC LIMIT 1 OFFSET ?
            """,
            for: selection
        )
        guard let position = try Int.fetchOne(statement, arguments: [id, count - number]) else { return nil }
        var kept: [Int: StoredRow] = [:]
        let next = position == .max ? nil : position + 1
        let rows = try shown(before: next, limit: 1, selection, known: &kept)
        return try page(of: rows, firstNumber: number, count: count, known: &kept).entry(number: number)
    }

    /// The number of an item's visible row, from 1 at the top; nil for an item that is not shown.
    func number(of item: ItemID, at now: Timestamp? = nil) throws -> Int? { try place(of: item, at: now)?.number }

    /// The position of an item's visible row in the table, and its number; nil for an item that is not shown.
    private func place(of item: ItemID, at now: Timestamp?) throws -> (position: Int, number: Int)? {
        let selection = try selection(at: now)
        let query = try prepared(
            "SELECT position FROM row WHERE chat = ? AND item = ? AND shown \(selection.condition)",
            for: selection
        )
        guard let position = try Int.fetchOne(query, arguments: [id, item.description]) else { return nil }
        let below = try db.cachedStatement(
            sql: "SELECT count(*) FROM row INDEXED BY row_shown WHERE chat = ? AND shown AND position > ?"
        )
        let all = try Int.fetchOne(below, arguments: [id, position]) ?? 0
        let shownBelow = all - (try hidden(selection, after: position))
        return (position, count - (try hidden(selection)) - shownBelow)
    }

    /// Gives the messages of a session to `take`, also collapsed ones, the newest first, until it returns false: nothing older is read
    /// then. Expired ones are left out.
    func walkItems(
        of scope: SessionScope,
        skipping skip: Int,
        at now: Timestamp? = nil,
        _ take: (Item) throws -> Bool
    ) throws {
        let selection = try selection(at: now)
        let statement = try prepared(
            """
            SELECT payload FROM row INDEXED BY row_session WHERE chat = ? AND extension = ? AND session = ? AND state != 'expired'
                \(selection.condition)
            ORDER BY position DESC LIMIT -1 OFFSET ?
            """,
            for: selection
        )
        let key: StatementArguments = [id, scope.extensionID.rawValue, scope.session.description, skip]
        let payloads = try String.fetchCursor(statement, arguments: key)
        while let payload = try payloads.next(), try take(try decoded(payload).item) {}
    }

    /// The items whose time to expire is not after `moment`.
    func due(at moment: Timestamp) throws -> [ItemID] {
        let statement = try db.cachedStatement(
            sql: "SELECT item FROM row WHERE chat = ? AND expires IS NOT NULL AND expires <= ? ORDER BY position"
        )
        return try String.fetchAll(statement, arguments: [id, moment.rawValue]).compactMap { ItemID($0) }
    }

    /// Whether there are such items.
    func hasDue(at moment: Timestamp) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM row WHERE chat = ? AND expires IS NOT NULL AND expires <= ?)"
        )
        return try Bool.fetchOne(statement, arguments: [id, moment.rawValue]) == true
    }

    /// The first of them, as many as are deleted in one transaction: of their content, each is read and written again.
    func firstDue(at moment: Timestamp) throws -> [ItemID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT item, length(payload) AS size FROM row WHERE chat = ? AND expires IS NOT NULL AND expires <= ?
                ORDER BY position LIMIT 64
                """
        )
        var (items, room) = ([ItemID](), 1 << 20)
        for row in try Row.fetchAll(statement, arguments: [id, moment.rawValue]) {
            room -= try row.number("size")
            guard items.isEmpty || room >= 0 else { break }
            items.append(ItemID(try row.uuid("item")))
        }
        return items
    }

    private func nextExpiry(after moment: Timestamp?) throws -> Timestamp? {
        let statement = try db.cachedStatement(
            sql: "SELECT min(expires) FROM row WHERE chat = ? AND expires IS NOT NULL AND expires > ?"
        )
        return try Int64.fetchOne(statement, arguments: [id, moment?.rawValue ?? .min]).map(Timestamp.init(rawValue:))
    }

    /// Received items, up to a position.
    private struct Arrived {
        var items: [Item] = []
        var last: Int
    }

    /// How many bytes of rows one look reads for what has arrived, unless the first row has more: after a long stop of the host there may
    /// be any number, and the look holds up all else.
    private static let arrivingBytes = 1 << 20

    private func arrived(after position: Int, _ selection: Selection) throws -> Arrived {
        guard lastPosition > position else { return Arrived(last: lastPosition) }
        let statement = try prepared(
            "SELECT position, payload FROM row WHERE chat = ? AND position > ? \(selection.condition) ORDER BY position",
            for: selection
        )
        let rows = try Row.fetchCursor(statement, arguments: [id, position])
        var (found, rest) = (Arrived(last: position), Self.arrivingBytes)
        while let next = try rows.next() {
            let payload = try next.decode(String.self, forColumn: "payload")
            guard found.last == position || payload.utf8.count <= rest else { return found }
            rest -= payload.utf8.count
            found.last = try next.number("position")
            let row = try decoded(payload)
            if row.delivery == .received { found.items.append(row.item) }
        }
        found.last = lastPosition
        return found
    }

    // MARK: Pages

    /// Visible rows, newest first, of no more bytes than a page may have. Rows in `known` that have not changed are not decoded again.
    private func shown(
        before position: Int?,
        limit: Int,
        _ selection: Selection,
        known: inout [Int: StoredRow]
    ) throws -> [StoredRow] {
        let statement = try prepared(
            """
            SELECT position, changed, time, payload FROM row INDEXED BY row_shown WHERE chat = ? AND shown AND position < ?
                \(selection.condition)
            ORDER BY position DESC LIMIT ?
            """,
            for: selection
        )
        return try stored(
            statement,
            [id, position ?? Int.max, limit],
            bytes: TranscriptPage.usualBytes,
            known: &known
        )
    }

    private func page(
        of rows: [StoredRow],
        firstNumber: Int,
        count: Int,
        known: inout [Int: StoredRow]
    ) throws -> TranscriptPage {
        let placed = try stickers(on: rows, known: &known)
        known = Dictionary(uniqueKeysWithValues: (rows + placed).map { ($0.position, $0) })
        let stickers = Dictionary(grouping: placed.map(\.row.item)) { $0.placement?.target }
        let shown = rows.reversed().compactMap { stored in
            stored.row.entry(stickers: stickers[stored.row.item.id] ?? []).map { (entry: $0, time: stored.time) }
        }
        return TranscriptPage(
            shown.map(\.entry),
            times: shown.map(\.time),
            firstNumber: firstNumber,
            count: count,
            firstPosition: rows.last?.position ?? 0
        )
    }

    /// The stickers on these rows, oldest first; at most the newest 1,000 of a page.
    private func stickers(on rows: [StoredRow], known: inout [Int: StoredRow]) throws -> [StoredRow] {
        let ids = rows.filter { $0.row.state == .bubble }.map { "'\($0.row.item.id)'" }
        guard !ids.isEmpty else { return [] }
        let statement = try db.makeStatement(
            sql: """
                SELECT position, changed, time, payload FROM row INDEXED BY row_target
                WHERE chat = ? AND target IS NOT NULL AND target IN (\(ids.joined(separator: ","))) AND state = 'placed'
                ORDER BY position DESC LIMIT 1000
                """
        )
        return try stored(statement, [id], known: &known).reversed()
    }

    /// - Parameter bytes: rows after the first are left out from the one on that exceeds this; nil for none.
    private func stored(
        _ statement: Statement,
        _ arguments: StatementArguments,
        bytes: Int? = nil,
        known: inout [Int: StoredRow]
    ) throws -> [StoredRow] {
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        var rows: [StoredRow] = []
        var rest = bytes ?? .max
        while let row = try cursor.next() {
            let new = try stored(row, known: known)
            guard rows.isEmpty || new.byteCount <= rest else { break }
            rest -= new.byteCount
            rows.append(new)
        }
        return rows
    }

    private func stored(_ row: Row, known: [Int: StoredRow]) throws -> StoredRow {
        let position = try row.number("position")
        let changed = try row.decode(Int.self, forColumn: "changed")
        if let old = known[position], old.changed == changed { return old }
        let payload = try row.decode(String.self, forColumn: "payload")
        return StoredRow(
            position: position,
            changed: changed,
            byteCount: payload.utf8.count,
            time: try row.decode(Int64?.self, forColumn: "time").map(Timestamp.init(rawValue:)),
            row: try decoded(payload)
        )
    }
}
