import Foundation
import MayflyBundles
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

/// The client of python-tuf refuses the stores that we refuse, at the same file and for the same reason, and goes on like ours when the
/// right files are there again.
@Suite(.withWitness) struct WitnessAttackTests {
    private let made: MadeStore

    init() throws { made = try MadeStore() }

    /// What a server or a thief of keys does after both clients have seen version 1, or version 2.
    enum Attack: String, CaseIterable {
        case formerTimestamp, formerSnapshotByTimestamp, formerPublisherBySnapshot, lostPublisher
        case otherSnapshot, otherPublisher, otherTargets
        case oneFormerKeyOfTheRoot, noFormerKeyOfTheRoot, skippedRoot, timestampOfTheFormerKey, otherStandard

        /// The version that both have seen.
        var seen: Int {
            switch self {
            case .otherSnapshot, .otherPublisher, .otherTargets: 1
            default: 2
            }
        }

        /// Our refusal; nil for one with sizes or a key, which depend on the files.
        var ours: String? {
            switch self {
            case .formerTimestamp: "timestamp.json: its version must be at least 2, the last one that was seen, found 1"
            case .formerSnapshotByTimestamp: "timestamp.json: names version 1 of snapshot.json, and 2 was seen before"
            case .formerPublisherBySnapshot: "snapshot.json: names version 1 of kitchen.json, and 2 was seen before"
            case .lostPublisher: "snapshot.json: has lost kitchen.json"
            case .otherSnapshot: nil
            case .otherPublisher: "kitchen.json: its version must be 2, as snapshot.json says, found 1"
            case .otherTargets: "targets.json: needs signatures of 1 of 1 key of the role 'targets', and 0 are valid"
            case .oneFormerKeyOfTheRoot: "root.json: needs signatures of 2 of 2 keys of the role 'root', and 1 is valid"
            case .noFormerKeyOfTheRoot: "root.json: needs signatures of 2 of 2 keys of the role 'root', and 0 are valid"
            case .skippedRoot: "root.json: its version must be 2, found 3"
            case .timestampOfTheFormerKey:
                "timestamp.json: needs signatures of 1 of 1 key of the role 'timestamp', and 0 are valid"
            case .otherStandard: "timestamp.json: 'signed.spec_version' must be 1.x, found '2.0.0'"
            }
        }

        /// The errors of python-tuf that mean the same.
        var theirs: String {
            switch self {
            case .formerTimestamp, .formerSnapshotByTimestamp, .formerPublisherBySnapshot, .otherPublisher,
                .skippedRoot:
                "BadVersionNumberError"
            case .lostPublisher: "RepositoryError"
            case .otherStandard: "DeserializationError Failed to deserialize JSON Unsupported spec_version"
            case .otherSnapshot: "LengthOrHashMismatchError"
            case .oneFormerKeyOfTheRoot, .noFormerKeyOfTheRoot, .timestampOfTheFormerKey, .otherTargets:
                "UnsignedMetadataError"
            }
        }
    }

    private var metadata: String { made.scratch.at("store/metadata") }

    /// What python-tuf says when it fetches what is new, and the archive of version 1.
    private func theirs() throws -> String {
        let path = "org.kitchen.pot/1.0.0/bundle.tar"
        return try Witness.run("read_store.py", [made.scratch.at("store"), "2026-06-01T00:00:00+00:00", path])
    }

    private func copy(_ file: String, to other: String) throws {
        try? FileManager.default.removeItem(atPath: made.scratch.at(other))
        try FileManager.default.copyItem(atPath: made.scratch.at(file), toPath: made.scratch.at(other))
    }

    /// Writes a snapshot of version 3 and a timestamp that names it: all keys of the server were stolen.
    private func write(snapshot: [UInt8], version: Int) throws {
        try made.scratch.write(snapshot, to: "store/metadata/\(version).snapshot.json")
        let timestamp = try MadeMetadata().timestamp(version: 3, of: snapshot, snapshotVersion: version)
        try made.scratch.write(timestamp, to: "store/metadata/timestamp.json")
    }

    /// Stages another root, and puts it as it is to the published files.
    private func forceRoot(signedBy keys: UInt8...) throws {
        try made.folder.rotate(.root, to: [MadeStore.shared(31), MadeStore.shared(32)])
        let missing = try made.folder.sign(with: keys.map(MadeMetadata.key))
        try #require(!missing.isEmpty)
        try copy("store/staged/root.json", to: "store/metadata/2.root.json")
    }

