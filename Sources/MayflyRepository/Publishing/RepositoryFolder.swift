internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// The folder of a store at its publisher: `metadata` and `targets`, which any web server can serve, and `staged`, which it need not.
///
/// A change makes new files of metadata in `staged`. There they wait for the signatures that they need, which can be made on other
/// machines; what has all of them is published: the timestamp last, so that whoever reads meanwhile gets the old files or the new ones.
package struct RepositoryFolder {
    /// The path of the folder.
    package let path: String
    let now: Timestamp

    /// - Parameter now: the time from which expiry is counted.
    package init(path: String, now: Timestamp) {
        self.path = path
        self.now = now
    }

    /// How long the file of a role is valid, in days, where the command says nothing else.
    package static func days(of role: RoleName) -> Int {
        switch role {
        case .root, .targets, .publisher: 365
        case .snapshot: 30
        case .timestamp: 7
        }
    }

    /// What a file of metadata needs before it is published: `role` needs `missing` more signatures of `keys`, which are ids.
    package struct Missing: Sendable, Hashable {
        /// The role that must sign.
        package let role: RoleName
        /// How many more signatures.
        package let count: Int
        /// The ids of the keys that can sign.
        package let keys: [String]
    }

    /// Does this while no other program changes the store; waits for one that does. Throws `.files` where there is no store.
    package func whileLocked(_ body: (RepositoryFolder) throws -> Void) throws {
        guard FileManager.default.fileExists(atPath: metadata) else { throw notAStore }
        // Whoever may read the folder of a store could lock it, and hold the publisher up: this file is for its owner alone.
        let lock = try FileLock(waitingFor: path + "/.lock")
        defer { extendLifetime(lock) }
        removeLeftPacking()
        try body(self)
    }

    // MARK: Files

    private var metadata: String { path + "/metadata" }
    private var staged: String { path + "/staged" }
    /// The folder of the files that the metadata describes.
    package var targets: String { path + "/targets" }

    /// Makes the folder; throws `.alreadyExists` where there is a store already.
    func make() throws(MayflyError) {
        guard !FileManager.default.fileExists(atPath: metadata) else {
            throw MayflyError(.alreadyExists, "\(shown(path, limit: 300)): is a store already")
        }
        for folder in [path, metadata, staged, targets] { try Self.makeFolder(folder) }
    }

    static func makeFolder(_ folder: String) throws(MayflyError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw MayflyError(.files, "\(shown(folder, limit: 300)): cannot be created", cause: error)
        }
    }

    /// The file of a role that is published last; nil when there is none.
    func published(_ role: RoleName) throws(MayflyError) -> [UInt8]? {
        guard role != .timestamp else { return try contents(metadata + "/timestamp.json", role) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: metadata)) ?? []
        let versions = names.compactMap { name -> Int? in
            guard name.hasSuffix("." + role.file) else { return nil }
            return Int(name.dropLast(role.file.count + 1))
        }
        guard let last = versions.max() else { return nil }
        return try contents("\(metadata)/\(last).\(role.file)", role)
    }

    /// The file of a role as it will be: the one that waits for signatures, or the published one.
    func latest(_ role: RoleName) throws(MayflyError) -> [UInt8]? {
        if let waiting = try contents("\(staged)/\(role.file)", role) { return waiting }
        return try published(role)
    }

    private func contents(_ file: String, _ role: RoleName) throws(MayflyError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return try RegularFile.contents(of: file, limit: role.limit)
    }

    /// The SHA-256 of the first version of the root, which people compare; nil before it is published.
    package func fingerprint() throws(MayflyError) -> String? {
        try contents(metadata + "/1.root.json", .root).map { SHA256.hash($0).hexadecimal }
    }

    // MARK: Changes

    /// Puts a new file of a role into `staged`. Its version is one above the published one.
    ///
    /// - Parameter keeps: whether a file that waits there with the same members keeps its signatures.
    func stage(
        _ role: RoleName,
        days: Int?,
        keeps: Bool = false,
        _ members: KeyValuePairs<String, JSONValue>
    ) throws(MayflyError) {
        let waiting = keeps ? try contents("\(staged)/\(role.file)", role) : nil
        if let waiting, try DraftMetadata(waiting, role: role).has(members) { return }
        try stage(try draft(of: role, days: days, members))
    }

    /// A new file of a role, with a version one above the published one. Throws `.untrusted` as readers do where they would refuse it.
    func draft(of role: RoleName, days: Int?, _ members: KeyValuePairs<String, JSONValue>) throws(MayflyError)
        -> DraftMetadata
    {
        var version = 1
        if let before = try published(role) { version = try DraftMetadata(before, role: role).version + 1 }
        let draft = DraftMetadata(
            role: role,
            version: version,
            expires: now.advanced(by: .seconds(86_400 * (days ?? Self.days(of: role)))),
            members: members
        )
        try SignedMetadata(try draft.bytes(), role: role).requireContent()
        return draft
    }

    /// Puts a new file into `staged`.
    func stage(_ draft: DraftMetadata) throws(MayflyError) {
        try Self.makeFolder(staged)
        try DurableFile.write(try draft.bytes(), to: "\(staged)/\(draft.role.file)")
    }

    /// The keys of the root as it will be.
    func root() throws(MayflyError) -> RootMetadata {
        guard let bytes = try latest(.root) else { throw notAStore }
        return try RootMetadata(try SignedMetadata(bytes, role: .root))
    }

    var notAStore: MayflyError {
        MayflyError(.files, "\(shown(path, limit: 300)): is not a store; make one with 'mayfly publish init'")
    }

    /// The file of the targets or of a publisher as it will be; nil where there is none.
    func targets(of role: RoleName) throws(MayflyError) -> TargetsMetadata? {
        guard let bytes = try latest(role) else { return nil }
        return try TargetsMetadata(try SignedMetadata(bytes, role: role))
    }

    private func keys(of role: RoleName) throws(MayflyError) -> RoleKeys {
        guard case .publisher(let name) = role else { return try root().keys(of: role) }
        guard let delegation = try targets(of: .targets)?.delegations.first(where: { $0.role == role }) else {
            throw MayflyError(.invalidInput, "the store has no publisher '\(shown(name))'")
        }
        return delegation.keys
    }

    // MARK: Signing

    /// Signs what is staged with those of the keys that belong to each file, and publishes what has all its signatures.
    ///
    /// Returns what is still missing: then nothing was published, and all signatures are kept.
    ///
    /// - Parameters:
    ///   - days: how long the snapshot and the timestamp are valid; nil means as long as usual.
    ///   - renewsTimestamp: whether the timestamp gets a new version also where nothing else has changed, and with a key of the snapshot
    ///     also the snapshot, which would expire otherwise.
    package func sign(with keys: [SigningKey], days: Int? = nil, renewsTimestamp: Bool = false) throws(MayflyError)
        -> [Missing]
    {
        var missing: [Missing] = []
        var ready: [DraftMetadata] = []
        let staged = try stagedRoles()
        // The root first: whoever reads it needs it for the others.
        for role in staged.sorted(by: { $0 == .root && $1 != .root }) where role != .snapshot && role != .timestamp {
            let draft = try signStaged(role, keys)
            if let lack = try self.missing(draft) { missing.append(lack) } else { ready.append(draft) }
        }
        guard missing.isEmpty else { return missing }
        let hasNew =
            try published(.timestamp) == nil || ready.contains { $0.role != .root } || staged.contains(.snapshot)
        let hasKey = try hasKey(of: .snapshot, among: keys)
        let renewsSnapshot = renewsTimestamp && !hasNew && hasKey
        if hasNew || renewsSnapshot {
            try stageSnapshot(ready.filter { $0.role != .root }, days, renews: renewsSnapshot)
            let snapshot = try signStaged(.snapshot, keys)
            if let lack = try self.missing(snapshot) { return [lack] }
            ready.append(snapshot)
        }
        if hasNew || renewsTimestamp || staged.contains(.timestamp) {
            try stageTimestamp(ready.first { $0.role == .snapshot }, days, renews: renewsTimestamp)
            let timestamp = try signStaged(.timestamp, keys)
            if let lack = try self.missing(timestamp) { return [lack] }
            ready.append(timestamp)
        }
        for draft in ready { try publish(draft) }
        return []
    }

    package func hasKey(of role: RoleName, among keys: [SigningKey]) throws(MayflyError) -> Bool {
        let own = try self.keys(of: role).all.map(\.key)
        return keys.contains { own.contains($0.publicKey) }
    }

    private func stagedRoles() throws(MayflyError) -> [RoleName] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: staged)) ?? []
        return try names.sorted().filter { $0.hasSuffix(".json") }.map { name throws(MayflyError) in
            guard let role = RoleName(named: String(name.dropLast(5))) else {
                throw MayflyError(.files, "\(shown(staged, limit: 300))/\(shown(name)): is no file of a role")
            }
            return role
        }
    }

    private func signStaged(_ role: RoleName, _ keys: [SigningKey]) throws(MayflyError) -> DraftMetadata {
        guard let bytes = try contents("\(staged)/\(role.file)", role) else {
            throw MayflyError(.internalFault, "\(role.file) is not staged")
        }
        var draft = try DraftMetadata(bytes, role: role)
        for allowed in try signers(role) { try draft.sign(with: keys, of: allowed) }
        try DurableFile.write(try draft.bytes(), to: "\(staged)/\(role.file)")
        return draft
    }

    /// Whose signatures a file needs: a new root those of the old one's keys, too.
    private func signers(_ role: RoleName) throws(MayflyError) -> [RoleKeys] {
        guard role == .root, let before = try published(.root) else { return [try keys(of: role)] }
        let old = try RootMetadata(try SignedMetadata(before, role: .root))
        return [try keys(of: .root), try old.keys(of: .root)]
    }

    private func missing(_ draft: DraftMetadata) throws(MayflyError) -> Missing? {
        let file = try SignedMetadata(try draft.bytes(), role: draft.role)
        for keys in try signers(draft.role) {
            let signed = file.signers(among: keys)
            guard signed.count < keys.threshold else { continue }
            let others = keys.all.map(\.id).filter { !signed.contains($0) }
            return Missing(role: draft.role, count: keys.threshold - signed.count, keys: others)
        }
        return nil
    }

    func stageSnapshot(_ ready: [DraftMetadata], _ days: Int?, renews: Bool = false) throws(MayflyError) {
        var versions: [String: Int] = [:]
        if let bytes = try published(.snapshot) {
            let before = try SnapshotMetadata(try SignedMetadata(bytes, role: .snapshot))
            for (name, reference) in before.files { versions[name] = reference.version }
        }
        for draft in ready { versions[draft.role.file] = draft.version }
        let meta = versions.sorted { $0.key < $1.key }
            .map { JSONValue.Member($0.key, .object(["version": .number($0.value)])) }
        try stage(.snapshot, days: days, keeps: !renews, ["meta": .object(meta)])
    }

    func stageTimestamp(_ snapshot: DraftMetadata?, _ days: Int?, renews: Bool = false) throws(MayflyError) {
        var bytes = try snapshot?.bytes()
        if bytes == nil { bytes = try published(.snapshot) }
        guard let bytes else { throw MayflyError(.internalFault, "there is no snapshot") }
        let version = try DraftMetadata(bytes, role: .snapshot).version
        let reference: JSONValue = .object([
            "hashes": .object(["sha256": .text(SHA256.hash(bytes).hexadecimal)]),
            "length": .number(bytes.count), "version": .number(version),
        ])
        try stage(.timestamp, days: days, keeps: !renews, ["meta": .object([RoleName.snapshot.file: reference])])
    }

    private func publish(_ draft: DraftMetadata) throws(MayflyError) {
        let name = draft.role == .timestamp ? draft.role.file : "\(draft.version).\(draft.role.file)"
        try DurableFile.write(try draft.bytes(), to: "\(metadata)/\(name)", isPublic: true)
        guard unlink("\(staged)/\(draft.role.file)") == 0 else { throw MayflyError.ofSystem("remove", draft.role.file) }
    }
}
