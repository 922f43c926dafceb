internal import GRDB
package import MayflyModel

// What people have set of extensions, for each extension and device, as text. The schema of a manifest decides what of it is valid.
extension Store {
    /// All values that are kept of an extension on a device, by the keys of the settings.
    package func settingValues(of id: ExtensionID, on device: DeviceID) throws(MayflyError) -> [String: String] {
        try read { db in
            let sql = "SELECT setting, value FROM setting_value WHERE device = ? AND extension = ?"
            let rows = try Row.fetchAll(db, sql: sql, arguments: [device.description, id.rawValue])
            return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
        }
    }

    /// A text that is another one when something is set, or is set no more, of an extension on a device; empty where nothing is.
    package func settingsMark(of id: ExtensionID, on device: DeviceID) throws(MayflyError) -> String {
        try read { db in
            let sql = "SELECT \(Self.settingsMark("?"))"
            return try String.fetchOne(db, sql: sql, arguments: [id.rawValue, device.description]) ?? ""
        }
    }

    /// The same as an expression: its arguments are the extension and, where that is one, the device.
    static func settingsMark(_ device: String) -> String {
        """
        (SELECT coalesce(group_concat(setting || char(31) || value, char(30)), '') FROM setting_value
            WHERE setting_value.extension = ? AND setting_value.device = \(device))
        """
    }

    /// Keeps the value of one setting.
    package func keepSetting(
        _ value: String,
        for key: String,
        of id: ExtensionID,
        on device: DeviceID
    ) throws(MayflyError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting_value (device, extension, setting, value) VALUES (?, ?, ?, ?)",
                arguments: [device.description, id.rawValue, key, value]
            )
        }
    }

    /// Forgets the value of one setting, or of all.
    package func forgetSettings(
        _ key: String?,
        of id: ExtensionID,
        on device: DeviceID
    ) throws(MayflyError) {
        try write { db in
            try db.execute(
                sql: "DELETE FROM setting_value WHERE device = ? AND extension = ? AND coalesce(setting = ?, 1)",
                arguments: [device.description, id.rawValue, key]
            )
        }
    }
}
