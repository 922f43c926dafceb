import Foundation
import MayflyBundles
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

/// A run without the other tests of this file says so.
@Suite struct WitnessPresenceTests {
    @Test func theWitnessIsThere() {
        guard !Witness.isThere else { return }
        Issue.record(
            "python-tuf is missing ('.ci/setup tests' fetches it): no other program has read or written our stores",
            severity: Witness.isExpected ? .error : .warning
        )
    }
}

/// python-tuf, another implementation of The Update Framework, writes what we read, and reads what we write.
@Suite(.withWitness) struct WitnessTests {
    private let made: MadeStore

    init() throws { made = try MadeStore() }

    private func write(_ mistake: String = "") throws {
        _ = try Witness.run("write_store.py", [made.scratch.at("store"), mistake])
    }

    /// What python-tuf says of these targets.
    private func read(_ paths: String..., at now: String = "2026-06-01T00:00:00+00:00") throws -> String {
        try Witness.run("read_store.py", [made.scratch.at("store"), now] + paths)
    }

    @Test func weReadWhatItWrites() throws {
        try write()
        let trusted = try made.read()
        #expect(throws: Never.self) { try trusted.requireFresh(for: .publisher("kitchen")) }
        let (offers, refused) = try trusted.offers()
        #expect(refused.isEmpty)
        let offer = try #require(offers.first)
        #expect(
            offer.name == "Pot é中\u{1F600}" && offer.summary == #"A "pot" \ a pan"# && offer.details == "Two\nlines"
        )
        #expect(offer.permissions.map(\.reason) == ["to see"] && offer.publisher == "kitchen" && offer.kind == .app)
        for file in [offer.archive, offer.icon] + offer.screenshots.map(\.file) {
            let bytes = try made.scratch.bytes("store/targets/" + file.storedPath)
            #expect(throws: Never.self) { try file.require(length: bytes.count, sha256: SHA256.hash(bytes)) }
        }
        let description = try #require(trusted.description)
        #expect(
            try StoreDescription(made.scratch.bytes("store/targets/" + description.storedPath)).name
                == "Store of Python"
        )
    }

    @Test(arguments: [
        ("one signature", "root.json: needs signatures of 2 of 2 keys"),
        ("another key", "targets.json: needs signatures of 1 of 1 key"),
    ])
    func weRefuseWhatItSignsWrongly(mistake: String, expected: String) throws {
        try write(mistake)
        let error = #expect(throws: MayflyError.self) { try made.read() }
        #expect(error?.message.hasPrefix(expected) == true)
    }

    @Test func itReadsWhatWeWrite() throws {
        try made.publish()
        let offer = try #require(made.read().offers().offers.first)
        let path = offer.archive.path
        #expect(
            try read(path, "store.json", "org.kitchen.none/1/bundle.tar") == """
                \(path) \(offer.archive.length) "Pot"
                store.json \(made.read().description?.length ?? 0) null
                org.kitchen.none/1/bundle.tar is not there

                """
        )
    }

    /// Each key is another one, and all files are new.
    @Test func itFollowsOurChanges() throws {
        try made.publish()
        _ = try read()
        for (role, key) in [(RoleName.targets, 33), (.snapshot, 34), (.timestamp, 35)] as [(RoleName, UInt8)] {
            try made.folder.rotate(role, to: [MadeStore.shared(key)])
        }
        try made.folder.rotate(.root, to: [MadeStore.shared(31), MadeStore.shared(32)])
        try made.folder.addPublisher("kitchen", prefixes: ["org.cellar."], key: MadeStore.shared(36))
        let offer = try made.add("org.cellar.jar", "2.0.0-beta.1+build")
        #expect(try made.folder.sign(with: MadeStore.secrets(1, 2, 31, 32, 33, 34, 35, 36)).isEmpty)
        #expect(try read(offer.archive.path) == "\(offer.archive.path) \(offer.archive.length) \"Pot\"\n")
        #expect(try made.read().offers().offers.map(\.id.rawValue) == ["org.cellar.jar", "org.kitchen.pot"])
    }

    @Test func itSeesTheSameExpiry() throws {
        try made.publish()
        #expect(try read(at: "2026-06-07T23:59:59+00:00").isEmpty)
        #expect(try read(at: "2026-06-08T00:00:00+00:00").hasPrefix("ExpiredMetadataError"))
        #expect(throws: Never.self) { try made.read(at: MadeMetadata.time("2026-06-07T23:59:59Z")) }
        let error = #expect(throws: MayflyError.self) { try made.read(at: MadeMetadata.time("2026-06-08T00:00:00Z")) }
        #expect(error?.message.hasPrefix("timestamp.json expired on 2026-06-08") == true)
    }

    /// Each file says by which version of the standard it is written: that of our documents, and of the same major and minor version as
    /// that of python-tuf.
    @Test func weWriteByTheVersionOfTheStandardThatItReads() throws {
        try made.publish()
        let metadata = made.scratch.at("store/metadata")
        let lines = try Witness.run("spec_versions.py", [metadata]).split(separator: "\n").map(String.init)
        #expect(try lines.count == 6 && lines.dropLast() == made.published().map { "\($0) 1.0.34" })
        #expect(try #require(lines.last).hasPrefix("python-tuf 1.0."), "\(lines)")
        let page = try String(contentsOf: Checkout.folder.appending(path: "Documentation/stores.md"), encoding: .utf8)
        #expect(page.contains("(https://theupdateframework.github.io/specification/latest/) 1.0.34"))
    }

    /// So both see the attacks of the other tests: a file that was changed is refused by it, too.
    @Test func itRefusesWhatWasChanged() throws {
        try made.publish()
        let offer = try #require(made.read().offers().offers.first)
        var bytes = try made.scratch.bytes("store/targets/" + offer.archive.storedPath)
        bytes[600] ^= 1
        try made.scratch.write(bytes, to: "store/targets/" + offer.archive.storedPath)
        #expect(
            try read(offer.archive.path).contains("LengthOrHashMismatchError")
                || read(offer.archive.path).contains("Observed hash")
        )
    }
}
