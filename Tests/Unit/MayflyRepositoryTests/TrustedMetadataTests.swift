import Foundation
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

/// The rules of The Update Framework by which a file is taken or refused (section 5), each with the name of the file.
@Suite struct TrustedMetadataTests {
    private let made = MadeMetadata()
    private let kitchen = RoleName.publisher("kitchen")

    private func trusted(_ root: [UInt8]? = nil) throws -> TrustedMetadata {
        var trusted = try TrustedMetadata(trustedRoot: try root ?? made.root(), now: MadeMetadata.now)
        trusted.takesExpired = false
        return trusted
    }

    /// What is known after an update to versions 2 of all files.
    private func updated() throws -> TrustedMetadata {
        var trusted = try trusted()
        let snapshot = try made.snapshot(version: 2, ["targets.json": 2, "kitchen.json": 2])
        #expect(try trusted.update(timestamp: made.timestamp(version: 2, of: snapshot, snapshotVersion: 2)))
        try trusted.update(snapshot: snapshot)
        try trusted.update(.targets, made.targets(version: 2))
        try trusted.update(kitchen, made.publisher(version: 2))
        return trusted
    }

    @Test func takesFilesThatFitTogether() throws {
        let trusted = try updated()
        #expect(try trusted.files().files.map(\.file.path) == ["org.kitchen.pot/1.0.0/bundle.tar"])
        #expect(try trusted.files().refused.isEmpty)
        #expect(throws: Never.self) { try trusted.requireFresh(for: kitchen) }
        #expect(trusted.hasSnapshot && trusted.has(.targets) && trusted.has(kitchen))
    }

    // MARK: Root

    @Test(arguments: [1, 2, 4]) func takesOnlyTheNextRoot(version: Int) throws {
        var trusted = try trusted(try made.root(version: 2))
        let message = refusal { _ = try trusted.update(root: made.root(version: version)) }
        #expect(message == "root.json: its version must be 3, found \(version)")
        #expect(trusted.rootVersion == 2)
        _ = try trusted.update(root: made.root(version: 3))
        #expect(trusted.rootVersion == 3)
    }

