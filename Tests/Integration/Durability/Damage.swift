import Foundation
import GRDB
import MayflyStore

/// What can have happened to a database file while nobody had it open.
enum Damage: String, CaseIterable {
    case newerVersion, anotherProgram, noDatabase, header, firstPage, cutInHalf, cutInsideAPage, cutInsideTheHeader
    case emptiedBesideItsLog

    /// What the command says of it.
    var complaint: String {
        switch self {
        case .newerVersion: "was written by a newer version of Mayfly; it stays as it is"
        case .anotherProgram: "is not one of Mayfly"
        default: "is damaged"
        }
    }

    /// Does it to the database of a home folder.
    func strike(_ home: String) throws {
        let path = HomeFolder(path: home).database
        // A killed or hasty process leaves all that it wrote in the log, which would mend the file.
        try Self.edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")
        switch self {
        case .newerVersion: try Self.edit(path, "INSERT INTO grdb_migrations (identifier) VALUES ('99-later')")
        case .anotherProgram: try Self.edit(path, "PRAGMA application_id = 1")
        case .noDatabase: try Self.overwrite(path, 0..<64, with: UInt8(ascii: "x"))
        case .header: try Self.overwrite(path, 16..<60, with: 0xFF)
        case .firstPage: try Self.overwrite(path, 100..<4096, with: 0xAB)
        case .cutInHalf: try Self.cut(path, to: Self.size(path) / 8192 * 4096)
        case .cutInsideAPage: try Self.cut(path, to: Self.size(path) - 1000)
        case .cutInsideTheHeader: try Self.cut(path, to: 50)
        case .emptiedBesideItsLog:
            try FileManager.default.copyItem(atPath: path, toPath: path + "-wal")
            try Self.cut(path, to: 0)
        }
    }

    /// Overwrites the page at which a table begins, of which the file's header says nothing. Gives the place of the page.
    @discardableResult
    static func overwriteTable(_ table: String, in home: String) throws -> Range<Int> {
        let path = HomeFolder(path: home).database
        let range = try range(of: table, in: home)
        try overwrite(path, range, with: 0xAB)
        return range
    }

    /// Where the first page of a table is in the file.
    static func range(of table: String, in home: String) throws -> Range<Int> {
        let path = HomeFolder(path: home).database
        try edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")
        let queue = try DatabaseQueue(path: path)
        let (page, size) = try queue.write { db in
            let sql = "SELECT rootpage FROM sqlite_master WHERE name = ?"
            return (
                try Int.fetchOne(db, sql: sql, arguments: [table]) ?? 0,
                try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            )
        }
        try queue.close()
        return (page - 1) * size..<page * size
    }

    private static func edit(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
        try queue.close()
    }

    private static func overwrite(_ path: String, _ range: Range<Int>, with byte: UInt8) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(range, with: repeatElement(byte, count: range.count))
        try bytes.write(to: URL(filePath: path))
    }

    private static func size(_ path: String) throws -> Int { try Data(contentsOf: URL(filePath: path)).count }

    static func cut(_ path: String, to size: Int) throws {
        guard truncate(path, off_t(size)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
