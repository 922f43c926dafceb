import Foundation
import GRDB
package import MayflyModel

extension Store {
    /// The secret from which an extension's identifiers on a device are made: 32 random bytes, new for each install.
    ///
    /// The first use makes it. It stays until `forgetInstalls`, an update of the extension included (C-193).
    package func install(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> [UInt8] {
        try write { db in
            let key = [device.description, extensionID.rawValue]
            let sql = "SELECT salt FROM install WHERE device = ? AND extension = ?"
            if let salt = try Data.fetchOne(db, sql: sql, arguments: StatementArguments(key)) { return [UInt8](salt) }
            guard try Bool.fetchOne(db, sql: "SELECT 1 FROM device WHERE id = ?", arguments: [key[0]]) == true else {
                throw MayflyError(.unknownDevice, "there is no device \(device)")
            }
            var generator = SystemRandomNumberGenerator()
            let salt = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            try db.execute(
                sql: "INSERT INTO install (device, extension, salt, created) VALUES (?, ?, ?, ?)",
                arguments: [key[0], key[1], Data(salt), Self.now()]
            )
            return salt
        }
    }

    /// Ends the installs of an extension on all devices: it was removed or switched off, and comes back to new
    /// identifiers for everybody (C-190, C-191).
    package func forgetInstalls(of extensionID: ExtensionID) throws(MayflyError) {
        try write { db in
            try db.execute(sql: "DELETE FROM install WHERE extension = ?", arguments: [extensionID.rawValue])
        }
    }
}
