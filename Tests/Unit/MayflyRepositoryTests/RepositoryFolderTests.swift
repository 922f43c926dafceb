import Foundation
import MayflyBundles
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

/// A store as its publishers make it: each test reads it again by the rules that readers have.
@Suite struct RepositoryFolderTests {
    private let made: MadeStore
    private var folder: RepositoryFolder { made.folder }

    init() throws { made = try MadeStore() }

    private func refusal(_ body: () throws -> Void) -> MayflyError? {
        #expect(throws: MayflyError.self) { try body() }
    }

    private func ids() throws -> [String] { try made.read().offers().offers.map { "\($0.id) \($0.version)" } }

    @Test func isReadAsItWasPublished() throws {
        try made.create()
        try folder.addPublisher("kitchen", prefixes: ["org.kitchen."], key: MadeStore.shared(6))
        let shot = made.scratch.at("bundles/org.kitchen.pot-1.0.0.mayfly/icon.png")
        let notes = OfferNotes(details: "Long.\nVery.", changes: "All", screenshots: [(shot, "A pot")])
        let added = try made.add("org.kitchen.pot", "1.0.0", permissions: ["camera"], notes: notes)
        #expect(try folder.sign(with: MadeStore.secrets(1, 2, 3, 4, 5, 6)).isEmpty)
        #expect(try made.staged().isEmpty)
        let (offers, refused) = try made.read().offers()
        #expect(refused.isEmpty)
        let offer = try #require(offers.first)
        #expect(
            offers == [added] && offer.summary == "A pot" && offer.details == "Long.\nVery." && offer.changes == "All"
        )
        #expect(offer.built == "2026-06-01" && offer.publisher == "kitchen" && offer.kind == .stickerPack)
        #expect(offer.permissions.map(\.name) == ["camera"] && offer.screenshots.map(\.text) == ["A pot"])
        for file in [offer.archive, offer.icon] + offer.screenshots.map(\.file) {
            let bytes = try made.scratch.bytes("store/targets/" + file.storedPath)
            #expect(throws: Never.self) { try file.require(length: bytes.count, sha256: SHA256.hash(bytes)) }
        }
        let description = try #require(made.read().description)
        #expect(
            try StoreDescription(made.scratch.bytes("store/targets/" + description.storedPath)).name == "Test Store"
        )
        let published = try made.published()
        #expect(published.count == 5)
        for name in published {
            let text = String(decoding: try made.scratch.bytes("store/metadata/" + name), as: UTF8.self)
            #expect(text.contains(#""spec_version":"1.0.34""#), "\(name)")
        }
    }

    /// A web server may be another user.
    @Test func everybodyCanReadWhatIsPublished() throws {
        let before = umask(0o077)
        defer { umask(before) }
        try made.publish()
        let files = try FileManager.default.subpathsOfDirectory(atPath: made.scratch.at("store")).filter {
            $0.contains(".json") || $0.hasSuffix(".tar") || $0.hasSuffix(".png")
        }
        #expect(files.count >= 7)
        for file in files where !file.hasPrefix("staged") {
            let mode =
                try FileManager.default.attributesOfItem(atPath: made.scratch.at("store/\(file)"))[.posixPermissions]
                as? Int
            #expect(mode == 0o644, "\(file)")
        }
    }

    @Test func nothingIsPublishedBeforeAllHaveSigned() throws {
        try made.create()
        let first = try folder.sign(with: MadeStore.secrets(1, 4, 5))
        #expect(first.map(\.role) == [.root, .targets] && first.map(\.count) == [1, 1])
        #expect(try first.first?.keys == [MadeStore.shared(2).id])
        #expect(try made.published().isEmpty)
        // The signature of the first machine is kept.
        #expect(try folder.sign(with: MadeStore.secrets(2)).map(\.role) == [.targets])
        #expect(try made.published().isEmpty)
        #expect(try folder.sign(with: MadeStore.secrets(3)).map(\.role) == [.snapshot])
        #expect(try folder.sign(with: MadeStore.secrets(4)).map(\.role) == [.timestamp])
        #expect(try made.published().isEmpty && folder.fingerprint() == nil)
        #expect(try folder.sign(with: MadeStore.secrets(5)).isEmpty)
        #expect(try made.published() == ["1.root.json", "1.snapshot.json", "1.targets.json", "timestamp.json"])
        #expect(try folder.fingerprint() == SHA256.hash(made.scratch.bytes("store/metadata/1.root.json")).hexadecimal)
        #expect(throws: Never.self) { try made.read() }
    }

    /// Until the new timestamp is there, readers take the old files; so it is written last.
    @Test func readersGetTheOldFilesUntilTheTimestampIsThere() throws {
        try made.publish()
        let before = try made.scratch.bytes("store/metadata/timestamp.json")
        _ = try made.add("org.kitchen.pan", "1.0.0")
        #expect(try folder.sign(with: MadeStore.secrets(6, 4)).map(\.role) == [.timestamp])
        #expect(try made.scratch.bytes("store/metadata/timestamp.json") == before)
        #expect(try ids() == ["org.kitchen.pot 1.0.0"])
        #expect(try folder.sign(with: MadeStore.secrets(5)).isEmpty)
        #expect(try ids() == ["org.kitchen.pan 1.0.0", "org.kitchen.pot 1.0.0"])
        let after = try made.scratch.bytes("store/metadata/timestamp.json")
        // With the former timestamp all is as it was before: what it names was not touched.
        try made.scratch.write(before, to: "store/metadata/timestamp.json")
        #expect(try ids() == ["org.kitchen.pot 1.0.0"])
        try made.scratch.write(after, to: "store/metadata/timestamp.json")
    }

    @Test func aKeyThatSignsNothingIsNoSignature() throws {
        try made.create()
        #expect(try folder.sign(with: MadeStore.secrets(1, 9, 3, 4, 5)).map(\.role) == [.root])
        #expect(try folder.sign(with: MadeStore.secrets(1)).map(\.role) == [.root])
    }

    @Test func theTimestampIsRenewedAlone() throws {
        try made.publish()
        let later = RepositoryFolder(path: folder.path, now: MadeMetadata.time("2026-06-05T00:00:00Z"))
        #expect(try later.sign(with: MadeStore.secrets(5), renewsTimestamp: true).isEmpty)
        let read = try made.read(at: MadeMetadata.time("2026-06-11T23:59:59Z"))
        #expect(read.timestampVersion == 2 && read.reference(of: .targets)?.version == 1)
        #expect(try !made.published().contains("2.snapshot.json"))
    }

    /// It expires, too: a store in which nothing changes would be dead after a month.
    @Test func withItsKeyTheSnapshotIsRenewed() throws {
        try made.publish()
        let later = RepositoryFolder(path: folder.path, now: MadeMetadata.time("2026-06-29T00:00:00Z"))
        #expect(try later.sign(with: MadeStore.secrets(4, 5), renewsTimestamp: true).isEmpty)
        let read = try made.read(at: MadeMetadata.time("2026-07-05T00:00:00Z"))
        #expect(throws: Never.self) { try read.requireFresh(for: .publisher("kitchen")) }
        #expect(try made.published().contains("2.snapshot.json"))
    }

    // MARK: Keys

    @Test(arguments: [RoleName.targets, .snapshot, .timestamp]) func aRoleGetsAnotherKey(role: RoleName) throws {
        try made.publish()
        try folder.rotate(role, to: [MadeStore.shared(20)])
        // Without the key of the role the root waits, too: readers would find nothing that its new keys have signed.
        let all: [RoleName: UInt8] = [.targets: 3, .snapshot: 4, .timestamp: 5]
        let others = all.filter { $0.key != role }.map(\.value)
        let waiting = try folder.sign(with: try MadeStore.secrets(1, 2) + others.map(MadeMetadata.key))
        #expect(waiting.map(\.role) == [role])
        #expect(try !made.published().contains("2.root.json") && ids() == ["org.kitchen.pot 1.0.0"])
        #expect(try folder.sign(with: try MadeStore.secrets(20) + others.map(MadeMetadata.key)).isEmpty)
        #expect(try made.published().contains("2.root.json"))
        #expect(try ids() == ["org.kitchen.pot 1.0.0"])
        // The former key signs nothing any more.
        _ = try made.add("org.kitchen.pan", "1.0.0")
        #expect(try folder.sign(with: try MadeStore.secrets(6, 20) + others.map(MadeMetadata.key)).isEmpty)
        #expect(try ids().count == 2)
    }

    @Test func theRootGetsOtherKeysFromTheOldAndTheNewOnes() throws {
        try made.publish()
        try folder.rotate(.root, to: [MadeStore.shared(21), MadeStore.shared(22)])
        #expect(try folder.sign(with: MadeStore.secrets(21, 22)).map(\.role) == [.root])
        #expect(try folder.sign(with: MadeStore.secrets(1)).map(\.count) == [1])
        #expect(try !made.published().contains("2.root.json"))
        #expect(try folder.sign(with: MadeStore.secrets(2)).isEmpty)
        #expect(try made.read().rootVersion == 2)
        try folder.rotate(.root, to: [MadeStore.shared(22), MadeStore.shared(23)])
        #expect(try folder.sign(with: MadeStore.secrets(1, 2)).map(\.role) == [.root])
        #expect(try folder.sign(with: MadeStore.secrets(21, 22, 23)).isEmpty)
        #expect(try made.read().rootVersion == 3)
        #expect(try ids() == ["org.kitchen.pot 1.0.0"])
    }

    @Test func onlyTheFourRolesAreRotated() throws {
        try made.publish()
        #expect(refusal { try folder.rotate(.publisher("kitchen"), to: [MadeStore.shared(9)]) }?.code == .invalidInput)
        let one = refusal { try folder.rotate(.root, to: [MadeStore.shared(9), MadeStore.shared(9)]) }
        #expect(one?.message == "the role 'root' needs 2 different keys, found 1")
        #expect(try made.staged().isEmpty)
    }

    @Test func aRootNeedsTwoKeys() throws {
        let key = try MadeStore.shared(1)
        let error = refusal { _ = try StoreKeys(root: [key, key], targets: key, snapshot: key, timestamp: key) }
        #expect(error?.message == "the root needs 2 different keys, found 1")
    }

    // MARK: Publishers

    /// What the former key has signed counts for nothing, so the new one signs it again.
    @Test func aPublisherGetsAnotherKey() throws {
        try made.publish()
        try folder.addPublisher("kitchen", prefixes: ["org.kitchen."], key: MadeStore.shared(16))
        #expect(try folder.sign(with: MadeStore.secrets(3, 4, 5, 6)).map(\.role) == [.publisher("kitchen")])
        #expect(try folder.sign(with: MadeStore.secrets(4, 5, 16)).isEmpty)
        #expect(try ids() == ["org.kitchen.pot 1.0.0"])
    }

    @Test func aPublisherGetsAnotherPrefix() throws {
        try made.publish()
        try folder.addPublisher("kitchen", prefixes: ["org.cellar."], key: MadeStore.shared(6))
        _ = try made.add("org.cellar.jar", "1.0.0")
        #expect(try folder.sign(with: MadeStore.secrets(3, 4, 5, 6)).isEmpty)
        #expect(try ids() == ["org.cellar.jar 1.0.0", "org.kitchen.pot 1.0.0"])
    }

    @Test(arguments: ["org.kitchen.", "org.kitchen.pots.", "org."]) func noTwoPublishersOwnAnID(prefix: String) throws {
        try made.publish()
        let error = refusal { try folder.addPublisher("garden", prefixes: [prefix], key: MadeStore.shared(7)) }
        #expect(error?.code == .alreadyExists)
        #expect(error?.message == "the prefix '\(prefix)' overlaps with one of the publisher 'kitchen'")
        #expect(try made.staged().isEmpty)
    }

    @Test(arguments: ["org.kitchen", "", ".", "*.", "org.kit*.", "Org Kitchen.", "org/kitchen."])
    func aPrefixIsTheBeginningOfAnID(prefix: String) throws {
        try made.publish()
        #expect(
            refusal { try folder.addPublisher("garden", prefixes: [prefix], key: MadeStore.shared(7)) }?.code
                == .invalidInput,
            "\(prefix)"
        )
    }

    // MARK: Bundles

    @Test func aVersionNeverChanges() throws {
        try made.publish()
        let error = refusal { _ = try made.add("org.kitchen.pot", "1.0.0") }
        #expect(error?.code == .alreadyExists)
        #expect(
            error?.message
                == "org.kitchen.pot 1.0.0 is in the store already; a version never changes, so give it a new number"
        )
        _ = try made.add("org.kitchen.pot", "1.1.0")
    }

    @Test func aBundleNeedsAPublisher() throws {
        try made.publish()
        let error = refusal { _ = try made.add("org.garden.rake", "1.0.0") }
        #expect(
            error?.message
                == "no publisher of the store owns a prefix of 'org.garden.rake'; add one with 'mayfly publish publisher'"
        )
    }

    @Test func aBrokenBundleIsRefusedAndLeavesNothing() throws {
        try made.publish()
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let path = try made.bundle("org.kitchen.pan", "1.0.0")
        try FileManager.default.removeItem(atPath: path + "/icon.png")
        let error = refusal { _ = try folder.add(bundleAt: path, notes: OfferNotes(), built: MadeStore.now) }
        #expect(error?.code == .invalidBundle && error?.message.contains("org.kitchen.pan-1.0.0.mayfly") == true)
        try FileManager.default.createSymbolicLink(
            atPath: path + "/icon.png",
            withDestinationPath: "S.xcstickers/A.stickerpack/a.sticker/a.png"
        )
        #expect(
            refusal { _ = try folder.add(bundleAt: path, notes: OfferNotes(), built: MadeStore.now) }?.message.contains(
                "a link"
            ) == true
        )
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { $0.contains(".packing") }
                == []
        )
        #expect(try made.staged().isEmpty && made.published().count == before.count { $0.hasPrefix("metadata/") })
    }

    @Test func promotesOnlyWhatIsThere() throws {
        try made.publish()
        let pot = try #require(ExtensionID(rawValue: "org.kitchen.pot"))
        let none = try #require(ExtensionID(rawValue: "org.kitchen.none"))
        #expect(refusal { try folder.promote([none]) }?.message == "the store has no extension 'org.kitchen.none'")
        try folder.promote([pot])
        #expect(try folder.sign(with: MadeStore.secrets(3, 4, 5)).isEmpty)
        let file = try #require(made.read().description)
        #expect(try StoreDescription(made.scratch.bytes("store/targets/" + file.storedPath)).promoted == [pot])
    }

    @Test func isMadeOnce() throws {
        try made.publish()
        #expect(refusal { try made.create() }?.code == .alreadyExists)
        let empty = RepositoryFolder(path: made.scratch.at("none"), now: MadeStore.now)
        let error = refusal { try empty.addPublisher("kitchen", prefixes: ["org.kitchen."], key: MadeStore.shared(6)) }
        #expect(error?.message == "\(made.scratch.at("none")): is not a store; make one with 'mayfly publish init'")
        #expect(!made.scratch.has("none"))
    }
}
