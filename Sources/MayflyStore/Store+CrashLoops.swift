internal import Foundation
internal import GRDB
package import MayflyModel

// The records of extensions that fail repeatedly, shared by all programs that use the home folder.
extension Store {
    /// The record of an extension; nil when it has none.
    package func crashRecord(of extensionID: ExtensionID) throws(MayflyError) -> CrashRecord? {
        try read { db in try Self.crashRecord(of: extensionID, in: db) }
    }

    /// Records the failed launch of an extension with this library. The record of another library is replaced.
    package func noteFailure(
        of extensionID: ExtensionID,
        library: [UInt8],
        at now: Timestamp,
        launchedAt start: Timestamp,
        _ policy: Policy.CrashLoop
    ) throws(MayflyError) {
        try write { db in
            let known = try Self.crashRecord(of: extensionID, in: db)
            var record = known.flatMap { $0.library == library ? $0 : nil } ?? CrashRecord(library: library)
            record.fail(at: now, launchedAt: start, policy)
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO crash_loop (extension, library, failures, rests, rests_until)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    extensionID.rawValue, Data(record.library),
                    record.failures.map { "\($0.rawValue)" }.joined(separator: " "), record.rests,
                    record.restsUntil?.rawValue,
                ]
            )
        }
    }

    /// Records a launch that ended well, which can clear the record.
    package func noteGoodEnd(of extensionID: ExtensionID, launchedAt start: Timestamp) throws(MayflyError) {
        try write { db in
            guard try Self.crashRecord(of: extensionID, in: db)?.isMended(byLaunchAt: start) == true else { return }
            try Self.forgetCrashes(of: extensionID, in: db)
        }
    }

    /// Deletes the record of an extension; false when there was none.
    @discardableResult
    package func forgetCrashes(of extensionID: ExtensionID) throws(MayflyError) -> Bool {
        try write { db in
            try Self.forgetCrashes(of: extensionID, in: db)
            return db.changesCount > 0
        }
    }

    private static func forgetCrashes(of extensionID: ExtensionID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM crash_loop WHERE extension = ?", arguments: [extensionID.rawValue])
    }

    private static func crashRecord(of extensionID: ExtensionID, in db: Database) throws -> CrashRecord? {
        let sql = "SELECT library, failures, rests, rests_until FROM crash_loop WHERE extension = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [extensionID.rawValue]) else { return nil }
        let failures = try row.decode(String.self, forColumn: "failures").split(separator: " ")
        return CrashRecord(
            library: [UInt8](try row.decode(Data.self, forColumn: "library")),
            failures: failures.compactMap { Int64($0).map(Timestamp.init(rawValue:)) },
            rests: try row.number("rests"),
            restsUntil: try row.decode(Int64?.self, forColumn: "rests_until").map(Timestamp.init(rawValue:))
        )
    }
}
