internal import Foundation
package import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// The public keys of a store's roles.
package struct StoreKeys: Sendable {
    /// Two at least: each change of the root needs two signatures.
    package let root: [PublicKey]
    /// Those of the other three roles.
    package let targets, snapshot, timestamp: PublicKey

    /// Throws `.invalidInput` for fewer than two different keys of the root.
    package init(root: [PublicKey], targets: PublicKey, snapshot: PublicKey, timestamp: PublicKey) throws(MayflyError) {
        guard Set(root).count >= RootMetadata.leastRootKeys else {
            throw MayflyError(
                .invalidInput,
                "the root needs \(RootMetadata.leastRootKeys) different keys, found \(Set(root).count)"
            )
        }
        self.root = root
        self.targets = targets
        self.snapshot = snapshot
        self.timestamp = timestamp
    }
}

/// The changes of a store. Each puts new files into `staged`, which `sign` then publishes. Errors are `.invalidInput`,
/// `.alreadyExists`, `.files`, and those of the files that are there.
extension RepositoryFolder {
    /// Makes a new store without publishers.
    package func create(named name: String, keys: StoreKeys) throws(MayflyError) {
        // The name is checked as readers check it.
        let description = try StoreDescription(StoreDescription(name: name, promoted: []).bytes)
        try make()
        try stageRoot([
            .root: RoleKeys(keys.root, threshold: RootMetadata.leastRootKeys),
            .targets: RoleKeys([keys.targets], threshold: 1),
            .snapshot: RoleKeys([keys.snapshot], threshold: 1),
            .timestamp: RoleKeys([keys.timestamp], threshold: 1),
        ])
        try stageTargets(files: [try put(description.bytes, at: StoreDescription.path)], delegations: [])
    }

    /// Gives a publisher the ids that begin with one of the prefixes, such as `org.example.`. A publisher who is there keeps those that it
    /// has; a key other than the one that it has takes its place. Where one prefix breaks a rule, nothing changes.
    package func addPublisher(_ name: String, prefixes: [String], key: PublicKey) throws(MayflyError) {
        guard let role = RoleName.publisher(named: name) else {
            throw MayflyError(
                .invalidName,
                "a publisher's name is lower-case letters, digits, dots and hyphens, 64 at most, the first a letter; found '\(shown(name))'"
            )
        }
        guard let targets = try targets(of: .targets) else { throw notAStore }
        var delegations = targets.delegations
        let before = delegations.firstIndex { $0.role == role }
        var patterns = before.map { delegations[$0].patterns } ?? []
        for prefix in prefixes {
            try Self.require(prefix, toBeFreeOf: delegations.filter { $0.role != role })
            let pattern = PathPattern(Offer.Path.pattern(prefix))
            if !patterns.contains(pattern) { patterns.append(pattern) }
        }
        let new = Delegation(role: role, keys: RoleKeys([key], threshold: 1), patterns: patterns, isTerminating: true)
        if let before { delegations[before] = new } else { delegations.append(new) }
        try stageTargets(files: targets.targets, delegations: delegations)
        let old = before.map { targets.delegations[$0].keys }
        let files = try self.targets(of: role)?.targets
        // What another key has signed counts for nothing any more: the new one signs it again.
        guard files == nil || old != new.keys else { return }
        try replaceFiles(of: role, with: files ?? [])
    }

    private static func require(_ prefix: String, toBeFreeOf others: [Delegation]) throws(MayflyError) {
        guard prefix.hasSuffix("."), ExtensionID(rawValue: prefix + "x") != nil else {
            throw MayflyError(
                .invalidInput,
                "a prefix is the beginning of an id with the dot behind it, such as org.example.; found '\(shown(prefix))'"
            )
        }
        if let owner = others.first(where: { $0.patterns.contains(where: { $0.overlaps(prefix) }) }) {
            throw MayflyError(
                .alreadyExists,
                "the prefix '\(prefix)' overlaps with one of the publisher '\(owner.role.text)'"
            )
        }
    }

