internal import Foundation
internal import GRDB
internal import MayflyLinux
internal import MayflyModel

extension Store {
    /// The current state. Unlike most functions of the store it does not block: SQLite runs on a thread of its own.
    func sessionState(_ key: SessionStateKey) async throws -> SessionState {
        // Task-local values do not reach that thread.
        let account = CPUAccounting.account
        return try await translating {
            try await self.pool.read { db in try CPUAccounting.charge(account) { try Self.sessionState(key, in: db) } }
        }
    }

    /// Compares and replaces in one transaction, which holds the write lock from its beginning.
    ///
    /// - Throws: `MessageError` with `.quotaExceeded` above the limit of sessions, `.notPossibleNow` for an extension without an
    ///   install, `MayflyError` of the database.
    func replaceSessionState(
        _ key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite {
        let account = CPUAccounting.account
        return try await translating {
            try await self.pool.writeWithoutTransaction { db in
                try CPUAccounting.charge(account) {
                    try Self.transaction(in: db) { try Self.replace(key, version, bytes, in: db) }
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
        // A worker may still run when its extension is uninstalled: nothing of what it writes then may be there after a new installation.
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

/// The embedded provider: it stores session states in the database, for the devices of the home folder.
package struct LocalSessionStates: SessionStateProvider {
    private let store: Store

    package init(store: Store) { self.store = store }

    package func state(of key: SessionStateKey) async throws -> SessionState { try await store.sessionState(key) }

    package func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite {
        try await store.replaceSessionState(key, expecting: version, with: bytes)
    }
}