    @Test func aNewRootNeedsTheKeysOfTheOldAndOfTheNewOne() throws {
        var next = made
        next.keys[.root] = [11, 12]
        var trusted = try trusted()
        let lacking = "root.json: needs signatures of 2 of 2 keys of the role 'root', and"
        #expect(refusal { _ = try trusted.update(root: next.root(version: 2)) } == "\(lacking) 0 are valid")
        #expect(
            refusal { _ = try trusted.update(root: next.root(version: 2, by: [1, 2, 11])) } == "\(lacking) 1 is valid"
        )
        #expect(
            refusal { _ = try trusted.update(root: next.root(version: 2, by: [1, 11, 12])) } == "\(lacking) 1 is valid"
        )
        #expect(throws: Never.self) { _ = try trusted.update(root: next.root(version: 2, by: [1, 2, 11, 12])) }
        // From now on the new ones count.
        #expect(
            refusal { _ = try trusted.update(root: made.root(version: 3, by: [1, 2])) } == "\(lacking) 0 are valid"
        )
    }

    /// A file that another version of the standard describes may mean something else by the same members.
    @Test(arguments: ["2.0.0", "0.9.0", "10.0.34", "1x0", ""])
    func anotherMajorVersionOfTheStandardIsRefused(version: String) throws {
        func other(_ role: RoleName, _ bytes: [UInt8], _ version: String = version) throws -> [UInt8] {
            try made.file(role, bytes, with: "\"\(version)\"", inPlaceOf: "\"1.0.34\"")
        }
        func says(_ role: RoleName) -> String { "\(role.file): 'signed.spec_version' must be 1.x, found '\(version)'" }
        let first = try other(.root, made.root())
        #expect(refusal { _ = try TrustedMetadata(trustedRoot: first, now: MadeMetadata.now) } == says(.root))
        var trusted = try trusted()
        #expect(refusal { _ = try trusted.update(root: other(.root, made.root(version: 2))) } == says(.root))
        let (right, wrong) = try (made.snapshot(), other(.snapshot, made.snapshot()))
        let timestamp = try other(.timestamp, made.timestamp(of: right))
        #expect(refusal { _ = try trusted.update(timestamp: timestamp) } == says(.timestamp))
        var next = trusted
        _ = try next.update(timestamp: made.timestamp(of: wrong))
        #expect(refusal { try next.update(snapshot: wrong) } == says(.snapshot))
        _ = try trusted.update(timestamp: made.timestamp(of: right))
        try trusted.update(snapshot: right)
        #expect(refusal { try trusted.update(.targets, other(.targets, made.targets())) } == says(.targets))
        try trusted.update(.targets, made.targets())
        #expect(refusal { try trusted.update(kitchen, other(kitchen, made.publisher())) } == says(kitchen))
        // A later version of the same standard means the same.
        #expect(throws: Never.self) { try trusted.update(kitchen, other(kitchen, made.publisher(), "1.1.0")) }
    }

    @Test func theFirstRootIsSignedByItsOwnKeys() {
        let message = refusal { _ = try trusted(try made.root(by: [1])) }
        #expect(message == "root.json: needs signatures of 2 of 2 keys of the role 'root', and 1 is valid")
    }

    /// A thief of one key must not be two signers.
    @Test func oneKeyUnderTwoNamesIsOneSigner() throws {
        let key = try MadeMetadata.key(1)
        let member = JSONValue.Member("twin", key.publicKey.json)
        var roles: [JSONValue.Member] = []
        for role in RootMetadata.roles {
            roles.append(
                .init(role.text, .object(["keyids": .texts([key.publicKey.id, "twin"]), "threshold": .number(2)]))
            )
        }
        let signed: JSONValue = .object([
            "_type": .text("root"), "expires": .text("2026-07-01T00:00:00Z"), "spec_version": .text("1.0.34"),
            "version": .number(1), "consistent_snapshot": .boolean(true),
            "keys": .object([.init(key.publicKey.id, key.publicKey.json), member]), "roles": .object(roles),
        ])
        let signature = key.signature(of: try CanonicalJSON.bytes(of: signed))
        let signatures = [key.publicKey.id, "twin"].map {
            JSONValue.object(["keyid": .text($0), "sig": .text(signature)])
        }
        let file = JSONValue.object(["signatures": .list(signatures), "signed": signed])
        let message = refusal { _ = try trusted(Array(file.line.utf8)) }
        #expect(message == "root.json: needs signatures of 2 of 1 key of the role 'root', and 1 is valid")
    }

    @Test func oneSignatureTwiceIsRefused() throws {
        var text = String(decoding: try made.root(by: [1]), as: UTF8.self)
        let id = try MadeMetadata.key(1).publicKey.id
        let start = try #require(text.range(of: "{\"keyid\""))
        let end = try #require(text.range(of: "}", range: start.lowerBound..<text.endIndex))
        let signature = text[start.lowerBound..<end.upperBound]
        text.replaceSubrange(start.lowerBound..<end.upperBound, with: "\(signature),\(signature)")
        #expect(refusal { _ = try trusted(Array(text.utf8)) }.contains("has two of the key \(id.prefix(20))"))
    }

    /// So a store recovers from a version that a thief of a key has made too high.
    @Test(arguments: [RoleName.timestamp, .snapshot]) func forgetsTheTimestampWhenItsKeysHaveChanged(role: RoleName)
        throws
    {
        var trusted = try updated()
        let high = try made.snapshot(version: 900, ["targets.json": 2, "kitchen.json": 2])
        _ = try trusted.update(timestamp: made.timestamp(version: 900, of: high, snapshotVersion: 900))
        var next = made
        next.keys[role] = [9]
        let isReset = try trusted.update(root: next.root(version: 2))
        #expect(isReset)
        let snapshot = try next.snapshot(version: 3, ["targets.json": 2, "kitchen.json": 2])
        let old = try made.timestamp(version: 901, of: snapshot, snapshotVersion: 3)
        if role == .timestamp {
            #expect(refusal { _ = try trusted.update(timestamp: old) }.hasPrefix("timestamp.json: needs"))
        }
        let taken = try trusted.update(timestamp: next.timestamp(version: 3, of: snapshot, snapshotVersion: 3))
        #expect(taken)
        try trusted.update(snapshot: snapshot)
        #expect(trusted.timestampVersion == 3)
    }

    /// What a key has signed counts no more in the update that takes the key back.
    @Test func aKeyThatIsTakenBackCountsNoMore() throws {
        var trusted = try updated()
        #expect(trusted.has(.targets) && trusted.has(kitchen))
        var next = made
        next.keys[.targets] = [9]
        _ = try trusted.update(root: next.root(version: 2))
        #expect(try !trusted.has(.targets) && !trusted.has(kitchen) && trusted.offers().offers.isEmpty)
        let old = try made.targets(version: 2)
        #expect(refusal { try trusted.update(.targets, old) }.hasPrefix("targets.json: needs signatures"))
        try trusted.update(.targets, next.targets(version: 2))
    }

    /// A file of the version that a new snapshot names, but of other bytes, is not kept.
    @Test(arguments: [true, false]) func aFileIsKeptWhereItIsTheNamedOne(isSame: Bool) throws {
        var trusted = try updated()
        let (own, other) = (try made.targets(version: 2), try made.targets(version: 2, publishers: []))
        let named: JSONValue = .object([
            "hashes": .object(["sha256": .text(SHA256.hash(isSame ? own : other).hexadecimal)]), "version": .number(2),
        ])
        let meta: [JSONValue.Member] = [
            .init("targets.json", named), .init("kitchen.json", .object(["version": .number(2)])),
        ]
        let snapshot = try made.file(.snapshot, version: 3, ["meta": .object(meta)])
        _ = try trusted.update(timestamp: made.timestamp(version: 3, of: snapshot, snapshotVersion: 3))
        try trusted.update(snapshot: snapshot)
        #expect(trusted.has(.targets) == isSame)
    }

    @Test(arguments: [Int.max, 1_000_000_001, 0]) func refusesAVersionOutOfBounds(version: Int) throws {
        let root = try made.root(version: version)
        let message = refusal { _ = try TrustedMetadata(trustedRoot: root, now: MadeMetadata.now) }
        #expect(message.hasPrefix("root.json: 'signed.version' must be "), "\(message)")
    }

    @Test func otherChangesOfTheRootKeepTheTimestamp() throws {
        var trusted = try updated()
        var next = made
        next.keys[.targets] = [9]
        let isReset = try trusted.update(root: next.root(version: 2))
        #expect(!isReset && trusted.timestampVersion == 2)
    }

    // MARK: Versions

    @Test func refusesAnOlderTimestamp() throws {
        var trusted = try updated()
        let snapshot = try made.snapshot()
        let message = refusal { _ = try trusted.update(timestamp: made.timestamp(version: 1, of: snapshot)) }
        #expect(message == "timestamp.json: its version must be at least 2, the last one that was seen, found 1")
        #expect(trusted.timestampVersion == 2)
    }

    /// It is no news, whatever it says.
    @Test func leavesTheTimestampThatItHas() throws {
        var trusted = try updated()
        let other = try made.snapshot(version: 5)
        let taken = try trusted.update(timestamp: made.timestamp(version: 2, of: other, snapshotVersion: 5))
        #expect(!taken)
        #expect(try trusted.snapshotReference().version == 2)
    }

    @Test func refusesATimestampThatNamesAnOlderSnapshot() throws {
        var trusted = try updated()
        let message = refusal { _ = try trusted.update(timestamp: made.timestamp(version: 3, of: made.snapshot())) }
        #expect(message == "timestamp.json: names version 1 of snapshot.json, and 2 was seen before")
    }

    @Test func refusesASnapshotThatNamesOlderFiles() throws {
        for (versions, name) in [
            (["targets.json": 1, "kitchen.json": 2] as KeyValuePairs, "targets.json"),
            (["targets.json": 2, "kitchen.json": 1], "kitchen.json"),
        ] {
            var trusted = try updated()
            let snapshot = try made.snapshot(version: 3, versions)
            _ = try trusted.update(timestamp: made.timestamp(version: 3, of: snapshot, snapshotVersion: 3))
            let message = refusal { try trusted.update(snapshot: snapshot) }
            #expect(message == "snapshot.json: names version 1 of \(name), and 2 was seen before")
            // What was known still is.
            #expect(try trusted.files().files.count == 1)
        }
    }

    @Test func refusesASnapshotThatHasLostARole() throws {
        var trusted = try updated()
        let snapshot = try made.snapshot(version: 3, ["targets.json": 2])
        _ = try trusted.update(timestamp: made.timestamp(version: 3, of: snapshot, snapshotVersion: 3))
        #expect(refusal { try trusted.update(snapshot: snapshot) } == "snapshot.json: has lost kitchen.json")
    }

    @Test func refusesFilesOfAnotherVersionThanIsNamed() throws {
        var trusted = try trusted()
        let snapshot = try made.snapshot(version: 7)
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot, snapshotVersion: 1))
        let message = refusal { try trusted.update(snapshot: snapshot) }
        #expect(message == "snapshot.json: its version must be 1, as timestamp.json says, found 7")
        trusted = try updated()
        for version in [1, 3] {
            let targets = refusal { try trusted.update(.targets, made.targets(version: version)) }
            #expect(targets == "targets.json: its version must be 2, as snapshot.json says, found \(version)")
            let publisher = refusal { try trusted.update(kitchen, made.publisher(version: version)) }
            #expect(publisher == "kitchen.json: its version must be 2, as snapshot.json says, found \(version)")
        }
    }

    // MARK: Lengths and hashes

    @Test func refusesASnapshotOfAnotherLengthOrHash() throws {
        var trusted = try trusted()
        let snapshot = try made.snapshot()
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
        let longer = refusal { try trusted.update(snapshot: snapshot + [0x0A]) }
        #expect(
            longer
                == "snapshot.json: must have \(grouped(snapshot.count)) bytes, as timestamp.json says, found \(grouped(snapshot.count + 1))"
        )
        let other = try made.snapshot(["targets.json": 1, "kitchen.json": 2])
        try #require(other.count == snapshot.count)
        #expect(refusal { try trusted.update(snapshot: other) }.hasPrefix("snapshot.json: its SHA-256 must be "))
        #expect(throws: Never.self) { try trusted.update(snapshot: snapshot) }
    }

    // MARK: Signatures

    @Test func refusesWhatIsSignedByAnotherRole() throws {
        var trusted = try trusted()
        let snapshot = try made.snapshot(by: [5])
        let timestamp = refusal { _ = try trusted.update(timestamp: made.timestamp(by: [4], of: snapshot)) }
        #expect(timestamp == "timestamp.json: needs signatures of 1 of 1 key of the role 'timestamp', and 0 are valid")
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
        #expect(refusal { try trusted.update(snapshot: snapshot) }.hasPrefix("snapshot.json: needs signatures"))
        trusted = try updated()
        #expect(
            refusal { try trusted.update(.targets, made.targets(version: 2, by: [6])) }.hasPrefix("targets.json: needs")
        )
        #expect(
            refusal { try trusted.update(kitchen, made.publisher(version: 2, by: [3])) }.hasPrefix(
                "kitchen.json: needs"
            )
        )
    }

    @Test func refusesWhatWasChangedAfterItWasSigned() throws {
        var trusted = try trusted()
        let snapshot = try made.snapshot()
        let text = String(decoding: try made.timestamp(of: snapshot), as: UTF8.self)
        let changed = text.replacingOccurrences(of: "\"version\":1}}", with: "\"version\":2}}")
        try #require(changed != text)
        #expect(
            refusal { _ = try trusted.update(timestamp: Array(changed.utf8)) }.hasPrefix(
                "timestamp.json: needs signatures"
            )
        )
    }

    @Test func refusesAFileOfAnotherRole() throws {
        var trusted = try trusted()
        let message = refusal { _ = try trusted.update(timestamp: made.snapshot(by: [5])) }
        #expect(message == "timestamp.json: 'signed._type' must be 'timestamp', found 'snapshot'")
    }

    // MARK: Expiry

    private static let advice = "expired on 2026-05-31: nothing new is installed; installed extensions run on"

    @Test func refusesEachFileThatHasExpired() throws {
        let past = MadeMetadata.past
        let root = try trusted(try made.root(expires: past))
        #expect(refusal { try root.requireRoot() } == "root.json \(Self.advice)")
        var trusted = try trusted()
        var snapshot = try made.snapshot(expires: past)
        let late = refusal { _ = try trusted.update(timestamp: made.timestamp(expires: past, of: snapshot)) }
        #expect(late == "timestamp.json \(Self.advice)")
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
        #expect(refusal { try trusted.update(snapshot: snapshot) } == "snapshot.json \(Self.advice)")
        snapshot = try made.snapshot()
        trusted = try self.trusted()
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
        try trusted.update(snapshot: snapshot)
        #expect(refusal { try trusted.update(.targets, made.targets(expires: past)) } == "targets.json \(Self.advice)")
    }

    /// The last moment of a file is the one before that at which it expires.
    @Test func aFileHasExpiredAtItsVeryTime() throws {
        #expect(refusal { try trusted(try made.root(expires: MadeMetadata.now)).requireRoot() }.contains("expired"))
        #expect(throws: Never.self) {
            try trusted(try made.root(expires: MadeMetadata.time("2026-06-01T00:00:01Z"))).requireRoot()
        }
    }

    /// That one publisher is late is no reason to take nothing from the others; of its own nothing is installed.
    @Test func anExpiredPublisherIsShownAndNothingOfItInstalled() throws {
        var trusted = try updated()
        try trusted.update(kitchen, made.publisher(version: 2, expires: MadeMetadata.past))
        #expect(try trusted.files().files.count == 1)
        #expect(throws: Never.self) { try trusted.requireFresh(for: .targets) }
        #expect(refusal { try trusted.requireFresh(for: kitchen) } == "kitchen.json \(Self.advice)")
    }

    /// What is here already can be looked at as long as one likes.
    @Test func expiredFilesCanBeLookedAt() throws {
        var trusted = try TrustedMetadata(trustedRoot: try made.root(), now: MadeMetadata.time("2030-01-01T00:00:00Z"))
        let snapshot = try made.snapshot()
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
        try trusted.update(snapshot: snapshot)
        try trusted.update(.targets, made.targets())
        try trusted.update(kitchen, made.publisher())
        #expect(try trusted.files().files.count == 1)
        #expect(refusal { try trusted.requireFresh(for: kitchen) }.contains("root.json expired on 2026-07-01"))
    }
}
