internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// The keys of a role, and how many of them must sign.
struct RoleKeys: Sendable, Hashable {
    /// A key by the name that the metadata has for it, which need not be the digest that other programs make.
    struct Key: Sendable, Hashable {
        let id: String
        let key: PublicKey

        func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
            Ed25519.isValid(signature, of: message, by: key.bytes)
        }
    }

    let all: [Key]
    let threshold: Int

    private static let (maximumKeys, longestID) = (32, 128)

    /// Reads the entry of a role, `object`, with the keys that it names. Keys of unknown types are left out; one key with two names
    /// counts once.
    init(_ object: JSONObject, among keys: [String: PublicKey]) throws(MayflyError) {
        let ids = try object.optionalTexts("keyids") ?? []
        guard ids.count <= Self.maximumKeys else {
            throw object.problem("keyids", "must have at most \(Self.maximumKeys) items, found \(ids.count)")
        }
        for id in ids { try Self.require(id, "keyids", of: object) }
        var seen: Set<PublicKey> = []
        all = ids.compactMap { id in
            keys[id].flatMap { seen.insert($0).inserted ? Key(id: id, key: $0) : nil }
        }
        threshold = try object.version("threshold")
    }

    /// Reads the keys of a list by their names.
    static func keys(in object: JSONObject) throws(MayflyError) -> [String: PublicKey] {
        var keys: [String: PublicKey] = [:]
        for (id, key) in try object.objects() {
            try require(id, "keys", of: object)
            keys[id] = try PublicKey(key)
        }
        return keys
    }

    private static func require(_ id: String, _ key: String, of object: JSONObject) throws(MayflyError) {
        guard id.utf8.count <= longestID else {
            throw object.problem(
                key,
                "must have ids of at most \(longestID) bytes, found \(grouped(id.utf8.count)): '\(shown(id))'"
            )
        }
    }
}
