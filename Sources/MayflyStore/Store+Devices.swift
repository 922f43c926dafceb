internal import GRDB
package import MayflyModel

extension Store {
    /// The largest number of devices of a person. What one of them reads is noted for all of them in one transaction.
    package static let mostDevices = 16

    /// Adds a device: one with a new person, or one more of a person who is known. That one gets what comes from now on in all
    /// conversations of its person.
    ///
    /// - Parameter owner: the name of the person; nil for a new one, who gets the name of the device.
    /// - Throws: `.invalidName`, `.alreadyExists`; `.unknownDevice` for an owner that is not known; `.invalidInput` for one that is a device
    ///   of somebody, and where the person or a conversation would have more devices than there may be.
    package func createDevice(
        _ name: String,
        profile: DeviceProfile = .full,
        of owner: String? = nil,
        id: DeviceID = DeviceID()
    ) throws(MayflyError) -> DeviceRecord {
        let name = try RecordName.checked(name, of: "device")
        return try write { db in
            guard try Self.device(named: name, in: db) == nil else {
                throw MayflyError(.alreadyExists, "there is a device '\(name)' already")
            }
            guard try !Row.exists(id.description, in: "device", db) else {
                throw MayflyError(.alreadyExists, "there is a device \(id) already")
            }
            let owner = try owner.map { try Self.requirePerson(named: $0, in: db) }
            let device = DeviceRecord(id: id, name: name, profile: profile, of: owner)
            if let owner { try Self.requireRoom(for: device, of: owner, in: db) }
            try db.execute(
                sql: "INSERT INTO device (id, name, profile, owner, created) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    device.id.description, name, profile.rawValue, device.owner.description, Timestamp.now.rawValue,
                ]
            )
            if let owner { try Self.join(device, asIn: owner, in: db) }
            return device
        }
    }

    /// All devices in the order of their names.
    package func devices() throws(MayflyError) -> [DeviceRecord] {
        try read(Self.devices)
    }

    /// - Throws: `.unknownDevice`, with the names of those that are known.
    package func device(named name: String) throws(MayflyError) -> DeviceRecord {
        try read { db in try Self.requireDevice(named: name, in: db) }
    }

    static func requireDevice(named name: String, in db: Database) throws -> DeviceRecord {
        if let name = RecordName.composed(name), let device = try device(named: name, in: db) { return device }
        let known = try devices(in: db).map(\.name)
        throw MayflyError(
            .unknownDevice,
            "there is no device '\(SafeText.line(name, limit: 80))'; \(Self.known(known, of: "devices"))"
        )
    }

    /// The device with which a person of that name was made.
    ///
    /// - Throws: `.unknownDevice`; `.invalidInput` for the name of another device of a person.
    static func requirePerson(named name: String, in db: Database) throws -> DeviceRecord {
        let device = try requireDevice(named: name, in: db)
        guard device.isFirst else {
            throw MayflyError(
                .invalidInput,
                "'\(device.name)' is a device of '\(device.ownerName)', and no person: name '\(device.ownerName)'"
            )
        }
        return device
    }

    static func devices(in db: Database) throws -> [DeviceRecord] {
        try Row.fetchAll(db, sql: "SELECT \(deviceColumns) ORDER BY device.name").map(record)
    }

    /// The devices of a person, the first one first.
    static func devices(of person: ParticipantID, in db: Database) throws -> [DeviceRecord] {
        let sql = "SELECT \(deviceColumns) WHERE device.owner = ? ORDER BY device.id != device.owner, device.rowid"
        return try Row.fetchAll(db, sql: sql, arguments: [person.description]).map(record)
    }

    /// The person who owns a device.
    ///
    /// - Throws: `.unknownDevice`.
    static func owner(of device: DeviceID, in db: Database) throws -> ParticipantID {
        let statement = try db.cachedStatement(sql: "SELECT owner FROM device WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [device.description]) else {
            throw MayflyError(.unknownDevice, "there is no device \(device)")
        }
        return ParticipantID(try row.uuid("owner"))
    }

    /// The names that exist, as the end of a message that refuses a name.
    static func known(_ names: [String], of kind: String) -> String {
        guard !names.isEmpty else { return "there are no \(kind) yet" }
        let shown = names.prefix(20).joined(separator: ", ")
        return "known \(kind): \(shown)\(names.count > 20 ? ", …" : "")"
    }

    /// What `record` reads, up to the tables.
    static let deviceColumns = """
        device.id, device.name, device.profile, device.owner, first.name AS owner_name
        FROM device JOIN device AS first ON first.id = device.owner
        """

    static func record(_ row: Row) throws -> DeviceRecord {
        let profile = try row.decode(String.self, forColumn: "profile")
        guard let known = DeviceProfile(rawValue: profile) else {
            throw MayflyError(
                .store,
                "the database holds '\(SafeText.line(profile, limit: 80))' where a device's profile must be"
            )
        }
        return DeviceRecord(
            id: DeviceID(try row.uuid("id")),
            name: try row.decode(forColumn: "name"),
            profile: known,
            owner: ParticipantID(try row.uuid("owner")),
            ownerName: try row.decode(forColumn: "owner_name")
        )
    }

    private static func device(named name: String, in db: Database) throws -> DeviceRecord? {
        try Row.fetchOne(db, sql: "SELECT \(deviceColumns) WHERE device.name = ?", arguments: [name]).map(record)
    }
}

extension Store {
    /// Refuses a device more than the person, or one of the person's conversations, may have.
    private static func requireRoom(for device: DeviceRecord, of owner: DeviceRecord, in db: Database) throws {
        let count = try devices(of: owner.owner, in: db).count
        guard count < mostDevices else {
            throw MayflyError(
                .invalidInput,
                "'\(owner.name)' has \(count) devices already; the limit is \(mostDevices)"
            )
        }
        let full = """
            SELECT conversation.name FROM member AS own JOIN conversation ON conversation.id = own.conversation
            WHERE own.device = ? AND (SELECT count(*) FROM member WHERE member.conversation = own.conversation) >= ?
            ORDER BY conversation.name
            """
        let arguments: StatementArguments = [owner.id.description, mostMembers]
        if let name = try String.fetchOne(db, sql: full, arguments: arguments) {
            throw MayflyError(
                .invalidInput,
                "conversation '\(name)' of '\(owner.name)' has \(mostMembers) devices already, which is the limit"
            )
        }
    }

    /// Makes the device a part of all conversations of its person.
    private static func join(_ device: DeviceRecord, asIn owner: DeviceRecord, in db: Database) throws {
        let arguments: StatementArguments = [device.id.description, owner.id.description]
        try db.execute(
            sql: """
                INSERT INTO member (conversation, device, position)
                SELECT own.conversation, ?, (
                    SELECT max(position) + 1 FROM member WHERE member.conversation = own.conversation
                )
                FROM member AS own WHERE own.device = ?
                """,
            arguments: arguments
        )
        try db.execute(
            sql: "INSERT INTO chat (device, conversation) SELECT ?, conversation FROM member WHERE device = ?",
            arguments: arguments
        )
    }
}
