internal import GRDB
package import MayflyModel

extension Store {
    /// Adds a device with a new participant as its owner.
    ///
    /// - Throws: `.invalidName`, `.alreadyExists`.
    package func createDevice(
        _ name: String,
        profile: DeviceProfile = .full,
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
            let device = DeviceRecord(id: id, name: name, profile: profile)
            try db.execute(
                sql: "INSERT INTO device (id, name, profile, created) VALUES (?, ?, ?, ?)",
                arguments: [device.id.description, name, profile.rawValue, Timestamp.now.rawValue]
            )
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

    static func devices(in db: Database) throws -> [DeviceRecord] {
        try Row.fetchAll(db, sql: "SELECT id, name, profile FROM device ORDER BY name").map(record)
    }

    /// The names that exist, as the end of a message that refuses a name.
    static func known(_ names: [String], of kind: String) -> String {
        guard !names.isEmpty else { return "there are no \(kind) yet" }
        let shown = names.prefix(20).joined(separator: ", ")
        return "known \(kind): \(shown)\(names.count > 20 ? ", …" : "")"
    }

    static func record(_ row: Row) throws -> DeviceRecord {
        let profile = try row.decode(String.self, forColumn: "profile")
        guard let known = DeviceProfile(rawValue: profile) else {
            throw MayflyError(
                .store,
                "the database holds '\(SafeText.line(profile, limit: 80))' where a device's profile must be"
            )
        }
        return DeviceRecord(id: DeviceID(try row.uuid("id")), name: try row.decode(forColumn: "name"), profile: known)
    }

    private static func device(named name: String, in db: Database) throws -> DeviceRecord? {
        try Row.fetchOne(db, sql: "SELECT id, name, profile FROM device WHERE name = ?", arguments: [name]).map(record)
    }
}
