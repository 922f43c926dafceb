/// What an extension may ask for beyond its sandbox (C-011).
public enum PermissionName: Sendable, Hashable, CustomStringConvertible {
    /// Requests over HTTPS to these hosts, which the host makes.
    case network(NetworkHost)

    private static let networkPrefix = "network:"

    /// Reads a name as manifests and users write it, such as `network:api.example.com`; nil for one that this host does not grant.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.networkPrefix), let host = NetworkHost(String(text.dropFirst(Self.networkPrefix.count)))
        else { return nil }
        self = .network(host)
    }

    public var description: String {
        switch self {
        case .network(let host): Self.networkPrefix + host.description
        }
    }
}
