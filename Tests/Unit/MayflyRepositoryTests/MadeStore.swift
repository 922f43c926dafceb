import Foundation
import MayflyBundles
import MayflyModel
import MayflyTestSupport

@testable import MayflyRepository

/// A store in a temporary folder, and the keys that its makers have.
struct MadeStore {
    let scratch: ScratchFolder
    static let now = MadeMetadata.now

    init() throws { scratch = try ScratchFolder() }

    var folder: RepositoryFolder { RepositoryFolder(path: scratch.at("store"), now: Self.now) }

    static func secrets(_ numbers: UInt8...) throws -> [SigningKey] { try numbers.map(MadeMetadata.key) }

    static func shared(_ number: UInt8) throws -> PublicKey { try MadeMetadata.key(number).publicKey }

    /// A store with two keys of the root (1 and 2), one of the targets (3), the snapshot (4) and the timestamp (5), not yet signed.
    func create() throws {
        try folder.create(
            named: "Test Store",
            keys: StoreKeys(
                root: [Self.shared(1), Self.shared(2)],
                targets: Self.shared(3),
                snapshot: Self.shared(4),
                timestamp: Self.shared(5)
            )
        )
    }

    /// The same, published, with the publisher "kitchen" (6) of `org.kitchen.`, and a version 1.0.0 of `org.kitchen.pot`.
    func publish() throws {
        try create()
        try folder.addPublisher("kitchen", prefixes: ["org.kitchen."], key: Self.shared(6))
        _ = try add("org.kitchen.pot", "1.0.0")
        _ = try folder.sign(with: Self.secrets(1, 2, 3, 4, 5, 6))
    }

    /// Writes a sticker pack, and gives its path.
    func bundle(_ id: String, _ version: String, permissions: [String] = []) throws -> String {
        let path = "bundles/\(id)-\(version).mayfly"
        let asked = permissions.map { #"{"name": "\#($0)", "reason": "for \#($0)"}"# }.joined(separator: ", ")
        let manifest = #"""
            {"id": "\#(id)", "name": "Pot", "version": "\#(version)", "kind": "sticker-pack", "stickers": "S.xcstickers",
            "icon": "icon.png", "summary": "A pot", "permissions": [\#(asked)]}
            """#
        let picture = try Data(contentsOf: Checkout.folder.appending(path: "Tests/Support/SampleFiles/palette.png"))
        try scratch.write(manifest, to: path + "/manifest.json")
        try scratch.write(Array(picture), to: path + "/icon.png")
        try scratch.write(#"{"info": {"version": 1, "author": "us"}}"#, to: path + "/S.xcstickers/Contents.json")
        try scratch.write(
            #"{"stickers": [{"filename": "a.sticker"}]}"#,
            to: path + "/S.xcstickers/A.stickerpack/Contents.json"
        )
        let sticker = path + "/S.xcstickers/A.stickerpack/a.sticker"
        try scratch.write(#"{"properties": {"filename": "a.png"}}"#, to: sticker + "/Contents.json")
        try scratch.write(Array(picture), to: sticker + "/a.png")
        return scratch.at(path)
    }

    func add(_ id: String, _ version: String, permissions: [String] = [], notes: OfferNotes = OfferNotes()) throws
        -> Offer
    {
        let path = try bundle(id, version, permissions: permissions)
        return try folder.add(bundleAt: path, notes: notes, built: Self.now)
    }

    /// The published metadata as a reader takes it, from the first version of the root on.
    func read(at now: Timestamp = now) throws -> TrustedMetadata {
        try StoreReader.read(scratch.at("store/metadata"), at: now)
    }

    /// The names of the published files of metadata.
    func published() throws -> [String] { try scratch.names("store/metadata") }

    func staged() throws -> [String] { try scratch.names("store/staged") }
}

/// Reads a store from a folder by the rules, without a network.
enum StoreReader {
    static func read(_ metadata: String, at now: Timestamp) throws -> TrustedMetadata {
        func bytes(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(metadata)/\(name)")))
        }
        var trusted = try TrustedMetadata(trustedRoot: try bytes("1.root.json"), now: now)
        try update(&trusted, metadata)
        return trusted
    }

    /// Takes what is new, as a client that has seen the store before.
    static func update(_ trusted: inout TrustedMetadata, _ metadata: String) throws {
        func bytes(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(metadata)/\(name)")))
        }
        while let next = try? bytes("\(trusted.rootVersion + 1).root.json") { _ = try trusted.update(root: next) }
        trusted.takesExpired = false
        try trusted.requireRoot()
        _ = try trusted.update(timestamp: bytes("timestamp.json"))
        if !trusted.hasSnapshot {
            try trusted.update(snapshot: bytes("\(trusted.snapshotReference().version).snapshot.json"))
        }
        if !trusted.has(.targets) { try update(&trusted, .targets, bytes) }
        for role in trusted.publisherRoles where !trusted.has(role) { try update(&trusted, role, bytes) }
    }

    private static func update(_ trusted: inout TrustedMetadata, _ role: RoleName, _ bytes: (String) throws -> [UInt8])
        throws
    {
        guard let version = trusted.reference(of: role)?.version else { throw CocoaError(.fileNoSuchFile) }
        try trusted.update(role, bytes("\(version).\(role.file)"))
    }
}
