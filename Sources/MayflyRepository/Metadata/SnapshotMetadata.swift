internal import MayflyBundles
internal import MayflyModel

/// What a file of metadata says of another one: its version, and where it says so, its length and hash.
struct MetadataReference: Sendable, Hashable {
    let version: Int
    let length: Int?
    let sha256: [UInt8]?

    init(_ object: JSONObject) throws(MayflyError) {
        version = try object.version("version")
        length = object.members["length"] == nil ? nil : try object.count("length")
        sha256 = try object.sha256()
    }
}

/// The file of the timestamp: which snapshot is the latest.
struct TimestampMetadata: Sendable {
    let header: SignedMetadata.Header
    let snapshot: MetadataReference

    init(_ file: SignedMetadata) throws(MayflyError) {
        header = file.header
        snapshot = try MetadataReference(try file.signed.object("meta").object(RoleName.snapshot.file))
    }
}

/// The file of the snapshot: which versions of all files belong together.
struct SnapshotMetadata: Sendable {
    let header: SignedMetadata.Header
    /// By the names of the files.
    let files: [String: MetadataReference]

    init(_ file: SignedMetadata) throws(MayflyError) {
        header = file.header
        var files: [String: MetadataReference] = [:]
        for (name, object) in try file.signed.object("meta").objects() { files[name] = try MetadataReference(object) }
        self.files = files
    }
}
