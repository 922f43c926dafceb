internal import MayflyBundles
internal import MayflyModel

/// The file of the root: the keys of the four roles.
struct RootMetadata: Sendable {
    let header: SignedMetadata.Header
    let roles: [RoleName: RoleKeys]

    /// How many keys must sign a root: one that is stolen is not enough.
    static let leastRootKeys = 2

    static let roles: [RoleName] = [.root, .timestamp, .snapshot, .targets]

    init(_ file: SignedMetadata) throws(MayflyError) {
        header = file.header
        guard file.signed.value["consistent_snapshot"] == .boolean(true) else {
            throw file.signed.problem("consistent_snapshot", "must be true: files are fetched by version and hash")
        }
        let keys = try RoleKeys.keys(in: try file.signed.object("keys"))
        let entries = try file.signed.object("roles")
        var roles: [RoleName: RoleKeys] = [:]
        for role in Self.roles { roles[role] = try RoleKeys(try entries.object(role.text), among: keys) }
        guard let root = roles[.root], root.threshold >= Self.leastRootKeys else {
            throw file.signed.problem("roles", "must give the root a threshold of \(Self.leastRootKeys) or more")
        }
        self.roles = roles
    }

    /// The keys of one of the four roles; throws `.untrusted` for a publisher, whose keys are not here.
    func keys(of role: RoleName) throws(MayflyError) -> RoleKeys {
        guard let keys = roles[role] else {
            throw MayflyError(.untrusted, "root.json: has no role '\(role.text)'")
        }
        return keys
    }
}
