internal import GRDB
package import MayflyModel

/// What of an envelope from elsewhere a device does not have yet. It keeps the rules.
package struct Arrival: Sendable {
    fileprivate let conversation: ConversationID
    fileprivate let device: DeviceID
    /// In the form for the device, and never empty.
    fileprivate let items: [Item]

    /// The files that the new items name.
    package var files: Set<MediaFile> { Set(items.flatMap(\.files)) }
}

/// What a check of a stored file found.
package struct CheckedFile: Sendable, Hashable {
    /// Determined by the content.
    package let type: MediaType
    /// The length of the content in bytes.
    package let byteCount: Int
    /// Nil for a file that is not a picture.
    package let pixelSize: MediaFile.PixelSize?

    package init(type: MediaType, byteCount: Int, pixelSize: MediaFile.PixelSize?) {
        self.type = type
        self.byteCount = byteCount
        self.pixelSize = pixelSize
    }
}

// Envelopes that a peer sends, as often as it likes: what is here already costs one look at an index, and no write lock.
extension Store {
    /// The items of an envelope that came from elsewhere which are not on a device yet; nil where it has all of them.
    ///
    /// - Throws: `.invalidInput` for an envelope that breaks a rule, or has the identifier of another sender's item;
    ///   `.unknownConversation`; `.unknownDevice` where the sender or the receiver is no member.
    package func arrival(of envelope: Envelope, on device: DeviceID) throws(MayflyError) -> Arrival? {
        let items = try read { db in
            try envelope.check()
            let items = try Self.receivable(envelope, on: device, in: db)
            let stored = try StoredConversation(envelope.conversation, on: device, in: db)
            return try items.filter { try !stored.has($0) }
        }
        return items.isEmpty ? nil : Arrival(conversation: envelope.conversation, device: device, items: items)
    }

    /// Adds the items of an arrival to the log of its device. Those that have come meanwhile change nothing.
    ///
    /// - Parameter checked: the files that were stored for it, as a check found them. They are noted in the same transaction.
    /// - Throws: `.invalidInput` for the identifier of another sender's item that has come meanwhile.
    package func receive(_ arrival: Arrival, checked: [MediaFile] = []) throws(MayflyError) {
        try write { db in
            try Self.note(checked, in: db)
            try change(arrival.conversation, on: arrival.device, in: db) { stored in
                for item in arrival.items { try stored.append(.received(item)) }
            }
        }
    }

    /// What was noted of stored files, by their `storedName`.
    package func checkedFiles(named names: [String]) throws(MayflyError) -> [String: CheckedFile] {
        guard !names.isEmpty else { return [:] }
        return try read { db in
            let sql = "SELECT * FROM checked_file WHERE name IN (SELECT value FROM json_each(?))"
            let rows = try Row.fetchAll(db, sql: sql, arguments: [try StoreJSON.text(names)])
            return try rows.reduce(into: [:]) { files, row in
                files[try row.decode(String.self, forColumn: "name")] = try CheckedFile(row)
            }
        }
    }

    /// Notes what a check of stored files found.
    package func note(checked files: [MediaFile]) throws(MayflyError) {
        guard !files.isEmpty else { return }
        try write(notifies: false) { db in try Self.note(files, in: db) }
    }

    private static func note(_ files: [MediaFile], in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO checked_file (name, type, bytes, width, height) VALUES (?, ?, ?, ?, ?)"
        )
        for file in files {
            try statement.execute(arguments: [
                file.storedName, file.type.rawValue, file.byteCount, file.pixelSize?.width, file.pixelSize?.height,
            ])
        }
    }

    /// The items of an envelope in the form for a device.
    private static func receivable(_ envelope: Envelope, on device: DeviceID, in db: Database) throws -> [Item] {
        let members = try members(of: envelope.conversation, in: db)
        guard !members.isEmpty else {
            throw MayflyError(.unknownConversation, "there is no conversation \(envelope.conversation)")
        }
        for id in [envelope.sender, device] where !members.contains(where: { $0.id == id }) {
            throw MayflyError(.unknownDevice, "the device \(id) is no member of the conversation")
        }
        guard device != envelope.sender, let receiver = members.first(where: { $0.id == device }) else {
            throw MayflyError(.invalidInput, "the device \(device) is the sender of the envelope")
        }
        return receiver.profile.form(of: envelope.items, legacy: LegacyForm(members: members))
    }
}

extension CheckedFile {
    /// Nil for a type that this version does not know.
    fileprivate init?(_ row: Row) throws {
        guard let type = MediaType(rawValue: try row.decode(forColumn: "type")) else { return nil }
        self.type = type
        let width = try row.decode(Int?.self, forColumn: "width")
        let height = try row.decode(Int?.self, forColumn: "height")
        byteCount = try row.number("bytes")
        if let width, let height {
            pixelSize = MediaFile.PixelSize(width: width, height: height)
        } else {
            pixelSize = nil
        }
    }
}
