internal import Foundation
internal import MayflyLinux
package import MayflyModel

/// The identifiers of the people of a conversation for one install of an extension on one device (model 6.2).
///
/// Each UUID is computed from the install's salt and the person. It is the same in all conversations of the install
/// (D-27). Without the salts, the identifiers of two installs cannot be linked to one person (C-189, C-194).
package struct Identities: Sendable {
    /// The user of this device.
    package let local: UUID128?
    /// The others, in the order of their identifiers. The order of the members would be the same for each extension, and so tell
    /// two extensions who is who (C-194).
    package let remote: [UUID128]

    private let salt: [UInt8]
    private let participants: [UUID128: ParticipantID]

    /// - Parameter salt: the result of `Store.install(of:on:)`.
    package init(salt: [UInt8], local: ParticipantID, remote: [ParticipantID]) {
        self.salt = salt
        self.local = Self.derive(local, salt)
        self.remote = remote.compactMap { Self.derive($0, salt) }.sorted()
        let pairs = ([local] + remote).compactMap { person in Self.derive(person, salt).map { ($0, person) } }
        participants = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The identifier of a person for this install, also of one who is not a member.
    package func uuid(of participant: ParticipantID) -> UUID128? {
        Self.derive(participant, salt)
    }

    /// The member whom a UUID denotes for this install; nil for any other UUID (D-28).
    package func participant(of uuid: UUID128) -> ParticipantID? {
        participants[uuid]
    }

    /// HMAC-SHA256 with the salt as its key. It is never nil: a digest is long enough.
    private static func derive(_ participant: ParticipantID, _ salt: [UInt8]) -> UUID128? {
        let subject = Array("mayfly participant".utf8) + participant.value.bytes
        return UUID128(digest: HMACSHA256.code(for: subject, key: salt))
    }
}
