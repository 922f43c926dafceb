internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// A file of metadata that is being written: what is signed, and the signatures so far.
struct DraftMetadata {
    let role: RoleName
    let version: Int
    private let signed: JSONValue
    private var signatures: [(key: String, signature: String)]

    /// A new file without signatures; `members` are those besides the four that all files have.
    init(role: RoleName, version: Int, expires: Timestamp, members: KeyValuePairs<String, JSONValue>) {
        self.role = role
        self.version = version
        signed = .object(
            [
                .init("_type", .text(role.type)), .init("expires", .text(expires.metadata)),
                .init("spec_version", .text("1.0.34")), .init("version", .number(version)),
            ] + members.map { JSONValue.Member($0, $1) }
        )
        signatures = []
    }

    /// A file that was written before.
    init(_ bytes: [UInt8], role: RoleName) throws(MayflyError) {
        let file = try JSONObject(bytes, limit: role.limit, file: role.file, code: .untrusted)
        let object = try file.object("signed")
        self.role = role
        version = try object.version("version")
        signed = object.value
        signatures = []
        for item in try file.optionalObjects("signatures") ?? [] {
            signatures.append((try item.text("keyid"), try item.text("sig")))
        }
    }

    /// Whether what is signed has these members.
    func has(_ members: KeyValuePairs<String, JSONValue>) -> Bool {
        members.allSatisfy { name, value in signed[name].sortedLine == value.sortedLine }
    }

    /// Adds a signature of each of these keys that the role has, in place of an older one.
    mutating func sign(with keys: [SigningKey], of role: RoleKeys) throws(MayflyError) {
        let canonical = try CanonicalJSON.bytes(of: signed)
        for key in keys {
            guard let name = role.all.first(where: { $0.key == key.publicKey })?.id else { continue }
            signatures.removeAll { $0.key == name }
            signatures.append((name, key.signature(of: canonical)))
        }
    }

    /// The file; throws `.untrusted` where it is larger than readers take.
    func bytes() throws(MayflyError) -> [UInt8] {
        let list = signatures.map { JSONValue.object(["keyid": .text($0.key), "sig": .text($0.signature)]) }
        let bytes = Array((JSONValue.object(["signatures": .list(list), "signed": signed]).line + "\n").utf8)
        guard bytes.count <= role.limit else {
            throw MayflyError(
                .untrusted,
                "\(role.file): \(grouped(bytes.count)) bytes; at most \(grouped(role.limit)) are allowed"
            )
        }
        return bytes
    }
}

extension RoleKeys {
    init(_ keys: [PublicKey], threshold: Int) {
        all = keys.map { Key(id: $0.id, key: $0) }
        self.threshold = threshold
    }

    /// The members of a role's entry.
    var members: [JSONValue.Member] {
        [.init("keyids", .texts(all.map(\.id))), .init("threshold", .number(threshold))]
    }

    /// The keys of several roles by their names, each once.
    static func json(_ roles: some Sequence<RoleKeys>) -> JSONValue {
        var keys: [String: PublicKey] = [:]
        for role in roles { for key in role.all { keys[key.id] = key.key } }
        return .object(keys.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) })
    }
}

extension TargetFile {
    /// The member of a file of targets.
    var member: JSONValue.Member {
        let described: [JSONValue.Member] = custom == .null ? [] : [.init("custom", custom)]
        return .init(
            path,
            .object(
                described + [
                    .init("hashes", .object(["sha256": .text(sha256.hexadecimal)])), .init("length", .number(length)),
                ]
            )
        )
    }
}

extension Delegation {
    var json: JSONValue {
        .object(
            [.init("name", .text(role.text))] + keys.members + [
                .init("paths", .texts(patterns.map(\.text))), .init("terminating", .boolean(isTerminating)),
            ]
        )
    }
}
