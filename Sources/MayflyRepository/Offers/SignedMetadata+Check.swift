package import MayflyModel

extension SignedMetadata {
    /// Reads a file as far as that is possible without its signatures: what a stranger's bytes can reach before and behind the check of
    /// them. Throws as the readers of each role.
    package static func check(_ bytes: [UInt8], as role: RoleName) throws(MayflyError) {
        let file = try SignedMetadata(bytes, role: role)
        guard let files = try file.requireContent()?.targets else { return }
        for file in files { _ = try? Offer(file, of: role) { path in files.first { $0.path == path } } }
    }

    /// Throws as the readers of its role, whoever has signed it. Gives what a file of targets has.
    @discardableResult
    func requireContent() throws(MayflyError) -> TargetsMetadata? {
        switch role {
        case .root: _ = try RootMetadata(self)
        case .timestamp: _ = try TimestampMetadata(self)
        case .snapshot: _ = try SnapshotMetadata(self)
        case .targets, .publisher: return try TargetsMetadata(self)
        }
        return nil
    }
}