    /// Shows these extensions first, in this order.
    package func promote(_ ids: [ExtensionID]) throws(MayflyError) {
        guard let targets = try targets(of: .targets) else { throw notAStore }
        guard let file = targets.targets.first(where: { $0.path == StoreDescription.path }) else {
            throw MayflyError(.files, "targets.json: names no \(StoreDescription.path)")
        }
        let bytes = try RegularFile.contents(of: "\(self.targets)/\(file.storedPath)", limit: StoreDescription.limit)
        let known = try Set(publishedOffers().map(\.id))
        for id in ids where !known.contains(id) {
            throw MayflyError(.unknownExtension, "the store has no extension '\(id)'")
        }
        let new = StoreDescription(name: try StoreDescription(bytes).name, promoted: ids)
        // As readers check it.
        _ = try StoreDescription(new.bytes)
        let files =
            targets.targets.filter { $0.path != StoreDescription.path } + [
                try put(new.bytes, at: StoreDescription.path)
            ]
        try stageTargets(files: files, delegations: targets.delegations)
    }

    /// Gives one of the four roles other keys. The root needs two at least.
    package func rotate(_ role: RoleName, to keys: [PublicKey]) throws(MayflyError) {
        let root = try root()
        let threshold = role == .root ? RootMetadata.leastRootKeys : 1
        guard Set(keys).count >= threshold else {
            throw MayflyError(
                .invalidInput,
                "the role '\(role.text)' needs \(threshold) different keys, found \(Set(keys).count)"
            )
        }
        var roles = root.roles
        guard roles[role] != nil else {
            throw MayflyError(
                .invalidInput,
                "only root, targets, snapshot and timestamp have keys in the root; a publisher's key is changed with 'mayfly publish publisher'"
            )
        }
        roles[role] = RoleKeys(keys, threshold: threshold)
        try stageRoot(roles)
        // What the old key has signed is signed again.
        if role == .targets, let targets = try targets(of: .targets) {
            try stageTargets(files: targets.targets, delegations: targets.delegations)
        }
        if role == .snapshot { try stageSnapshot([], nil) }
        if role == .timestamp { try stageTimestamp(nil, nil) }
    }

    /// The bundle at a path. Throws the errors of one that no host can open, with the name of its folder.
    package func check(bundleAt path: String) throws(MayflyError) -> ExtensionBundle {
        do throws(MayflyError) {
            let bundle = try ExtensionBundle.read(URL(filePath: path).standardizedFileURL.path)
            if bundle.manifest.kind == .stickerPack { _ = try bundle.stickerPack() }
            return bundle
        } catch {
            throw ExtensionBundle.failure(error, of: URL(filePath: path).lastPathComponent)
        }
    }

    /// Offers a bundle as a version of the publisher who owns its prefix, and returns the offer.
    ///
    /// The bundle must be valid, as for `mayfly install`, and a sticker pack have a usable sticker. A version that is there is not
    /// replaced.
    ///
    /// - Parameter isStopped: where it says true before the first file of the offer gets its place, nothing is changed, and the error is
    ///   `MayflyError.stopped`. After that it is not asked: no archive is left that no file of metadata names.
    package func add(
        bundleAt path: String,
        notes: OfferNotes,
        built: Timestamp,
        unless isStopped: (() -> Bool)? = nil
    ) throws(MayflyError) -> Offer {
        let scratch = packingPlace()
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let bundle = try files(ofBundleAt: path, in: scratch)
        let manifest = bundle.manifest
        let archivePath = Offer.Path.archive(manifest.id, manifest.version)
        guard let delegation = try targets(of: .targets)?.delegations.first(where: { $0.owns(archivePath) }) else {
            throw MayflyError(
                .invalidInput,
                "no publisher of the store owns a prefix of '\(manifest.id)'; add one with 'mayfly publish publisher'"
            )
        }
        var files = try targets(of: delegation.role)?.targets ?? []
        guard !files.contains(where: { $0.path == archivePath }) else {
            throw MayflyError(
                .alreadyExists,
                "\(manifest.id) \(manifest.version) is in the store already; a version never changes, so give it a new number"
            )
        }
        let icon = try picture("\(bundle.folder)/\(manifest.icon)") {
            Offer.Path.icon(manifest.id, manifest.version, $0)
        }
        let screenshots = try notes.screenshots.enumerated().map { index, shot throws(MayflyError) in
            try picture(shot.path) { Offer.Path.screenshot(index + 1, manifest.id, manifest.version, $0) }
        }
        let pictures = [icon] + screenshots
        let packed = try pack(bundle.folder)
        // Unless it gets its place below.
        defer { unlink(packed.path) }
        let archive = TargetFile(
            path: archivePath,
            length: packed.archive.length,
            sha256: packed.archive.sha256,
            custom: Offer.custom(
                manifest,
                platforms: try Self.platforms(of: bundle),
                notes,
                built: built.day,
                unpacked: packed.archive.content,
                icon: icon.file.path,
                screenshots: zip(screenshots, notes.screenshots).map { ($0.file.path, $1.text) }
            )
        )
        files += [archive] + pictures.map(\.file)
        // As a reader will see it, so that nothing is published that no one can read.
        let offer = try Offer(archive, of: delegation.role) { path in files.first { $0.path == path } }
        let draft = try draft(of: delegation.role, with: files)
        if isStopped?() == true { throw MayflyError.stopped }
        for picture in pictures { try write(picture.bytes, as: picture.file) }
        try move(packed.path, to: archive)
        try stage(draft)
        return offer
    }

