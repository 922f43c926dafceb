internal import GRDB
package import MayflyLinux
package import MayflyModel

// Launches and their receipts. No function here notifies windows, because windows do not show launches.
extension Store {
    /// The number of receipts that are kept; older ones are deleted.
    package static let receiptLimit = 1000

    /// Stores launches in one transaction. `numbers` has the row numbers of known launches; those of new rows are
    /// returned.
    package func keep(_ records: [LaunchRecord], numbers: [Int: Int]) async throws -> [Int: Int] {
        let lockOffset = hostLock.ownOffset()
        return try await translating {
            try await pool.writeWithoutTransaction { db in
                var new: [Int: Int] = [:]
                try db.inTransaction(.immediate) {
                    for record in records {
                        if let number = numbers[record.launch] {
                            try Self.update(number, record, in: db)
                        } else {
                            new[record.launch] = try Self.insert(record, lockOffset: lockOffset, in: db)
                        }
                    }
                    if records.contains(where: { $0.ending != nil }) { try Self.prune(in: db) }
                    return .commit
                }
                return new
            }
        }
    }

    /// Turns the launches of hosts that have ended into receipts. Returns these hosts, except those whose text cannot
    /// be read.
    @discardableResult
    package func endOrphans(at moment: Timestamp) throws(MayflyError) -> [ProcessIdentity] {
        guard try !read(orphans).isEmpty else { return [] }
        let end = WorkerEnd(unseen: .hostEnded)
        return try write(notifies: false) { db in
            let orphans = try orphans(in: db)
            for (number, _) in orphans {
                try db.execute(
                    sql: "UPDATE launch SET state = 'ended', ended = ?, end = ? WHERE number = ?",
                    arguments: [moment.rawValue, try StoreJSON.text(end), number]
                )
            }
            try Self.prune(in: db)
            return Array(Set(orphans.compactMap(\.host)))
        }
    }

    /// The last receipts of one extension, or of all for nil, newest last.
    package func receipts(of id: ExtensionID?, last: Int) throws(MayflyError) -> [ExitReceipt] {
        try read { db in
            let sql = """
                SELECT * FROM launch WHERE ended IS NOT NULL AND (? IS NULL OR extension = ?)
                ORDER BY number DESC LIMIT ?
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [id?.rawValue, id?.rawValue, last])
            return try rows.reversed().map(ExitReceipt.init)
        }
    }

    /// The receipt of a launch; nil for an unknown number and for a launch that has not ended.
    package func receipt(_ number: Int) throws(MayflyError) -> ExitReceipt? {
        try read { db in
            let sql = "SELECT * FROM launch WHERE ended IS NOT NULL AND number = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [number]).map(ExitReceipt.init)
        }
    }

    /// Whether the user asked to end this launch (`wantKilled`).
    package func isKillWanted(_ number: Int) throws(MayflyError) -> Bool {
        try read { db in
            try Bool.fetchOne(db, sql: "SELECT kill_wanted FROM launch WHERE number = ?", arguments: [number]) ?? false
        }
    }

    /// The launches that have not ended and whose worker process is known, in the order of their numbers.
    package func liveLaunches() throws(MayflyError) -> [LiveRow] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM launch WHERE ended IS NULL ORDER BY number").compactMap { row in
                try LiveRow(row) { host, lockOffset in
                    // In this order: a host that has died before the first check has released its lock before the
                    // second.
                    !host.isAlive && lockOffset.flatMap(hostLock.isLocked) == true
                }
            }
        }
    }

    /// Marks launches that the user wants to end, so that their host knows the reason for the signal.
    package func wantKilled(_ numbers: [Int]) throws(MayflyError) {
        try write(notifies: false) { db in
            for number in numbers {
                let sql = "UPDATE launch SET kill_wanted = 1 WHERE number = ? AND ended IS NULL"
                try db.execute(sql: sql, arguments: [number])
            }
        }
    }

    private func orphans(in db: Database) throws -> [(number: Int, host: ProcessIdentity?)] {
        let rows = try Row.fetchAll(db, sql: "SELECT number, host, seat FROM launch WHERE ended IS NULL")
        var known: [Host: Bool] = [:]
        return try rows.compactMap { row in
            let host = Host(name: try row.decode(forColumn: "host"), lockOffset: try row.decode(forColumn: "seat"))
            let gone = known[host] ?? isGone(host)
            known[host] = gone
            return gone ? (try row.decode(forColumn: "number"), ProcessIdentity(host.name)) : nil
        }
    }

    /// The host of a row.
    private struct Host: Hashable {
        let name: String
        let lockOffset: Int64?
    }

    /// Whether a host has ended. Locks are visible in all PID namespaces, a process only in its own, so the lock
    /// decides.
    private func isGone(_ host: Host) -> Bool {
        if let isLocked = host.lockOffset.flatMap(hostLock.isLocked) { return !isLocked }
        return !(ProcessIdentity(host.name)?.isAlive ?? false)
    }

    private static func insert(_ record: LaunchRecord, lockOffset: Int64?, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                INSERT INTO launch
                    (extension, name, device, conversation, launched, state, host, seat, worker, layers, ended, end)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                record.extensionID.rawValue, record.name, record.device, record.conversation,
                record.launched.rawValue, stateName(record), ProcessIdentity.own?.description ?? "",
                lockOffset, worker(record), try StoreJSON.text(record.missingLayers), record.ending?.at.rawValue,
                try record.ending.map { try StoreJSON.text($0.end) },
            ]
        )
        return Int(db.lastInsertedRowID)
    }

    private static func update(_ number: Int, _ record: LaunchRecord, in db: Database) throws {
        // The identity of a process is read once, while its number surely is its own; a launch may get another process.
        try db.execute(
            sql: """
                UPDATE launch SET state = ?, ended = ?, end = ?,
                    worker = CASE WHEN worker LIKE ? || ' %' THEN worker ELSE coalesce(?, worker) END
                WHERE number = ?
                """,
            arguments: [
                stateName(record), record.ending?.at.rawValue, try record.ending.map { try StoreJSON.text($0.end) },
                record.process.map(String.init), worker(record), number,
            ]
        )
    }

    private static func stateName(_ record: LaunchRecord) -> String {
        record.ending == nil ? record.state.rawValue : "ended"
    }

    private static func worker(_ record: LaunchRecord) -> String? {
        guard record.ending == nil else { return nil }
        return record.process.flatMap { ProcessIdentity(of: $0)?.description }
    }

    private static func prune(in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM launch WHERE ended IS NOT NULL AND number <= (
                    SELECT number FROM launch WHERE ended IS NOT NULL ORDER BY number DESC LIMIT 1 OFFSET ?
                )
                """,
            arguments: [receiptLimit]
        )
    }
}
