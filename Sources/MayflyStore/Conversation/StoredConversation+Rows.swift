internal import GRDB
internal import MayflyModel

extension StoredConversation: TranscriptRows {
    package typealias Failure = any Error

    func row(of item: ItemID) throws -> TranscriptRow? {
        let statement = try db.cachedStatement(sql: "SELECT payload FROM row WHERE chat = ? AND item = ?")
        return try String.fetchOne(statement, arguments: [id, item.description]).map(decoded)
    }

    func currentRow(of scope: SessionScope) throws -> TranscriptRow? {
        let statement = try db.cachedStatement(
            sql: "SELECT payload FROM row WHERE chat = ? AND extension = ? AND session = ? AND state = 'bubble'"
        )
        let key: StatementArguments = [id, scope.extensionID.rawValue, scope.session.description]
        return try String.fetchOne(statement, arguments: key).map(decoded)
    }

    mutating func insert(_ row: TranscriptRow) throws {
        lastPosition += 1
        if row.isShown { count += 1 }
        let scope = row.item.sessionScope
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO row (chat, position, item, changed, state, shown, extension, session, target, expires, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            id, lastPosition, row.item.id.description, lastSeq, row.state.rawValue, row.isShown,
            scope?.extensionID.rawValue, scope?.session.description, row.item.placement?.target.description,
            row.due?.rawValue, try StoreJSON.text(row),
        ])
    }

    mutating func update(_ row: TranscriptRow) throws {
        let item = row.item.id.description
        let look = try db.cachedStatement(sql: "SELECT shown FROM row WHERE chat = ? AND item = ?")
        if try Bool.fetchOne(look, arguments: [id, item]) == true, !row.isShown { count -= 1 }
        let statement = try db.cachedStatement(
            sql: """
                UPDATE row SET changed = ?, state = ?, shown = ?, expires = ?, payload = ? WHERE chat = ? AND item = ?
                """
        )
        try statement.execute(arguments: [
            lastSeq, row.state.rawValue, row.isShown, row.due?.rawValue, try StoreJSON.text(row), id, item,
        ])
    }

    func decoded(_ payload: String) throws -> TranscriptRow {
        try StoreJSON.value(payload, of: "a row of conversation \(conversation) on device \(device)")
    }
}

extension TranscriptRow {
    /// When it is to be deleted.
    fileprivate var due: Timestamp? {
        guard case .due(let moment) = expiry else { return nil }
        return moment
    }
}
