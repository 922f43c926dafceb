internal import GRDB
package import MayflyModel

// The folders of an extension on a device have one name. It is drawn at random when they are needed first, and kept until the
// extension is uninstalled: an extension may learn the name, and must not know its person again by it after a new installation.
extension Store {
    /// The folders of an extension on a device, which are made if they are missing.
    package func makeFolders(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> ExtensionFolders {
        while true {
            let name = try folderName(of: extensionID, on: device)
            let folders = ExtensionFolders(named: name, in: home)
            try folders.make()
            // Another program may have uninstalled it since the name was read: then nothing would remove these.
            if try read({ db in try Self.folderName(of: extensionID, on: device, in: db) }) == name { return folders }
            try folders.remove()
        }
    }

    /// Removes the folders of an extension on all devices. New ones get another name.
    ///
    /// The names are forgotten after that: after an interruption, the folders can be removed again. What another program has made
    /// by these names meanwhile goes last.
    package func removeFolders(of extensionID: ExtensionID) throws(MayflyError) {
        let known = try read { db in
            let sql = "SELECT name FROM folder_name WHERE extension = ?"
            return try String.fetchAll(db, sql: sql, arguments: [extensionID.rawValue])
        }
        let former = try devices().map { ExtensionFolders.formerName(of: extensionID, on: $0.id) }
        for name in known + former { try ExtensionFolders(named: name, in: home).remove() }
        try write(notifies: false) { db in
            for name in known { try db.execute(sql: "DELETE FROM folder_name WHERE name = ?", arguments: [name]) }
        }
        for name in known { try ExtensionFolders(named: name, in: home).remove() }
    }

    private func folderName(of extensionID: ExtensionID, on device: DeviceID) throws(MayflyError) -> String {
        // In most launches it exists, and reading it does not wait for writers.
        if let name = try read({ db in try Self.folderName(of: extensionID, on: device, in: db) }) { return name }
        return try write(notifies: false) { db in
            if let name = try Self.folderName(of: extensionID, on: device, in: db) { return name }
            // Folders that an earlier version of the host made keep their name, and with it all that is in them.
            let former = ExtensionFolders.formerName(of: extensionID, on: device)
            let name = ExtensionFolders(named: former, in: home).exist ? former : ExtensionFolders.newName()
            try db.execute(
                sql: "INSERT INTO folder_name (device, extension, name) VALUES (?, ?, ?)",
                arguments: [device.description, extensionID.rawValue, name]
            )
            return name
        }
    }

    /// The name of the folders of an extension on a device; nil if they were not needed yet.
    static func folderName(of extensionID: ExtensionID, on device: DeviceID, in db: Database) throws -> String? {
        let sql = "SELECT name FROM folder_name WHERE device = ? AND extension = ?"
        return try String.fetchOne(db, sql: sql, arguments: [device.description, extensionID.rawValue])
    }
}
