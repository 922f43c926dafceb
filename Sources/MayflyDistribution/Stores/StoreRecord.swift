internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyRepository

/// What this machine keeps of one store: its address, and the last metadata that was verified.
///
/// `metadata/root.json` is the trusted root. The other files have their version in their name, and `timestamp.json` is written last:
/// what it leads to belongs together, also after a kill.
struct StoreRecord {
    let folder: String
    let address: StoreAddress

    private var metadata: String { folder + "/metadata" }

    /// The record of a store that was added; nil where the folder has none.
    init?(folder: String) {
        guard let bytes = try? RegularFile.contents(of: folder + "/address", limit: 1024),
            let address = try? StoreAddress(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines))
        else { return nil }
        self.folder = folder
        self.address = address
    }

    /// Makes the record of a new store with a root that its person trusts.
    init(new address: StoreAddress, in folder: String, root: [UInt8]) throws(MayflyError) {
        for path in [folder, folder + "/metadata", folder + "/pictures"] { try PrivateFolder.require(path) }
        self.folder = folder
        self.address = address
        try save(root: root)
        // Last: without it there is no store here.
        try DurableFile.write(Array("\(address.text)\n".utf8), to: folder + "/address")
    }

    /// The files of which one is another after each change of what is known of the store.
    var marks: [String] { [metadata + "/root.json", metadata + "/timestamp.json"] }

    /// A file of the store that is kept; nil where it is not there, or damaged.
    func kept(_ file: TargetFile) -> [UInt8]? {
        guard let bytes = try? RegularFile.contents(of: path(of: file), limit: file.length),
            (try? file.require(bytes)) != nil
        else { return nil }
        return bytes
    }

    /// Keeps a file of the store that was verified.
    ///
    /// All that are kept have `mostKept` bytes at most: then the oldest go.
    func keep(_ bytes: [UInt8], as file: TargetFile) throws(MayflyError) {
        let path = path(of: file)
        try DurableFile.write(bytes, to: path)
        var files = keptFiles.filter { $0.path != path }.sorted { $0.written < $1.written }[...]
        var size = files.reduce(bytes.count) { $0 + $1.size }
        while size > Self.mostKept, let oldest = files.popFirst() {
            unlink(oldest.path)
            size -= oldest.size
        }
    }

    private static let mostKept = 64 * 1024 * 1024

    private var pictures: String { "\(folder)/pictures" }

    private var keptFiles: [(path: String, size: Int, written: Int)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: pictures)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard lstat("\(pictures)/\(name)", &status) == 0 else { return nil }
            return ("\(pictures)/\(name)", Int(status.st_size), status.st_mtim.tv_sec)
        }
    }

    private func path(of file: TargetFile) -> String { "\(pictures)/\(file.sha256.hexadecimal)" }

    /// All metadata that is here. Files that do not fit together are left out, so that the next update fetches them.
    ///
    /// Throws `.untrusted` where not even the root can be trusted any more, and `MayflyError.stopped` where `isStopped` says true.
    func load(at now: Timestamp, unless isStopped: (() -> Bool)?) throws(MayflyError) -> TrustedMetadata {
        let root = try RegularFile.contents(of: metadata + "/root.json", limit: RoleName.root.limit)
        var trusted = try TrustedMetadata(trustedRoot: root, now: now)
        do throws(MayflyError) {
            guard let timestamp = try contents(.timestamp, nil) else { return trusted }
            _ = try trusted.update(timestamp: timestamp)
            guard let snapshot = try contents(.snapshot, try trusted.snapshotReference().version) else {
                return trusted
            }
            try trusted.update(snapshot: snapshot)
            guard let version = trusted.reference(of: .targets)?.version, let targets = try contents(.targets, version)
            else {
                return trusted
            }
            try trusted.update(.targets, targets)
        } catch {
            return trusted
        }
        var size = 0
        for role in trusted.publisherRoles where size <= Self.mostBytesOfPublishers {
            if isStopped?() == true { throw MayflyError.stopped }
            guard let version = trusted.reference(of: role)?.version, let bytes = try? contents(role, version) else {
                continue
            }
            size += bytes.count
            // One that is damaged is fetched again.
            try? trusted.update(role, bytes)
        }
        return trusted
    }

    /// Once publishers have so many bytes of metadata, no more of them are read, whether they are here or fetched.
    static let mostBytesOfPublishers = 64 * 1024 * 1024

    /// Keeps a root that was verified.
    func save(root: [UInt8]) throws(MayflyError) { try DurableFile.write(root, to: metadata + "/root.json") }

    /// Forgets which timestamp was the last one, after its keys have changed.
    func forgetTimestamp() { unlink(metadata + "/timestamp.json") }

    /// Keeps files that were verified and belong together; `timestamp` is nil where the one that is kept already leads to them.
    func save(_ files: [(role: RoleName, version: Int, bytes: [UInt8])], timestamp: [UInt8]?) throws(MayflyError) {
        for file in files { try DurableFile.write(file.bytes, to: path(file.role, file.version)) }
        guard let timestamp else { return }
        try DurableFile.write(timestamp, to: metadata + "/timestamp.json")
    }

    /// Removes the files of metadata, and those of the store, that are not among these.
    func clean(keeping kept: [(role: RoleName, version: Int)], _ files: [TargetFile]) {
        let paths = Set(files.map(path))
        for file in keptFiles where !paths.contains(file.path) { unlink(file.path) }
        let names = Set(kept.map { "\($0.version).\($0.role.file)" } + ["root.json", "timestamp.json"])
        for name in (try? FileManager.default.contentsOfDirectory(atPath: metadata)) ?? [] where !names.contains(name) {
            unlink("\(metadata)/\(name)")
        }
    }

    func contents(_ role: RoleName, _ version: Int?) throws(MayflyError) -> [UInt8]? {
        let path = path(role, version)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try RegularFile.contents(of: path, limit: role.limit)
    }

    private func path(_ role: RoleName, _ version: Int?) -> String {
        version.map { "\(metadata)/\($0).\(role.file)" } ?? "\(metadata)/\(role.file)"
    }
}
