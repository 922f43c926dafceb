internal import GRDB
package import MayflyLinux
package import MayflyModel

// Launches and their receipts. Nothing here rings the bell: what windows show does not change.
extension Store {
    /// How many receipts are kept.
    package static let receiptLimit = 1000

    /// Writes launches down. `numbers` are those that the store gave before; those of new rows are returned.
    package func keep(_ records: [LaunchRecord], numbers: [Int: Int]) async throws -> [Int: Int] {
        let seat = seats.own()
        return try await translating {
            try await pool.writeWithoutTransaction { db in
                var new: [Int: Int] = [:]
                try db.inTransaction(.immediate) {
                    for record in records {
                        if let number = numbers[record.launch] {
                            try Self.update(number, record, in: db)
                        } else {
                            new[record.launch] = try Self.insert(record, seat: seat, in: db)
                        }
                    }
                    if records.contains(where: { $0.ending != nil }) { try Self.prune(in: db) }
                    return .commit
                }
                return new
            }
        }
    }

    /// Turns the launches of hosts that are gone into receipts. Theirs are the only rows that nobody else will end. Gives these
    /// hosts, as far as their names can be read.
    @discardableResult
    package func endOrphans(at moment: Timestamp) throws(MayflyError) -> [ProcessIdentity] {
        guard try !read(orphans).isEmpty else { return [] }
        let end = WorkerEnd(unseen: .hostEnded)
        return try write(isHeard: false) { db in
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

    /// The last receipts, the newest last; of one extension or of all.
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

    package func receipt(_ number: Int) throws(MayflyError) -> ExitReceipt? {
        try read { db in
            let sql = "SELECT * FROM launch WHERE ended IS NOT NULL AND number = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [number]).map(ExitReceipt.init)
        }
    }

    package func isKillWanted(_ number: Int) throws(MayflyError) -> Bool {
        try read { db in
            try Bool.fetchOne(db, sql: "SELECT kill_wanted FROM launch WHERE number = ?", arguments: [number]) ?? false
        }
    }

    /// The launches that have not ended and whose worker's process is known, in the order of their numbers.
    package func liveLaunches() throws(MayflyError) -> [LiveRow] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM launch WHERE ended IS NULL ORDER BY number").compactMap { row in
                try LiveRow(row) { host, seat in
                    // In this order: who has died by the first look has freed its lock by the second.
                    !host.isAlive && seat.flatMap(seats.isTaken) == true
                }
            }
        }
    }

    /// Notes that the person wants these ended, so that their host knows what the signal was about.
    package func wantKilled(_ numbers: [Int]) throws(MayflyError) {
        try quietly { db in
            for number in numbers {
                let sql = "UPDATE launch SET kill_wanted = 1 WHERE number = ? AND ended IS NULL"
                try db.execute(sql: sql, arguments: [number])
            }
        }
    }

    private func quietly(_ body: (Database) throws -> Void) throws(MayflyError) {
        try write(isHeard: false, body)
    }

    private func orphans(in db: Database) throws -> [(number: Int, host: ProcessIdentity?)] {
        let rows = try Row.fetchAll(db, sql: "SELECT number, host, seat FROM launch WHERE ended IS NULL")
        var known: [Host: Bool] = [:]
        return try rows.compactMap { row in
            let host = Host(name: try row.decode(forColumn: "host"), seat: try row.decode(forColumn: "seat"))
            let gone = known[host] ?? isGone(host)
            known[host] = gone
            return gone ? (try row.decode(forColumn: "number"), ProcessIdentity(host.name)) : nil
        }
    }

    /// A host as a row names it.
    private struct Host: Hashable {
        let name: String
        let seat: Int64?
    }

    /// What a lock says holds everywhere; a process is seen from its own PID namespace only.
    private func isGone(_ host: Host) -> Bool {
        if let isTaken = host.seat.flatMap(seats.isTaken) { return !isTaken }
        return !(ProcessIdentity(host.name)?.isAlive ?? false)
    }

    private static func insert(_ record: LaunchRecord, seat: Int64?, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                INSERT INTO launch
                    (extension, name, device, conversation, launched, state, host, seat, worker, layers, ended, end)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                record.extensionID.rawValue, record.name, record.device, record.conversation,
                record.launched.rawValue, stateName(record), ProcessIdentity.own?.description ?? "",
                seat, worker(record), try StoreJSON.text(record.missingLayers), record.ending?.at.rawValue,
                try record.ending.map { try StoreJSON.text($0.end) },
            ]
        )
        return Int(db.lastInsertedRowID)
    }

    private static func update(_ number: Int, _ record: LaunchRecord, in db: Database) throws {
        try db.execute(
            sql: "UPDATE launch SET state = ?, worker = coalesce(worker, ?), ended = ?, end = ? WHERE number = ?",
            arguments: [
                stateName(record), worker(record), record.ending?.at.rawValue,
                try record.ending.map { try StoreJSON.text($0.end) }, number,
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
