internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// The metadata of one store that was verified, and the rules by which newer files are taken (The Update Framework, section 5).
///
/// It reads no file and asks no server: whoever fetches the bytes gives them here in the order root, timestamp, snapshot, targets,
/// publishers. A file that breaks a rule changes nothing. All errors are `.untrusted` and begin with the name of the file.
package struct TrustedMetadata: Sendable {
    private var root: RootMetadata
    private var timestamp: TimestampMetadata?
    private var snapshot: SnapshotMetadata?
    private var targets: TargetsMetadata?
    private var publishers: [RoleName: TargetsMetadata] = [:]
    /// Length and SHA-256 of the files of the targets and of publishers, to compare them with what a later snapshot says.
    private var contents: [RoleName: (length: Int, sha256: [UInt8])] = [:]
    /// Expiry counts against this time only, so that no update mixes two moments.
    private let now: Timestamp
    /// Whether expired files are taken: those that are here already can still be looked at (see `requireFresh`).
    package var takesExpired = true

    /// Trusts a file of the root that was verified earlier, or that a person trusts by its fingerprint.
    ///
    /// - Parameter now: the time that expiry is compared with.
    package init(trustedRoot bytes: [UInt8], now: Timestamp) throws(MayflyError) {
        let file = try SignedMetadata(bytes, role: .root)
        let root = try RootMetadata(file)
        try file.requireSignatures(of: try root.keys(of: .root))
        self.root = root
        self.now = now
    }

    /// The version of the timestamp; nil before there is one.
    package var timestampVersion: Int? { timestamp?.header.version }

    /// The version of the root that is trusted.
    package var rootVersion: Int { root.header.version }

    /// Takes the next version of the root, which the keys of both versions must have signed (5.3).
    ///
    /// Returns whether the keys of the timestamp or of the snapshot have changed. The files of both are then to be forgotten, so that
    /// a store can recover from a version that was made too high with a stolen key.
    package mutating func update(root bytes: [UInt8]) throws(MayflyError) -> Bool {
        let file = try SignedMetadata(bytes, role: .root)
        let new = try RootMetadata(file)
        try file.requireSignatures(of: try root.keys(of: .root))
        try file.requireSignatures(of: try new.keys(of: .root))
        guard new.header.version == root.header.version + 1 else {
            throw wrongVersion(file, "must be \(root.header.version + 1)")
        }
        let (before, after) = (root, new)
        root = new
        for role in [RoleName.timestamp, .snapshot] where try before.keys(of: role) != after.keys(of: role) {
            (timestamp, snapshot, targets, publishers) = (nil, nil, nil, [:])
            return true
        }
        // What a key has signed counts no more when it was taken back.
        if try before.keys(of: .targets) != after.keys(of: .targets) { (targets, publishers) = (nil, [:]) }
        return false
    }

    /// Throws where the root has expired. It is to be called after the last version of the root.
    package func requireRoot() throws(MayflyError) { try requireUnexpired(.root, root.header) }

    /// Throws where the timestamp has expired: a server that gives an old one again and again keeps what is new from people (5.4.4).
    package func requireTimestamp() throws(MayflyError) {
        guard let timestamp else { throw missing(.timestamp) }
        try requireUnexpired(.timestamp, timestamp.header)
    }

    /// Throws unless all files that a file of this role depends on are there and have not expired.
    package func requireFresh(for role: RoleName) throws(MayflyError) {
        try requireRoot()
        try requireTimestamp()
        guard let snapshot else { throw missing(.snapshot) }
        try requireUnexpired(.snapshot, snapshot.header)
        guard let targets else { throw missing(.targets) }
        try requireUnexpired(.targets, targets.header)
        guard role != .targets else { return }
        guard let publisher = publishers[role] else { throw missing(role) }
        try requireUnexpired(role, publisher.header)
    }

    private func requireUnexpired(_ role: RoleName, _ header: SignedMetadata.Header) throws(MayflyError) {
        guard now < header.expires else {
            throw ExpiredMetadata(role: role, day: header.expires.day).error(role.file)
        }
    }

    /// Takes a timestamp (5.4); false for the version that is trusted already.
    package mutating func update(timestamp bytes: [UInt8]) throws(MayflyError) -> Bool {
        let file = try verified(bytes, .timestamp, by: try root.keys(of: .timestamp))
        let new = try TimestampMetadata(file)
        if let timestamp {
            guard new.header.version >= timestamp.header.version else {
                throw wrongVersion(file, "must be at least \(timestamp.header.version), the last one that was seen")
            }
            guard new.header.version > timestamp.header.version else { return false }
            guard new.snapshot.version >= timestamp.snapshot.version else {
                throw MayflyError(
                    .untrusted,
                    "timestamp.json: names version \(new.snapshot.version) of snapshot.json, and \(timestamp.snapshot.version) was seen before"
                )
            }
        }
        if !takesExpired { try requireUnexpired(.timestamp, new.header) }
        timestamp = new
        return true
    }

    /// What the timestamp says of the snapshot; throws before there is a timestamp.
    package func snapshotReference() throws(MayflyError) -> (version: Int, length: Int) {
        guard let timestamp else { throw missing(.timestamp) }
        return (timestamp.snapshot.version, timestamp.snapshot.length ?? RoleName.snapshot.limit)
    }

    /// Takes the snapshot that the timestamp names (5.5).
    package mutating func update(snapshot bytes: [UInt8]) throws(MayflyError) {
        guard let timestamp else { throw missing(.timestamp) }
        try requireReferred(bytes, .snapshot, timestamp.snapshot, by: .timestamp)
        let file = try verified(bytes, .snapshot, by: try root.keys(of: .snapshot))
        let new = try SnapshotMetadata(file)
        guard new.header.version == timestamp.snapshot.version else {
            throw wrongVersion(file, "must be \(timestamp.snapshot.version), as timestamp.json says")
        }
        for (name, before) in (snapshot?.files ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let after = new.files[name] else {
                throw MayflyError(.untrusted, "snapshot.json: has lost \(shown(name))")
            }
            guard after.version >= before.version else {
                throw MayflyError(
                    .untrusted,
                    "snapshot.json: names version \(after.version) of \(shown(name)), and \(before.version) was seen before"
                )
            }
        }
        if !takesExpired { try requireUnexpired(.snapshot, new.header) }
        snapshot = new
        // What the new one does not name any more counts for nothing.
        if !isNamed(.targets, version: targets?.header.version, by: new) { (targets, publishers) = (nil, [:]) }
        publishers = publishers.filter { isNamed($0.key, version: $0.value.header.version, by: new) }
    }

    /// Whether a snapshot names the file that is here.
    private func isNamed(_ role: RoleName, version: Int?, by snapshot: SnapshotMetadata) -> Bool {
        guard let reference = snapshot.files[role.file], let own = contents[role], reference.version == version else {
            return false
        }
        return own.length == reference.length ?? own.length && own.sha256 == reference.sha256 ?? own.sha256
    }

    /// What the snapshot says of a file; nil where it does not name it, and before there is a snapshot.
    package func reference(of role: RoleName) -> (version: Int, length: Int)? {
        snapshot?.files[role.file].map { ($0.version, min($0.length ?? role.limit, role.limit)) }
    }

    /// Takes the file of the targets or of a publisher that the snapshot names (5.6).
    package mutating func update(_ role: RoleName, _ bytes: [UInt8]) throws(MayflyError) {
        guard let reference = snapshot?.files[role.file] else { throw missing(role) }
        try requireReferred(bytes, role, reference, by: .snapshot)
        let file = try verified(bytes, role, by: try keys(of: role))
        let new = try TargetsMetadata(file)
        guard new.header.version == reference.version else {
            throw wrongVersion(file, "must be \(reference.version), as snapshot.json says")
        }
        contents[role] = (bytes.count, SHA256.hash(bytes))
        guard role == .targets else {
            // That one publisher is late is no reason to take nothing from the others.
            publishers[role] = new
            return
        }
        if !takesExpired { try requireUnexpired(.targets, new.header) }
        targets = new
        // Their keys may be others now: they are to be given again.
        publishers = [:]
    }

    /// Whether the file that the snapshot names is here.
    package func has(_ role: RoleName) -> Bool { role == .targets ? targets != nil : publishers[role] != nil }

    /// Whether there is a snapshot that the timestamp names.
    package var hasSnapshot: Bool { snapshot != nil && snapshot?.header.version == timestamp?.snapshot.version }

    /// The publishers in the order of precedence; empty before there are targets.
    package var publisherRoles: [RoleName] { targets?.delegations.map(\.role) ?? [] }

    private func keys(of role: RoleName) throws(MayflyError) -> RoleKeys {
        guard case .publisher = role else { return try root.keys(of: role) }
        guard let delegation = targets?.delegations.first(where: { $0.role == role }) else {
            throw MayflyError(.untrusted, "targets.json: has no role '\(role.text)'")
        }
        return delegation.keys
    }

    private func verified(_ bytes: [UInt8], _ role: RoleName, by keys: RoleKeys) throws(MayflyError) -> SignedMetadata {
        let file = try SignedMetadata(bytes, role: role)
        try file.requireSignatures(of: keys)
        return file
    }

    private func requireReferred(_ bytes: [UInt8], _ role: RoleName, _ reference: MetadataReference, by other: RoleName)
        throws(MayflyError)
    {
        if let length = reference.length, bytes.count != length {
            throw MayflyError(
                .untrusted,
                "\(role.file): must have \(grouped(length)) bytes, as \(other.file) says, found \(grouped(bytes.count))"
            )
        }
        if let sha256 = reference.sha256, SHA256.hash(bytes) != sha256 {
            throw MayflyError(
                .untrusted,
                "\(role.file): its SHA-256 must be \(sha256.hexadecimal), as \(other.file) says"
            )
        }
    }

    private func wrongVersion(_ file: SignedMetadata, _ rule: String) -> MayflyError {
        MayflyError(.untrusted, "\(file.role.file): its version \(rule), found \(file.header.version)")
    }

    private func missing(_ role: RoleName) -> MayflyError {
        MayflyError(.untrusted, "\(role.file): is not named by the files before it")
    }
}

