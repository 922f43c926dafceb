internal import GRDB
package import MayflyModel

// The stickers that people used last. They are of people, not of devices: what was sent from one device is there on all of them.
extension Store {
    /// How many a person has at most. The one that was used longest ago goes first.
    package static let mostRecents = 64

    /// The stickers that the person of a device used last, on any device, the newest first. Each file is there once.
    ///
    /// - Throws: `.unknownDevice`.
    package func recents(on device: DeviceID) throws(MayflyError) -> [RecentSticker] {
        try read { db in
            let person = try Self.owner(of: device, in: db)
            let sql = "SELECT payload FROM recent_sticker WHERE person = ? ORDER BY used DESC"
            return try String.fetchAll(db, sql: sql, arguments: [person.description]).map { payload in
                try StoreJSON.value(payload, of: "a recent sticker of person \(person)")
            }
        }
    }

    /// Notes the stickers among items that a person sends.
    static func noteRecents(_ items: [Item], of person: ParticipantID, in db: Database) throws {
        let used = items.compactMap { RecentSticker($0) }
        guard !used.isEmpty else { return }
        for recent in used {
            try db.execute(
                sql: """
                    INSERT INTO recent_sticker (person, file, used, payload) VALUES (
                        :person, :file, (
                            SELECT coalesce(max(used), 0) + 1 FROM recent_sticker WHERE person = :person
                        ), :payload
                    )
                    ON CONFLICT (person, file) DO UPDATE SET used = excluded.used, payload = excluded.payload
                    """,
                arguments: [
                    "person": person.description, "file": recent.sticker.file.storedName,
                    "payload": try StoreJSON.text(recent),
                ]
            )
        }
        try db.execute(
            sql: """
                DELETE FROM recent_sticker WHERE person = :person AND used <= (
                    SELECT used FROM recent_sticker WHERE person = :person ORDER BY used DESC LIMIT 1 OFFSET :most
                )
                """,
            arguments: ["person": person.description, "most": mostRecents]
        )
    }
}
