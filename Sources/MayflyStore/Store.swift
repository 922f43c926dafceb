internal import Foundation
internal import GRDB
internal import MayflyLinux
package import MayflyModel

/// Devices, conversations and their logs, in one SQLite file that several processes may use at once.
///
/// When a function that writes returns, the write is on disk: neither a kill nor a power cut undoes it. All functions
/// throw `MayflyError` only and block for a few milliseconds, or up to ten seconds while another process writes.
package final class Store: Sendable {
    package let home: HomeFolder
    /// What is left of a collapsed message without summary text, for all that is folded from now on (C-166).
    package let summaryFallback: SummaryFallback
    let pool: DatabasePool
    private let bell: ChangeNotifier
    /// Says which of the hosts live that this file tells of.
    let seats: HostLivenessLock

    /// Opens the home folder's database and makes both if they are not there.
    ///
    /// A damaged file, one of another program and one of a newer version are refused with `.store` and left untouched.
    package init(home: HomeFolder, summaryFallback: SummaryFallback = .remove) throws(MayflyError) {
        self.home = home
        self.summaryFallback = summaryFallback
        try home.create()
        pool = try Self.translating(home.database) {
            try StoreFile.open(home.database, summaryFallback: summaryFallback)
        }
        bell = ChangeNotifier(home.writeBell)
        seats = HostLivenessLock(path: home.lock)
    }

    /// SQLite's `synchronous` as the connections have it; 2, for FULL, on both.
    package func durability() throws(MayflyError) -> (writer: Int, reader: Int) {
        try Self.translating(home.database) {
            (try pool.writeWithoutTransaction(StoreFile.synchronousMode), try pool.read(StoreFile.synchronousMode))
        }
    }

    /// Runs a transaction that holds the write lock from its beginning, so that what it reads stays true until it writes.
    ///
    /// `isHeard` false wakes no window: what is written is not shown in any.
    func write<Value>(isHeard: Bool = true, _ body: (Database) throws -> Value) throws(MayflyError) -> Value {
        try CPUAccounting.charge { () throws(MayflyError) in
            try Self.translating(home.database) {
                try pool.writeWithoutTransaction { db in
                    let value = try Self.transaction(in: db) { try body(db) }
                    if isHeard { bell.ring() }
                    return value
                }
            }
        }
    }

    /// Reads one consistent state, while others may write.
    func read<Value>(_ body: (Database) throws -> Value) throws(MayflyError) -> Value {
        try CPUAccounting.charge { () throws(MayflyError) in
            try Self.translating(home.database) { try pool.read(body) }
        }
    }

    /// Commits what the body writes.
    static func transaction<Value>(in db: Database, _ body: () throws -> Value) throws -> Value {
        var value: Value?
        try db.inTransaction(.immediate) {
            value = try body()
            return .commit
        }
        guard let value else { throw MayflyError(.internalFault, "a transaction ended without a result") }
        return value
    }

    /// Runs something that suspends instead of blocking. Errors that are the host's own come through as they are.
    func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError {
            return try Self.translating(home.database) { throw error }
        }
    }

    static func now() -> Int {
        Int(Date().timeIntervalSince1970 * 1000)
    }

    private static func translating<Value>(_ path: String, _ body: () throws -> Value) throws(MayflyError) -> Value {
        do {
            return try body()
        } catch let error as MayflyError {
            throw error
        } catch let error as DatabaseError {
            throw MayflyError(.store, "the database '\(SafeText.line(path))' \(complaint(of: error))", cause: error)
        } catch {
            let reason = SafeText.line("\(error)")
            throw MayflyError(.store, "the database '\(SafeText.line(path))' cannot be read: \(reason)", cause: error)
        }
    }

    private static func complaint(of error: DatabaseError) -> String {
        let reason = SafeText.line(error.message ?? "no reason given")
        return switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: "is damaged (\(reason)); it stays as it is"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "is in use by another process that does not finish"
        case .SQLITE_FULL: "has no space left on its disk"
        default: "refused: \(reason)"
        }
    }
}
