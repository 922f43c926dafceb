package import MayflyModel

extension SignedMetadata {
    /// Reads a file as far as that is possible without its signatures: what a stranger's bytes can reach before and behind the check of
    /// them. Throws as the readers of each role.
    package static func check(_ bytes: [UInt8], as role: RoleName) throws(MayflyError) {
        let file = try SignedMetadata(bytes, role: role)
        switch role {
        case .root: _ = try RootMetadata(file)
        case .timestamp: _ = try TimestampMetadata(file)
        case .snapshot: _ = try SnapshotMetadata(file)
        case .targets, .publisher:
            let files = try TargetsMetadata(file).targets
            for file in files { _ = try? Offer(file, of: role) { path in files.first { $0.path == path } } }
        }
    }
}