extension TrustedMetadata {
    /// The file of a path that the store itself signs.
    func storeFile(_ path: String) -> TargetFile? { targets?.targets.first { $0.path == path } }

    /// Files with the roles that own them, and a sentence for each one that its role may not name.
    package typealias OwnedFiles = (files: [(role: RoleName, file: TargetFile)], refused: [String])

    /// All files that count, in the order of precedence.
    ///
    /// Where `isStopped` says true, it throws `MayflyError.stopped`; `.untrusted` where the patterns are such that the comparison would
    /// take too long.
    package func files(unless isStopped: (() -> Bool)? = nil) throws(MayflyError) -> OwnedFiles {
        var found: [(role: RoleName, file: TargetFile)] = []
        var refused: [String] = []
        var taken: Set<String> = []
        for file in targets?.targets ?? [] where taken.insert(file.path).inserted { found.append((.targets, file)) }
        // Of the terminating roles before: what they own is looked for in no other.
        var earlier = PatternIndex()
        var steps = 0
        for delegation in targets?.delegations ?? [] {
            for file in publishers[delegation.role]?.targets ?? [] {
                if isStopped?() == true { throw MayflyError.stopped }
                let path = SplitPath(file.path)
                let isOwn = delegation.owns(path, steps: &steps)
                let isTaken = isOwn && earlier.matches(path, steps: &steps)
                guard steps <= Self.mostSteps else {
                    throw MayflyError(
                        .untrusted,
                        "targets.json: to compare its 'paths' with the files of publishers takes too long: more than \(grouped(Self.mostSteps)) bytes are compared up to \(delegation.role.file)"
                    )
                }
                guard isOwn else {
                    refused.append(
                        "\(delegation.role.file): '\(shown(file.path))' is not below a prefix of '\(delegation.role.text)', and is ignored"
                    )
                    continue
                }
                guard !isTaken, taken.insert(file.path).inserted else { continue }
                found.append((delegation.role, file))
            }
            if delegation.isTerminating { earlier.add(delegation.patterns) }
        }
        return (found, refused)
    }

    /// Some four hundred thousand files, each of which is compared with two patterns, take fewer.
    private static let mostSteps = 64_000_000

    /// The bytes of the files of publishers that are here.
    package var bytesOfPublishers: Int { publishers.keys.reduce(0) { $0 + (contents[$1]?.length ?? 0) } }
}