    private func carryOut(_ attack: Attack) throws {
        let good = MadeMetadata()
        switch attack {
        case .formerTimestamp: try copy("first/timestamp.json", to: "store/metadata/timestamp.json")
        case .formerSnapshotByTimestamp:
            try write(snapshot: made.scratch.bytes("first/1.snapshot.json"), version: 1)
        case .formerPublisherBySnapshot:
            let former = try good.snapshot(version: 3, ["cellar.json": 1, "kitchen.json": 1, "targets.json": 2])
            try write(snapshot: former, version: 3)
        case .lostPublisher:
            try write(snapshot: good.snapshot(version: 3, ["cellar.json": 1, "targets.json": 2]), version: 3)
        case .otherSnapshot: try copy("first/1.snapshot.json", to: "store/metadata/2.snapshot.json")
        case .otherPublisher: try copy("first/1.kitchen.json", to: "store/metadata/2.kitchen.json")
        case .otherTargets: try copy("first/1.kitchen.json", to: "store/metadata/2.targets.json")
        case .oneFormerKeyOfTheRoot: try forceRoot(signedBy: 1, 31, 32)
        case .noFormerKeyOfTheRoot: try forceRoot(signedBy: 31, 32)
        case .skippedRoot: try made.scratch.write(good.root(version: 3), to: "store/metadata/2.root.json")
        case .timestampOfTheFormerKey:
            try copy("store/metadata/timestamp.json", to: "former.json")
            try made.folder.rotate(.timestamp, to: [MadeStore.shared(35)])
            let missing = try made.folder.sign(with: MadeStore.secrets(1, 2, 35))
            try #require(missing.isEmpty)
            try copy("store/metadata/timestamp.json", to: "right.json")
            try copy("former.json", to: "store/metadata/timestamp.json")
        case .otherStandard:
            let right = try made.scratch.bytes("store/metadata/timestamp.json")
            let other = try good.file(.timestamp, right, with: #""2.0.0""#, inPlaceOf: #""1.0.34""#)
            try made.scratch.write(other, to: "store/metadata/timestamp.json")
        }
    }

    @Test(arguments: Attack.allCases) func bothRefuse(attack: Attack) throws {
        try made.publish()
        try copy("store/metadata", to: "first")
        var trusted = try made.read()
        let known = try theirs()
        try #require(known.hasPrefix("org.kitchen.pot/1.0.0/bundle.tar "), "\(known)")
        _ = try made.add("org.kitchen.pan", "1.0.0")
        try made.folder.addPublisher("cellar", prefixes: ["org.cellar."], key: MadeStore.shared(7))
        let missing = try made.folder.sign(with: MadeStore.secrets(3, 4, 5, 6, 7))
        try #require(missing.isEmpty)
        if attack.seen == 2 {
            trusted = try made.read()
            #expect(try theirs() == known)
        }
        try copy("store/metadata", to: "second")

        try carryOut(attack)
        let error = #expect(throws: MayflyError.self) { try StoreReader.update(&trusted, metadata) }
        let (right, former) = try (
            made.scratch.bytes("second/2.snapshot.json").count, made.scratch.bytes("first/1.snapshot.json").count
        )
        let sizes = "snapshot.json: must have \(right) bytes, as timestamp.json says, found \(former)"
        #expect(error?.message == attack.ours ?? sizes)
        let refusal = try theirs()
        #expect(refusal.hasPrefix(attack.theirs + " "), "\(refusal)")

        // With the right files both go on; a timestamp of a thief that both have taken has a version above the right one.
        guard ![.formerPublisherBySnapshot, .lostPublisher].contains(attack) else { return }
        if attack == .timestampOfTheFormerKey {
            try copy("right.json", to: "store/metadata/timestamp.json")
        } else {
            try copy("second", to: "store/metadata")
        }
        #expect(throws: Never.self) { try StoreReader.update(&trusted, metadata) }
        #expect(try theirs() == known)
    }

    // MARK: Targets

    /// What python-tuf says of these targets.
    private func theirs(_ paths: String...) throws -> String {
        try Witness.run("read_store.py", [made.scratch.at("store"), "2026-06-01T00:00:00+00:00"] + paths)
    }

    /// The publisher "cellar" signs a version of an extension that "kitchen" owns, other bytes in place of one that is there, and one of
    /// its own. The files are in the store, under all of these names.
    @Test func bothIgnoreAPublisherWhoSignsWhatIsAnothers() throws {
        try made.publish()
        let offer = try #require(made.read().offers().offers.first)
        let bytes = try made.scratch.bytes("store/targets/" + offer.archive.storedPath)
        func signed(_ path: String, _ bytes: [UInt8]) throws -> TargetFile {
            let file = TargetFile(path: path, length: bytes.count, sha256: SHA256.hash(bytes))
            try made.scratch.write(bytes, to: "store/targets/" + file.storedPath)
            return file
        }
        let (own, others) = ("org.cellar.jar/1.0.0/bundle.tar", "org.kitchen.pan/9.0.0/bundle.tar")
        try made.folder.addPublisher("cellar", prefixes: ["org.cellar."], key: MadeStore.shared(7))
        try made.folder.replaceFiles(
            of: .publisher("cellar"),
            with: [signed(own, bytes), signed(others, bytes), signed(offer.archive.path, bytes + [0])]
        )
        let missing = try made.folder.sign(with: MadeStore.secrets(3, 4, 5, 7))
        try #require(missing.isEmpty)

        let (files, refused) = try made.read().files()
        #expect(
            refused
                == [others, offer.archive.path].map {
                    "cellar.json: '\($0)' is not below a prefix of 'cellar', and is ignored"
                }
        )
        let archives = files.filter { $0.file.path.hasSuffix("bundle.tar") }
        #expect(archives.map(\.file.path).sorted() == [own, offer.archive.path])
        #expect(archives.first { $0.role == .publisher("kitchen") }?.file == offer.archive)
        #expect(
            try theirs(others, own, offer.archive.path) == """
                \(others) is not there
                \(own) \(bytes.count) null
                \(offer.archive.path) \(bytes.count) "Pot"

                """
        )
    }

    /// The hash is that of the file, and the length is not.
    @Test(arguments: [(-1, "DownloadLengthMismatchError "), (1, "LengthOrHashMismatchError ")])
    func bothRefuseATargetOfAnotherLength(difference: Int, error: String) throws {
        try made.publish()
        let offer = try #require(made.read().offers().offers.first)
        let (path, length) = (offer.archive.path, offer.archive.length)
        let wrong = TargetFile(
            path: path,
            length: length + difference,
            sha256: offer.archive.sha256,
            custom: offer.archive.custom
        )
        try made.folder.replaceFiles(of: .publisher("kitchen"), with: [wrong, offer.icon])
        let missing = try made.folder.sign(with: MadeStore.secrets(4, 5, 6))
        try #require(missing.isEmpty)
        let found = try #require(made.read().offers().offers.first).archive
        let bytes = try made.scratch.bytes("store/targets/" + found.storedPath)
        let ours = #expect(throws: MayflyError.self) { try found.require(bytes) }
        #expect(
            ours?.message == "\(path): must have \(grouped(length + difference)) bytes, found \(grouped(length))"
        )
        let theirs = try theirs(path)
        #expect(theirs.hasPrefix(error), "\(theirs)")
    }

    // MARK: The command

    /// Runs `mayfly publish` in the scratch folder. With all keys: each signs what is its own.
    private func publish(_ arguments: [String], by keys: [String]) throws {
        let program = Bundle.main.bundlePath + "/mayfly"
        let words = [program, "publish"] + arguments + keys.flatMap { ["--key", $0 + ".key"] }
        let ended = try Program(words, in: made.scratch.path, takesErrors: true)
        try #require(ended.status == 0 && !ended.output.contains("waiting"), "\(arguments): \(ended.output)")
    }

    @Test func itFollowsRotationsOfTheCommand() throws {
        let roles = ["targets", "snapshot", "timestamp"]
        let names = ["root-1", "root-2", "kitchen"] + roles
        let all = names + names.map { "new-\($0)" }
        try publish(["keys"] + all, by: [])
        try publish(
            ["init", "store", "--name", "Kitchen", "--root", "root-1.pub", "--root", "root-2.pub"]
                + roles.flatMap { ["--\($0)", "\($0).pub"] },
            by: all
        )
        func publisher(_ key: String) -> [String] {
            ["publisher", "store", "--name", "kitchen", "--prefix", "org.kitchen.", "--public-key", key + ".pub"]
        }
        try publish(publisher("kitchen"), by: all)
        try publish(["add", "store", try made.bundle("org.kitchen.pot", "1.0.0")], by: all)
        let now = ISO8601DateFormatter().string(from: Date()).replacing("Z", with: "+00:00")
        let path = "org.kitchen.pot/1.0.0/bundle.tar"
        func read() throws -> String { try Witness.run("read_store.py", [made.scratch.at("store"), now, path]) }
        func root() throws -> String { String(decoding: try made.scratch.bytes("cache/root.json"), as: UTF8.self) }
        let known = try read()
        try #require(known.hasPrefix(path + " ") && known.hasSuffix("\"Pot\"\n"), "\(known)")

        // One role after the other; the keys that were replaced sign nothing any more.
        var keys = all
        for (index, role) in (roles + ["root"]).enumerated() {
            let new = role == "root" ? ["root-1", "root-2"] : [role]
            try publish(["rotate", "store", "--role", role] + new.flatMap { ["--new", "new-\($0).pub"] }, by: keys)
            keys.removeAll(where: new.contains)
            #expect(try read() == known, "\(role)")
            #expect(try root().contains(#""version":\#(index + 2)"#), "\(role)")
        }
        try publish(publisher("new-kitchen"), by: keys)
        keys.removeAll { $0 == "kitchen" }
        try publish(["add", "store", try made.bundle("org.kitchen.pan", "1.0.0")], by: keys)
        try publish(["timestamp", "store"], by: keys)
        #expect(try read() == known)
        #expect(try keys.count == all.count / 2 && made.published().contains("5.root.json"))
    }
}
