internal import Foundation
internal import GRDB
package import MayflyModel

// An install is one continuous period in which an extension is installed and enabled on one device. It has one salt.
extension Store {
    /// The salt of an install, from which the identifiers of people are computed (`Identities`): 32 random bytes.
    ///
    /// The first call creates it. It stays the same until the install ends, also after an update of the extension
    /// (C-193).
    /// - Throws: `.notPossibleNow` where the extension is switched off, `.unknownDevice`.
    package func install(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> [UInt8] {
        // In most launches it exists, and reading it does not wait for writers.
        if let salt = try read({ db in try Self.salt(Self.key(extensionID, device), in: db) }) { return [UInt8](salt) }
        return try write { db in
            let key = Self.key(extensionID, device)
            if let salt = try Self.salt(key, in: db) { return [UInt8](salt) }
            let sql = "SELECT name FROM device WHERE id = ?"
            guard let name = try String.fetchOne(db, sql: sql, arguments: [device.description]) else {
                throw MayflyError(.unknownDevice, "there is no device \(device)")
            }
            guard try !Self.isSwitchedOff(key, in: db) else {
                throw MayflyError(.notPossibleNow, "extension '\(extensionID)' is disabled on device '\(name)'")
            }
            var generator = SystemRandomNumberGenerator()
            let salt = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            try db.execute(
                sql: "INSERT INTO install (device, extension, salt, created) VALUES (?, ?, ?, ?)",
                arguments: key + [Data(salt), Timestamp.now.rawValue]
            )
            return salt
        }
    }

    /// Whether the install of that salt has not ended.
    package func hasInstall(
        of extensionID: ExtensionID,
        on device: DeviceID,
        salt: [UInt8]
    ) throws(MayflyError) -> Bool {
        try has(Install(of: extensionID, on: device, salt: salt))
    }

    /// Whether the install has not ended.
    package func has(_ install: Install) throws(MayflyError) -> Bool {
        try read { db in try Self.has(install, in: db) }
    }

    /// Refuses what a worker asks for whose install has ended. It may act on for seconds, until it has resigned, and nothing of that may
    /// be there after a new installation. In the transaction that stores it, so that the install cannot end between the two.
    static func require(_ install: Install, in db: Database) throws {
        guard try has(install, in: db) else { throw ended(install) }
    }

    /// The same for what is stored elsewhere.
    package func require(_ install: Install) throws(MayflyError) {
        guard try has(install) else { throw Self.ended(install) }
    }

    private static func has(_ install: Install, in db: Database) throws -> Bool {
        try salt(key(install.extensionID, install.device), in: db) == Data(install.salt)
    }

    private static func ended(_ install: Install) -> MayflyError {
        MayflyError(.notPossibleNow, "the install of extension '\(install.extensionID)' has ended")
    }

    /// Forgets an extension on all devices, and removes its folders. When it is installed again, it is enabled, gets new identifiers
    /// (C-190), and finds nothing that it has kept.
    ///
    /// `removeBundle` is called when that is done: after an interruption the bundle is still there, and can be removed again with the
    /// rest. Another program may launch the extension until the bundle is gone, so what it has made by then is removed after that.
    package func forget(
        _ extensionID: ExtensionID,
        removingBundle removeBundle: () throws(MayflyError) -> Void
    ) throws(MayflyError) {
        try endInstalls(of: extensionID)
        try removeFolders(of: extensionID)
        try removeBundle()
        try endInstalls(of: extensionID)
        try removeFolders(of: extensionID)
    }

    /// Ends the installs of an extension on all devices, and removes what is kept for it in the database, in one transaction.
    func endInstalls(of extensionID: ExtensionID) throws(MayflyError) {
        try write { db in
            let tables = [
                "install", "switched_off", "session_state", "session_state_version", "drawer", "permission_answer",
                "setting_value",
            ]
            for table in tables {
                try db.execute(sql: "DELETE FROM \(table) WHERE extension = ?", arguments: [extensionID.rawValue])
            }
            try Self.forgetUnsent(of: extensionID, in: db)
        }
    }

    /// Disables an extension on a device, which ends its install there (C-191), or enables it again.
    package func setEnabled(
        _ isEnabled: Bool,
        _ extensionID: ExtensionID,
        on device: DeviceID
    ) throws(MayflyError) {
        try write { db in
            let key = Self.key(extensionID, device)
            guard isEnabled else {
                for table in ["install", "permission_answer"] {
                    try db.execute(sql: "DELETE FROM \(table) WHERE device = ? AND extension = ?", arguments: key)
                }
                try db.execute(
                    sql: "INSERT INTO switched_off (device, extension) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    arguments: key
                )
                return
            }
            try db.execute(sql: "DELETE FROM switched_off WHERE device = ? AND extension = ?", arguments: key)
        }
    }

    /// Whether the extension is not disabled on the device.
    package func isEnabled(_ extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> Bool {
        try read { db in try !Self.isSwitchedOff(Self.key(extensionID, device), in: db) }
    }

    /// The names of the devices on which extensions are disabled, in the order of `devices`, by the extension.
    package func disablings() throws(MayflyError) -> [ExtensionID: [String]] {
        try read { db in
            let sql = """
                SELECT extension, device.name FROM switched_off JOIN device ON device.id = switched_off.device
                ORDER BY device.name
                """
            return try Row.fetchAll(db, sql: sql).reduce(into: [:]) { names, row in
                guard let id = ExtensionID(rawValue: row[0]) else { return }
                names[id, default: []].append(row[1])
            }
        }
    }

    private static func key(_ extensionID: ExtensionID, _ device: DeviceID) -> StatementArguments {
        [device.description, extensionID.rawValue]
    }

    private static func salt(_ key: StatementArguments, in db: Database) throws -> Data? {
        try Data.fetchOne(db, sql: "SELECT salt FROM install WHERE device = ? AND extension = ?", arguments: key)
    }

    private static func isSwitchedOff(_ key: StatementArguments, in db: Database) throws -> Bool {
        let sql = "SELECT 1 FROM switched_off WHERE device = ? AND extension = ?"
        return try Bool.fetchOne(db, sql: sql, arguments: key) == true
    }
}
