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
    package func keepAnswer(
        _ isGranted: Bool,
        to permission: PermissionName,
        of install: Install,
        at now: Timestamp
    ) throws(MayflyError) {
        try write { db in
            try Self.require(install, in: db)
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO permission_answer (device, extension, permission, answer, answered)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    install.device.description, install.extensionID.rawValue, permission.description,
                    (isGranted ? PermissionAnswer.always : .no).rawValue, now.rawValue,
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

    /// Forgets the answers to permissions that an extension does not ask for any more.
    package func forgetAnswers(of extensionID: ExtensionID, besides declared: [PermissionName]) throws(MayflyError) {
        let names = declared.map(\.description)
        let rows = try read { db in
            try String.fetchAll(
                db,
                sql: "SELECT DISTINCT permission FROM permission_answer WHERE extension = ?",
                arguments: [extensionID.rawValue]
            )
        }
        // Most launches have nothing to forget, and do not wait for writers.
        let gone = rows.filter { !names.contains($0) }
        guard !gone.isEmpty else { return }
        try write { db in
            for name in gone {
                try db.execute(
                    sql: "DELETE FROM permission_answer WHERE extension = ? AND permission = ?",
                    arguments: [extensionID.rawValue, name]
                )
            }
        }
    }
}
