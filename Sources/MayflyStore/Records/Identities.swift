internal import Foundation
internal import MayflyLinux
package import MayflyModel

/// How one install of an extension on one device knows the people of a conversation (model 6.2).
///
/// Each UUID is made from the install's salt and the person: the same in all conversations of the install (D-27), and
/// without the salt nobody can tell that two installs speak of one person (C-189, C-194).
package struct Identities: Sendable {
    /// The user of this device.
    package let local: UUID128?
    /// The others, in the order of the conversation's members.
    package let remote: [UUID128]

    private let salt: [UInt8]
    private let participants: [UUID128: ParticipantID]

    /// - Parameter salt: what `Store.install(of:on:)` gave.
    package init(salt: [UInt8], local: ParticipantID, remote: [ParticipantID]) {
        self.salt = salt
        self.local = Self.derive(local, salt)
        self.remote = remote.compactMap { Self.derive($0, salt) }
        let pairs = ([local] + remote).compactMap { person in Self.derive(person, salt).map { ($0, person) } }
        participants = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// What this install calls a person, a member or not.
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
