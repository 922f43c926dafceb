internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyRepository

/// One update of what is known of a store (The Update Framework, section 5). It keeps only what was verified, and all of that at once.
struct StoreUpdate {
    private let record: StoreRecord
    private let source: StoreSource
    private var trusted: TrustedMetadata
    /// Files that are to be kept.
    private var files: [(role: RoleName, version: Int, bytes: [UInt8])] = []
    /// What was refused, or is not where the snapshot says: nobody knows what is new in it.
    private(set) var failures: [MayflyError] = []
    /// A sentence for each publisher who has signed nothing.
    private(set) var problems: [String] = []

    /// New versions of the root in one update; a store with more of them gets the rest with the next one.
    private static let maximumRoots = 64
    /// What an update fetches of all publishers together.
    private static let mostBytesOfPublishers = 64 * 1024 * 1024
    private var bytesOfPublishers = 0
    /// So many publishers whose files cannot be used end the search for those of the others.
    private static let mostFailedPublishers = 16
    private var failedPublishers = 0

    init(_ record: StoreRecord, from source: StoreSource, trusted: TrustedMetadata) {
        self.record = record
        self.source = source
        self.trusted = trusted
    }

    /// Fetches what is new. Throws `.untrusted` with the file that breaks a rule, `.unreachable`, `.files`, `MayflyError.stopped`.
    mutating func run() throws(MayflyError) -> TrustedMetadata {
        try updateRoot()
        trusted.takesExpired = false
        let latest = try required("metadata/timestamp.json", RoleName.timestamp.limit)
        // Another file with the version that is here already counts for nothing.
        let timestamp = try trusted.update(timestamp: latest) ? latest : nil
        try trusted.requireTimestamp()
        try updateSnapshot()
        try updateTargets()
        try updatePublishers()
        try fetchDescription()
        try record.save(files, timestamp: timestamp)
        var kept: [(role: RoleName, version: Int)] = [(.snapshot, try trusted.snapshotReference().version)]
        for role in [.targets] + trusted.publisherRoles {
            if let version = trusted.reference(of: role)?.version { kept.append((role, version)) }
        }
        // Where nothing is new, what is kept stays as it is.
        if !files.isEmpty { record.clean(keeping: kept, try trusted.files().files.map(\.file)) }
        return trusted
    }

    private mutating func updateRoot() throws(MayflyError) {
        for _ in 0..<Self.maximumRoots {
            let version = trusted.rootVersion + 1
            guard let bytes = try source.bytes(of: "metadata/\(version).root.json", limit: RoleName.root.limit) else {
                break
            }
            let isReset = try trusted.update(root: bytes)
            if isReset { record.forgetTimestamp() }
            try record.save(root: bytes)
        }
        try trusted.requireRoot()
    }

    private mutating func updateSnapshot() throws(MayflyError) {
        guard !trusted.hasSnapshot else { return }
        let (version, length) = try trusted.snapshotReference()
        let limit = min(length, RoleName.snapshot.limit)
        let bytes = try required("metadata/\(version).snapshot.json", limit)
        try trusted.update(snapshot: bytes)
        files.append((.snapshot, version, bytes))
    }

    private mutating func updateTargets() throws(MayflyError) {
        guard !trusted.has(.targets) else { return }
        guard let (version, length) = trusted.reference(of: .targets) else {
            throw MayflyError(.untrusted, "snapshot.json: names no targets.json")
        }
        // What a killed update has left is taken where it is valid.
        if let kept = try? record.contents(.targets, version), (try? trusted.update(.targets, kept)) != nil { return }
        let bytes = try required("metadata/\(version).targets.json", length)
        try trusted.update(.targets, bytes)
        files.append((.targets, version, bytes))
    }

    private mutating func updatePublishers() throws(MayflyError) {
        for role in trusted.publisherRoles where !trusted.has(role) {
            guard failedPublishers < Self.mostFailedPublishers else {
                return fail(
                    .unreachable,
                    "the files of \(Self.mostFailedPublishers) publishers cannot be used; those of others were not fetched"
                )
            }
            try updatePublisher(role)
            if !trusted.has(role) { failedPublishers += 1 }
        }
    }

    private mutating func updatePublisher(_ role: RoleName) throws(MayflyError) {
        guard let (version, length) = trusted.reference(of: role) else {
            return problems.append(
                "\(role.file): the snapshot does not name it; nothing of '\(role.text)' can be shown"
            )
        }
        if let kept = try? record.contents(role, version), (try? trusted.update(role, kept)) != nil { return }
        guard bytesOfPublishers <= Self.mostBytesOfPublishers else {
            return fail(
                .untrusted,
                "\(role.file): the store has more than \(grouped(Self.mostBytesOfPublishers)) bytes of metadata"
            )
        }
        guard let bytes = try source.bytes(of: "metadata/\(version).\(role.file)", limit: length) else {
            return fail(
                .unreachable,
                "\(role.file): the store does not have version \(version); nothing of '\(role.text)' can be shown"
            )
        }
        do throws(MayflyError) {
            try trusted.update(role, bytes)
        } catch {
            // That one publisher breaks a rule is no reason to take nothing from the others.
            return fail(error.code, "\(error.message); nothing of '\(role.text)' can be shown", error)
        }
        bytesOfPublishers += bytes.count
        files.append((role, version, bytes))
    }

    private mutating func fetchDescription() throws(MayflyError) {
        guard let file = trusted.description, record.kept(file) == nil else { return }
        guard file.length <= StoreDescription.limit,
            let bytes = try source.bytes(of: "targets/\(file.storedPath)", limit: file.length)
        else { return fail(.unreachable, "\(StoreDescription.path): the store does not have it, or it is too large") }
        do throws(MayflyError) {
            try file.require(bytes)
        } catch {
            return failures.append(error)
        }
        try record.keep(bytes, as: file)
    }

    private mutating func fail(_ code: MayflyError.Code, _ message: String, _ cause: MayflyError? = nil) {
        failures.append(MayflyError(code, message, cause: cause))
    }

    private mutating func required(_ path: String, _ limit: Int) throws(MayflyError) -> [UInt8] {
        guard let bytes = try source.bytes(of: path, limit: limit) else {
            throw MayflyError(.unreachable, "\(record.address.text): has no file \(path); is it a store?")
        }
        return bytes
    }
}
