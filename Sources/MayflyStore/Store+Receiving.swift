internal import GRDB
package import MayflyModel

/// What of an envelope from elsewhere a device does not have yet. It keeps the rules.
package struct Arrival: Sendable {
    fileprivate let conversation: ConversationID
    fileprivate let device: DeviceID
    /// The person of that device.
    fileprivate let owner: ParticipantID
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
        try read { db in
            let (receiver, all) = try Self.receivable(envelope, on: device, in: db)
            let stored = try StoredConversation(envelope.conversation, on: device, in: db)
            let items = try all.filter { try !stored.has($0) }
            guard !items.isEmpty else { return nil }
            return Arrival(
                conversation: envelope.conversation,
                device: device,
                owner: receiver.owner,
                items: items
            )
        }
    }

    /// Adds the items of an arrival to the log of its device. Those that have come meanwhile change nothing.
    ///
    /// - Parameter checked: the files that were stored for it, as a check found them. They are noted in the same transaction.
    /// - Throws: `.invalidInput` for the identifier of another sender's item that has come meanwhile.
    package func receive(_ arrival: Arrival, checked: [MediaFile] = []) throws(MayflyError) {
        try write { db in
            try Self.note(checked, in: db)
            try change(arrival.conversation, on: arrival.device, in: db) { stored in
                try take(arrival.items, for: arrival.owner, in: &stored)
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

    /// A device, and the items of an envelope in the form for it.
    private static func receivable(
        _ envelope: Envelope,
        on device: DeviceID,
        in db: Database
    ) throws -> (receiver: DeviceRecord, items: [Item]) {
        let members = try members(of: envelope.conversation, in: db)
        guard !members.isEmpty else {
            throw MayflyError(.unknownConversation, "there is no conversation \(envelope.conversation)")
        }
        func member(_ id: DeviceID) throws -> DeviceRecord {
            if let member = members.first(where: { $0.id == id }) { return member }
            throw MayflyError(.unknownDevice, "the device \(id) is no member of the conversation")
        }
        let (sender, receiver) = (try member(envelope.sender), try member(device))
        guard device != envelope.sender else {
            throw MayflyError(.invalidInput, "the device \(device) is the sender of the envelope")
        }
        try envelope.check(by: sender.owner)
        return (receiver, receiver.profile.form(of: envelope.items, legacy: LegacyForm(members: members)))
    }
}

extension ConversationEvent {
    /// What an item is to the person who gets it: what came from another person, or from another device of this one.
    static func arrival(of item: Item, for person: ParticipantID) -> ConversationEvent {
        item.sender == person ? .sentElsewhere(item) : .received(item)
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