    /// Makes these all the files of a publisher. They must be in `targets`.
    package func replaceFiles(of role: RoleName, with files: [TargetFile]) throws(MayflyError) {
        try stage(try draft(of: role, with: files))
    }

    private func draft(of role: RoleName, with files: [TargetFile]) throws(MayflyError) -> DraftMetadata {
        try draft(of: role, days: nil, ["targets": .object(files.map(\.member).sorted { $0.name < $1.name })])
    }

    /// All versions that the files of the publishers name, staged ones included.
    package func publishedOffers() throws(MayflyError) -> [Offer] {
        var offers: [Offer] = []
        for delegation in try targets(of: .targets)?.delegations ?? [] {
            let files = try targets(of: delegation.role)?.targets ?? []
            let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
            for file in files where file.path.hasSuffix("/bundle.tar") {
                offers.append(try Offer(file, of: delegation.role) { byPath[$0] })
            }
        }
        return offers
    }

    // MARK: Files

    func stageRoot(_ roles: [RoleName: RoleKeys]) throws(MayflyError) {
        let entries = RootMetadata.roles.compactMap { role in
            roles[role].map { JSONValue.Member(role.text, .object($0.members)) }
        }
        try stage(
            .root,
            days: nil,
            ["consistent_snapshot": .boolean(true), "keys": RoleKeys.json(roles.values), "roles": .object(entries)]
        )
    }

    func stageTargets(files: [TargetFile], delegations: [Delegation]) throws(MayflyError) {
        let delegated: JSONValue = .object([
            "keys": RoleKeys.json(delegations.map(\.keys)), "roles": .list(delegations.map(\.json)),
        ])
        try stage(.targets, days: nil, ["delegations": delegated, "targets": .object(files.map(\.member))])
    }

    /// Writes a small file under its stored name.
    private func put(_ bytes: [UInt8], at path: String, custom: JSONValue = .null) throws(MayflyError) -> TargetFile {
        let file = TargetFile(path: path, length: bytes.count, sha256: SHA256.hash(bytes), custom: custom)
        try write(bytes, as: file)
        return file
    }

    private func write(_ bytes: [UInt8], as file: TargetFile) throws(MayflyError) {
        try DurableFile.write(bytes, to: try place(of: file), isPublic: true)
    }

    /// Where a file of `targets` is, in a folder that is there.
    private func place(of file: TargetFile) throws(MayflyError) -> String {
        let path = "\(targets)/\(file.storedPath)"
        try Self.makeFolder(URL(filePath: path).deletingLastPathComponent().path)
        return path
    }

    /// A picture as it will be offered. Nothing is written.
    private func picture(_ source: String, _ path: (String) -> String) throws(MayflyError) -> (
        file: TargetFile, bytes: [UInt8]
    ) {
        let bytes = try RegularFile.contents(of: source, limit: ExtensionBundle.maximumIconSize)
        let type: MediaType
        do {
            type = try MediaProbe.picture(bytes).type
        } catch {
            throw MayflyError(.invalidInput, "\(shown(source, limit: 300)): \(error.reason)", cause: error)
        }
        let name = path(type.fileExtension)
        return (TargetFile(path: name, length: bytes.count, sha256: SHA256.hash(bytes)), bytes)
    }

    private func move(_ packed: String, to file: TargetFile) throws(MayflyError) {
        let target = try place(of: file)
        guard rename(packed, target) == 0 else { throw MayflyError.ofSystem("rename to", target) }
    }
}
