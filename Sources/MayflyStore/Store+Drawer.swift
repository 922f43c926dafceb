internal import GRDB
package import MayflyModel

/// What a person has done with the extensions in the drawer of a device (model 10.2). They need not be installed any more.
package struct DrawerUse: Sendable, Hashable {
    /// In the person's order.
    package let favourites: [ExtensionID]
    /// The one that was used or installed last first.
    package let recent: [ExtensionID]
}

// When extensions were launched, the table `launch` says for the last thousand times, so that no launch waits for another write.
extension Store {
    /// The largest number of favourites on a device.
    package static let mostFavourites = 64

    package func drawerUse(on device: DeviceRecord) throws(MayflyError) -> DrawerUse {
        try read { db in
            let favourites =
                "SELECT extension FROM drawer WHERE device = ? AND favourite IS NOT NULL ORDER BY favourite"
            let recent = """
                SELECT extension FROM (
                    SELECT extension, launched AS used FROM launch WHERE device = :name
                    UNION ALL SELECT extension, used FROM drawer WHERE device = :device AND used IS NOT NULL
                )
                GROUP BY extension ORDER BY max(used) DESC, extension
                """
            func ids(_ sql: String, _ arguments: StatementArguments) throws -> [ExtensionID] {
                try String.fetchAll(db, sql: sql, arguments: arguments).compactMap { ExtensionID(rawValue: $0) }
            }
            return DrawerUse(
                favourites: try ids(favourites, [device.id.description]),
                recent: try ids(recent, ["name": device.name, "device": device.id.description])
            )
        }
    }

    /// Notes that something was used on a device, or on all devices for nil, which is not launched: a sticker pack was opened, or an
    /// extension installed.
    package func noteUse(of id: ExtensionID, on device: DeviceID? = nil, at now: Timestamp) throws(MayflyError) {
        try write(notifies: false) { db in
            try db.execute(
                sql: """
                    INSERT INTO drawer (device, extension, used)
                    SELECT id, :extension, :now FROM device WHERE :device IS NULL OR id = :device
                    ON CONFLICT (device, extension) DO UPDATE SET used = excluded.used
                    """,
                arguments: ["extension": id.rawValue, "now": now.rawValue, "device": device?.description]
            )
        }
    }

    /// Replaces the favourites of a device.
    ///
    /// - Throws: `.invalidInput` for one that is named twice, and for too many.
    package func setFavourites(_ favourites: [ExtensionID], on device: DeviceID) throws(MayflyError) {
        guard favourites.count <= Self.mostFavourites else {
            throw MayflyError(
                .invalidInput,
                "a drawer has at most \(Self.mostFavourites) favourites, not \(favourites.count)"
            )
        }
        var seen: Set<ExtensionID> = []
        for id in favourites where !seen.insert(id).inserted {
            throw MayflyError(.invalidInput, "'\(id)' is named twice among the favourites")
        }
        try write { db in
            try db.execute(
                sql: "UPDATE drawer SET favourite = NULL WHERE device = ? AND favourite IS NOT NULL",
                arguments: [device.description]
            )
            for (index, id) in favourites.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO drawer (device, extension, favourite) VALUES (?, ?, ?)
                        ON CONFLICT (device, extension) DO UPDATE SET favourite = excluded.favourite
                        """,
                    arguments: [device.description, id.rawValue, index + 1]
                )
            }
        }
    }
}
