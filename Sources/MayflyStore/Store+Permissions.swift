internal import Foundation
internal import GRDB
package import MayflyModel

// What people have answered to extensions, for each extension and device. Only answers that hold are kept: `once` is none of them.
extension Store {
    /// Whether the person has granted a permission, or refused it; nil where they have not said so for good.
    package func isGranted(
        _ permission: PermissionName,
        to extensionID: ExtensionID,
        on device: DeviceID
    ) throws(MayflyError) -> Bool? {
        try read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT answer FROM permission_answer WHERE device = ? AND extension = ? AND permission = ?"
            )
            let answer = try String.fetchOne(
                statement,
                arguments: [device.description, extensionID.rawValue, permission.description]
            )
            return answer.map { $0 == PermissionAnswer.always.rawValue }
        }
    }

    /// How many servers the person has refused to an extension for good.
    package func refusedServers(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> Int {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM permission_answer
                    WHERE device = ? AND extension = ? AND answer = ? AND permission LIKE 'network:%'
                    """
            )
            let arguments: StatementArguments = [
                device.description, extensionID.rawValue, PermissionAnswer.no.rawValue,
            ]
            return try Int.fetchOne(statement, arguments: arguments) ?? 0
        }
    }

    /// Keeps an answer of the person, under the install that asked: where it has ended, nothing is kept.
    ///
    /// - Parameter wording: identifies the reason that was given, for `forgetAnswers`.
    package func keepAnswer(
        _ isGranted: Bool,
        to permission: PermissionName,
        wording: [UInt8],
        of install: Install,
        at now: Timestamp
    ) throws(MayflyError) {
        try write { db in
            try Self.require(install, in: db)
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO permission_answer (device, extension, permission, answer, answered, wording)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    install.device.description, install.extensionID.rawValue, permission.description,
                    (isGranted ? PermissionAnswer.always : .no).rawValue, now.rawValue, Data(wording),
                ]
            )
        }
    }

    /// All answers that are kept, by extension, device and permission. One to a permission that this host does not know is left out.
    package func keptAnswers() throws(MayflyError) -> [KeptAnswer] {
        try read { db in
            let sql = """
                SELECT device.name AS device, extension, permission, answer, answered
                FROM permission_answer JOIN device ON device.id = permission_answer.device
                ORDER BY extension, device.name, permission
                """
            return try Row.fetchAll(db, sql: sql).compactMap { row in
                guard let id = ExtensionID(rawValue: row["extension"]),
                    let permission = PermissionName(row["permission"])
                else { return nil }
                return KeptAnswer(
                    device: try row.decode(forColumn: "device"),
                    extensionID: id,
                    permission: permission,
                    isGranted: row["answer"] == PermissionAnswer.always.rawValue,
                    moment: Timestamp(rawValue: try row.decode(forColumn: "answered"))
                )
            }
        }
    }

    /// Withdraws answers to an extension: to one permission or to all, on one device or on all. Gives how many there were.
    package func withdrawAnswers(
        to permission: PermissionName?,
        of extensionID: ExtensionID,
        on device: DeviceID?
    ) throws(MayflyError) -> Int {
        try write { db in
            try db.execute(
                sql: """
                    DELETE FROM permission_answer WHERE extension = ? AND coalesce(permission = ?, 1) AND coalesce(device = ?, 1)
                    """,
                arguments: [extensionID.rawValue, permission?.description, device?.description]
            )
            return db.changesCount
        }
    }

    /// Forgets the answers to permissions that an extension does not ask for any more, or for another reason.
    ///
    /// - Parameter declared: those that it asks for, each with what identifies its reason.
    package func forgetAnswers(
        of extensionID: ExtensionID,
        besides declared: [PermissionName: [UInt8]]
    ) throws(MayflyError) {
        let wordings = Dictionary(uniqueKeysWithValues: declared.map { ($0.key.description, Data($0.value)) })
        let rows = try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT DISTINCT permission, wording FROM permission_answer WHERE extension = ?",
                arguments: [extensionID.rawValue]
            ).map { row in (permission: row["permission"] as String, wording: row["wording"] as Data?) }
        }
        // Most launches have nothing to forget, and do not wait for writers.
        let gone = rows.filter { $0.wording == nil || wordings[$0.permission] != $0.wording }
        guard !gone.isEmpty else { return }
        try write { db in
            for row in gone {
                try db.execute(
                    sql: "DELETE FROM permission_answer WHERE extension = ? AND permission = ? AND wording IS ?",
                    arguments: [extensionID.rawValue, row.permission, row.wording]
                )
            }
        }
    }
}
