import MayflyLinux
import MayflyModel
import Testing

@testable import MayflyRepository

/// Metadata of a store that is only in memory: each file in any version, of any content, and signed by anybody.
struct MadeMetadata {
    /// The roles of the root with the numbers of their keys.
    var keys: [RoleName: [UInt8]] = [.root: [1, 2], .targets: [3], .snapshot: [4], .timestamp: [5]]
    var thresholds: [RoleName: Int] = [.root: 2]

    static let now = time("2026-06-01T00:00:00Z")
    static let future = time("2026-07-01T00:00:00Z")
    static let past = time("2026-05-31T23:59:59Z")

    static func time(_ text: String) -> Timestamp { Timestamp(metadata: text) ?? Timestamp(rawValue: 0) }

    /// The key whose seed is this number again and again.
    static func key(_ number: UInt8) throws -> SigningKey {
        let key = try #require(Ed25519.PrivateKey(seed: [UInt8](repeating: number, count: Ed25519.keySize)))
        return SigningKey(key: key, publicKey: try #require(PublicKey(bytes: key.publicKey)))
    }

    static func roleKeys(_ numbers: [UInt8], threshold: Int = 1) throws -> RoleKeys {
        RoleKeys(try numbers.map { try key($0).publicKey }, threshold: threshold)
    }

    /// A file of a role, signed by the keys with these numbers; nil means those of the role.
    func file(
        _ role: RoleName,
        version: Int = 1,
        expires: Timestamp = future,
        by signers: [UInt8]? = nil,
        _ members: KeyValuePairs<String, JSONValue>
    ) throws -> [UInt8] {
        let signers = signers ?? keys[role] ?? []
        var draft = DraftMetadata(role: role, version: version, expires: expires, members: members)
        try draft.sign(with: try signers.map(Self.key), of: try Self.roleKeys(signers))
        return try draft.bytes()
    }

    func root(version: Int = 1, expires: Timestamp = future, by signers: [UInt8]? = nil) throws -> [UInt8] {
        var roles: [RoleKeys] = []
        var entries: [JSONValue.Member] = []
        for role in RootMetadata.roles {
            let own = try Self.roleKeys(keys[role] ?? [], threshold: thresholds[role] ?? 1)
            roles.append(own)
            entries.append(.init(role.text, .object(own.members)))
        }
        return try file(
            .root,
            version: version,
            expires: expires,
            by: signers,
            ["consistent_snapshot": .boolean(true), "keys": RoleKeys.json(roles), "roles": .object(entries)]
        )
    }

    /// A timestamp that names these bytes as the snapshot.
    func timestamp(
        version: Int = 1,
        expires: Timestamp = future,
        by signers: [UInt8]? = nil,
        of snapshot: [UInt8],
        snapshotVersion: Int = 1
    ) throws -> [UInt8] {
        let reference: JSONValue = .object([
            "hashes": .object(["sha256": .text(SHA256.hash(snapshot).hexadecimal)]), "length": .number(snapshot.count),
            "version": .number(snapshotVersion),
        ])
        return try file(
            .timestamp,
            version: version,
            expires: expires,
            by: signers,
            ["meta": .object(["snapshot.json": reference])]
        )
    }

    /// A snapshot that names these versions.
    func snapshot(
        version: Int = 1,
        expires: Timestamp = future,
        by signers: [UInt8]? = nil,
        _ versions: KeyValuePairs<String, Int> = ["targets.json": 1, "kitchen.json": 1]
    ) throws -> [UInt8] {
        let meta = versions.map { JSONValue.Member($0, .object(["version": .number($1)])) }
        return try file(.snapshot, version: version, expires: expires, by: signers, ["meta": .object(meta)])
    }

    /// A file with another text in what is signed, signed anew by the keys of the role; those of a publisher are the sixth one.
    func file(_ role: RoleName, _ bytes: [UInt8], with other: String, inPlaceOf text: String) throws -> [UInt8] {
        let changed = String(decoding: bytes, as: UTF8.self).replacing(text, with: other)
        var draft = try DraftMetadata(Array(changed.utf8), role: role)
        let signers = keys[role] ?? [6]
        try draft.sign(with: try signers.map(Self.key), of: try Self.roleKeys(signers))
        return try draft.bytes()
    }

    /// A publisher as the targets name it.
    struct Publisher {
        let name: String
        var key: UInt8 = 6
        var patterns = ["org.kitchen.*/*/*"]
        var isTerminating = true
    }

    func targets(
        version: Int = 1,
        expires: Timestamp = future,
        by signers: [UInt8]? = nil,
        publishers: [Publisher] = [Publisher(name: "kitchen")]
    ) throws -> [UInt8] {
        var delegations: [Delegation] = []
        for publisher in publishers {
            delegations.append(
                Delegation(
                    role: try #require(RoleName.publisher(named: publisher.name)),
                    keys: try Self.roleKeys([publisher.key]),
                    patterns: publisher.patterns.map(PathPattern.init),
                    isTerminating: publisher.isTerminating
                )
            )
        }
        let delegated: JSONValue = .object([
            "keys": RoleKeys.json(delegations.map(\.keys)), "roles": .list(delegations.map(\.json)),
        ])
        return try file(
            .targets,
            version: version,
            expires: expires,
            by: signers,
            ["delegations": delegated, "targets": .object([JSONValue.Member]())]
        )
    }

    /// A file of a publisher with targets at these paths, whose content is their path.
    func publisher(
        _ name: String = "kitchen",
        version: Int = 1,
        expires: Timestamp = future,
        by signers: [UInt8] = [6],
        naming paths: [String] = ["org.kitchen.pot/1.0.0/bundle.tar"]
    ) throws -> [UInt8] {
        let files = paths.map {
            TargetFile(path: $0, length: $0.utf8.count, sha256: SHA256.hash($0.utf8), custom: .null).member
        }
        let role = try #require(RoleName.publisher(named: name))
        return try file(role, version: version, expires: expires, by: signers, ["targets": .object(files)])
    }
}
