/// What an extension may ask for beyond its sandbox (C-011).
public enum PermissionName: Sendable, Hashable, CustomStringConvertible {
    /// Pictures that the person takes for it.
    case camera
    /// Pictures that the person chooses for it.
    case photos
    /// The products that it sells, those that the person owns, and buying one.
    case purchase
    /// Payments to its publisher.
    case payment
    /// Requests over HTTPS to these hosts, which the host makes.
    case network(NetworkHost)

    private static let networkPrefix = "network:"
    private static let simple: [PermissionName] = [.camera, .photos, .purchase, .payment]

    /// Reads a name as manifests and users write it, such as `camera` and `network:api.example.com`; nil for one that this host does not
    /// grant.
    public init?(_ text: String) {
        if let name = Self.simple.first(where: { $0.description.hasSameBytes(as: text) }) {
            self = name
            return
        }
        guard text.hasPrefix(Self.networkPrefix),
            let host = NetworkHost(String(text.dropFirst(Self.networkPrefix.count)))
        else { return nil }
        self = .network(host)
    }

    public var description: String {
        switch self {
        case .camera: "camera"
        case .photos: "photos"
        case .purchase: "purchase"
        case .payment: "payment"
        case .network(let host): Self.networkPrefix + host.description
        }
    }
}
