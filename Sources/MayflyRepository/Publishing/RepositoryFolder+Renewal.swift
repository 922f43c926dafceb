package import MayflyModel

/// What makes the files of a store live on.
extension RepositoryFolder {
    /// Puts a new version of these files into `staged`, with the same content and another year: the root, the targets, and those of
    /// publishers.
    package func renew(_ roles: [RoleName]) throws(MayflyError) {
        for role in roles {
            switch role {
            case .root: try stageRoot(try root().roles)
            case .targets:
                guard let targets = try targets(of: role) else { throw notAStore }
                try stageTargets(files: targets.targets, delegations: targets.delegations)
            case .publisher(let name):
                guard let targets = try targets(of: role) else {
                    throw MayflyError(.invalidInput, "the store has no file of a publisher '\(name)'")
                }
                try replaceFiles(of: role, with: targets.targets)
            case .snapshot, .timestamp:
                throw MayflyError(
                    .invalidInput,
                    "the \(role.text) is renewed with 'mayfly publish timestamp'"
                )
            }
        }
    }

    /// Those of the files that `renew` makes anew which expire within that time, with their days.
    package func expiring(within time: Duration) throws(MayflyError) -> [(role: RoleName, day: String)] {
        guard let targets = try published(.targets) else { throw notAStore }
        let delegations = try TargetsMetadata(try SignedMetadata(targets, role: .targets)).delegations
        var expiring: [(RoleName, String)] = []
        for role in [.root, .targets] + delegations.map(\.role) {
            guard let bytes = try published(role) else { continue }
            let expires = try SignedMetadata(bytes, role: role).header.expires
            if expires < now.advanced(by: time) { expiring.append((role, expires.day)) }
        }
        return expiring
    }
}
