internal import Foundation
internal import GRDB
package import MayflyModel

// An install is one continuous period in which an extension is installed and enabled on one device. Its salt lives as long.
extension Store {
    /// The secret from which an extension's identifiers on a device are made: 32 random bytes, new for each install.
    ///
    /// The first use makes it. It stays until `endInstalls`, an update of the extension included (C-193).
    /// - Throws: `.notPossibleNow` where the extension is switched off, `.unknownDevice`.
    package func install(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> [UInt8] {
        // Most launches find it, and those wait for nobody who writes.
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
                arguments: key + [Data(salt), Self.now()]
            )
            return salt
        }
    }

    /// Whether an install has begun and not ended, by whatever process.
    package func hasInstall(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> Bool {
        try read { db in try Self.salt(Self.key(extensionID, device), in: db) != nil }
    }

    /// Ends the installs of an extension on all devices: it was removed, and comes back enabled and to new
    /// identifiers for everybody (C-190).
    package func endInstalls(of extensionID: ExtensionID) throws(MayflyError) {
        try write { db in
            for table in ["install", "switched_off"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE extension = ?", arguments: [extensionID.rawValue])
            }
        }
    }

    /// Switches an extension off on a device, which ends its install there (C-191), or on again.
    package func setEnabled(
        _ isEnabled: Bool,
        _ extensionID: ExtensionID,
        on device: DeviceID
    ) throws(MayflyError) {
        try write { db in
            let key = Self.key(extensionID, device)
            guard isEnabled else {
                try db.execute(sql: "DELETE FROM install WHERE device = ? AND extension = ?", arguments: key)
                try db.execute(
                    sql: "INSERT INTO switched_off (device, extension) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    arguments: key
                )
                return
            }
            try db.execute(sql: "DELETE FROM switched_off WHERE device = ? AND extension = ?", arguments: key)
        }
    }

    package func isEnabled(_ extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> Bool {
        try read { db in try !Self.isSwitchedOff(Self.key(extensionID, device), in: db) }
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
