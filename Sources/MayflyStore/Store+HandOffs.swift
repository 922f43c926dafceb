internal import GRDB
package import MayflyModel

// A device offers one message at a time, so the table has at most one row for each device. Each row has an end: windows and programs
// that are killed leave nothing that stays for ever.
extension Store {
    /// How long a message can be taken after it was offered.
    package static let handOffLife = Duration.seconds(600)

    /// The offers among a person's devices, as a device sees them: its own, and on one that runs extensions those of the others.
    ///
    /// - Returns: them, the oldest first, and what `Glance.handOffs` says of them.
    package func handOffs(
        on device: DeviceID,
        at now: Timestamp
    ) throws(MayflyError) -> (handOffs: [HandOff], mark: String) {
        try read { db in
            let person = try Self.owner(of: device, in: db)
            let own = try Self.devices(of: person, in: db)
            guard own.count > 1, let viewer = own.first(where: { $0.id == device }) else { return ([], "") }
            let all = try Self.handOffs(among: own, at: now, in: db)
            let seen = all.filter { $0.source == viewer || viewer.profile.runsExtensions }
            let mark = "SELECT \(Self.handOffMark) FROM device WHERE id = ?"
            return (seen, try String.fetchOne(db, sql: mark, arguments: [device.description]) ?? "")
        }
    }

    /// The offers of the person of a row `device` in one text, which changes with each of them.
    static let handOffMark = """
        coalesce((
            SELECT group_concat(hand_off.id || coalesce(hand_off.taker, ''), ' ') FROM hand_off WHERE hand_off.person = device.owner
        ), '')
        """

    /// Offers a message to the person's other devices. One that this device has offered already, and that nobody has taken, stays as it is.
    ///
    /// - Returns: whether it is new.
    /// - Throws: `.unknownDevice`.
    package func offer(
        _ item: ItemID,
        in conversation: ConversationID,
        from device: DeviceID,
        at now: Timestamp
    ) throws(MayflyError) -> Bool {
        let offered = """
            SELECT EXISTS (
                SELECT 1 FROM hand_off WHERE source = ? AND conversation = ? AND item = ? AND taker IS NULL AND offered > ?
            )
            """
        let key: StatementArguments = [
            device.description, conversation.description, item.description, Self.oldest(at: now).rawValue,
        ]
        func isOffered(_ db: Database) throws -> Bool { try Bool.fetchOne(db, sql: offered, arguments: key) == true }
        guard try !read(isOffered) else { return false }
        return try write { db in
            guard try !isOffered(db) else { return false }
            try db.execute(
                sql:
                    "INSERT OR REPLACE INTO hand_off (source, id, person, conversation, item, offered) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    device.description, HandOffID().description, try Self.owner(of: device, in: db).description,
                    conversation.description, item.description, now.rawValue,
                ]
            )
            return true
        }
    }

    /// An offer that a device may take.
    ///
    /// - Throws: `.notPossibleNow` for one that is not there, is too old, was taken, or comes from the device itself.
    package func openHandOff(_ id: HandOffID, on device: DeviceID, at now: Timestamp) throws(MayflyError) -> HandOff {
        try read { db in try Self.openHandOff(id, on: device, at: now, in: db) }
    }

    /// Takes an offer for a device: of several that try, one succeeds, and once.
    ///
    /// - Throws: as `openHandOff`.
    package func take(_ id: HandOffID, on device: DeviceID, at now: Timestamp) throws(MayflyError) {
        try write { db in
            _ = try Self.openHandOff(id, on: device, at: now, in: db)
            try db.execute(
                sql: "UPDATE hand_off SET taker = ? WHERE id = ?",
                arguments: [device.description, id.description]
            )
        }
    }

    /// The full devices of the person of a device, without that device: all of them, and those with an open window.
    package func handOffTargets(
        of device: DeviceID
    ) throws(MayflyError) -> (all: [DeviceRecord], open: [DeviceRecord]) {
        let all = try read { db in
            try Self.devices(of: Self.owner(of: device, in: db), in: db)
                .filter { $0.id != device && $0.profile.runsExtensions }
        }
        return (all, all.filter { openDevices.contains($0.id) })
    }

    private static func oldest(at now: Timestamp) -> Timestamp { now.advanced(by: .zero - handOffLife) }

    private static func openHandOff(
        _ id: HandOffID,
        on device: DeviceID,
        at now: Timestamp,
        in db: Database
    ) throws -> HandOff {
        let own = try devices(of: owner(of: device, in: db), in: db)
        guard let handOff = try handOffs(among: own, at: now, in: db).first(where: { $0.id == id }) else {
            throw MayflyError(.notPossibleNow, "there is no message \(id) to continue with any more")
        }
        if case .taken(let taker) = handOff.state {
            throw MayflyError(.notPossibleNow, "'\(taker.name)' has continued from '\(handOff.source.name)' already")
        }
        guard handOff.source.id != device else {
            throw MayflyError(.notPossibleNow, "'\(handOff.source.name)' itself offers this message")
        }
        return handOff
    }

    private static func handOffs(
        among devices: [DeviceRecord],
        at now: Timestamp,
        in db: Database
    ) throws -> [HandOff] {
        guard let person = devices.first?.owner else { return [] }
        let sql = """
            SELECT hand_off.id AS hand_off, hand_off.source, hand_off.item, hand_off.taker, conversation.id, conversation.name
            FROM hand_off JOIN conversation ON conversation.id = hand_off.conversation
            WHERE hand_off.person = ? AND hand_off.offered > ? ORDER BY hand_off.offered, hand_off.id
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [person.description, oldest(at: now).rawValue])
        return try rows.compactMap { row in
            let source = DeviceID(try row.uuid("source"))
            guard let source = devices.first(where: { $0.id == source }) else { return nil }
            let taker = try row.decode(String?.self, forColumn: "taker")
            let device = devices.first { $0.id.description == taker }
            return HandOff(
                id: HandOffID(try row.uuid("hand_off")),
                source: source,
                conversation: try conversationRecord(row),
                item: ItemID(try row.uuid("item")),
                state: device.map(HandOff.State.taken) ?? .offered
            )
        }
    }
}
