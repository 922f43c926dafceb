internal import Foundation
internal import GRDB
internal import MayflyLinux
internal import MayflyModel

extension Store {
    /// The current state. Unlike most functions of the store it does not block: SQLite runs on a thread of its own.
    ///
    /// - Parameter install: that of the worker which asks; it must not have ended.
    func sessionState(_ key: SessionStateKey, under install: Install? = nil) async throws -> SessionState {
        // Task-local values do not reach that thread.
        let account = CPUAccounting.account
        return try await translating {
            try await self.pool.read { db in
                try CPUAccounting.charge(account) {
                    if let install { try Self.require(install, in: db) }
                    return try Self.sessionState(key, in: db)
                }
            }
        }
    }

    /// Compares and replaces in one transaction, which holds the write lock from its beginning.
    ///
    /// - Parameter install: that of the worker which asks; nil for a host that knows of none.
    /// - Throws: `MessageError` with `.quotaExceeded` above the limit of sessions, `.notPossibleNow` for an install that has ended and
    ///   for an extension without any, `MayflyError` of the database.
    func replaceSessionState(
        _ key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8],
        under install: Install? = nil
    ) async throws -> SessionStateWrite {
        let account = CPUAccounting.account
        return try await translating {
            try await self.pool.writeWithoutTransaction { db in
                try CPUAccounting.charge(account) {
                    try Self.transaction(in: db) {
                        if let install { try Self.require(install, in: db) }
                        return try Self.replace(key, version, bytes, in: db)
                    }
                }
            }
        }
    }

    private static func replace(
        _ key: SessionStateKey,
        _ version: UInt64,
        _ bytes: [UInt8],
        in db: Database
    ) throws -> SessionStateWrite {
        guard try hasInstall(key, in: db) else {
            throw MayflyError(.notPossibleNow, "extension '\(key.extensionID)' is not installed any more")
        }
        let current = try sessionState(key, in: db)
        guard current.version == version else { return .conflict(current) }
        if bytes.isEmpty {
            let sql = "DELETE FROM session_state WHERE conversation = ? AND extension = ? AND session = ?"
            try db.execute(sql: sql, arguments: columns(of: key))
            return .stored(version: 0)
        }
        if current.version == 0 { try requireRoom(for: key, in: db) }
        let next = try nextVersion(key, in: db)
        let sql = """
            INSERT INTO session_state (conversation, extension, session, version, bytes) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (conversation, extension, session)
            DO UPDATE SET version = excluded.version, bytes = excluded.bytes
            """
        try db.execute(sql: sql, arguments: columns(of: key) + [next, Data(bytes)])
        return .stored(version: UInt64(clamping: next))
    }

    private static func sessionState(_ key: SessionStateKey, in db: Database) throws -> SessionState {
        let sql = "SELECT version, bytes FROM session_state WHERE conversation = ? AND extension = ? AND session = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: columns(of: key)) else { return .none }
        let version = try row.decode(Int64.self, forColumn: "version")
        let bytes = try row.decode(Data.self, forColumn: "bytes")
        return SessionState(version: UInt64(clamping: version), bytes: [UInt8](bytes))
    }

    /// Whether the extension has an install on a device of the home folder.
    private static func hasInstall(_ key: SessionStateKey, in db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM install WHERE extension = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [key.extensionID.rawValue]) == true
    }

    private static func requireRoom(for key: SessionStateKey, in db: Database) throws {
        let sql = "SELECT count(*) FROM session_state WHERE conversation = ? AND extension = ?"
        let count = try Int.fetchOne(db, sql: sql, arguments: scope(of: key)) ?? 0
        guard count >= SessionState.mostSessions else { return }
        throw MessageError(
            .quotaExceeded,
            "the state of session \(key.session): \(count) sessions have a state in this conversation, the limit is "
                + "\(SessionState.mostSessions)"
        )
    }

    /// The next version, counted for each conversation and extension: no version repeats, and none reveals what others
    /// write.
    private static func nextVersion(_ key: SessionStateKey, in db: Database) throws -> Int64 {
        let sql = """
            INSERT INTO session_state_version (conversation, extension, last) VALUES (?, ?, 1)
            ON CONFLICT (conversation, extension) DO UPDATE SET last = last + 1
            RETURNING last
            """
        guard let version = try Int64.fetchOne(db, sql: sql, arguments: scope(of: key)) else {
            throw MayflyError(.internalFault, "the count of versions gave no number")
        }
        return version
    }

    private static func scope(of key: SessionStateKey) -> StatementArguments {
        [key.conversation.description, key.extensionID.rawValue]
    }

    private static func columns(of key: SessionStateKey) -> StatementArguments {
        scope(of: key) + [key.session.description]
    }
}
