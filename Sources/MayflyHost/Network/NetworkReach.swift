/// Which servers the host makes requests to for extensions.
package enum NetworkReach: Sendable {
    /// Those of the public network, over HTTPS.
    case everyPublicServer
    /// Those of this machine too, also over HTTP: for tests, which have a server of their own. No setting of a person or an extension
    /// leads to it.
    case thisMachineToo

    var schemes: [String] {
        switch self {
        case .everyPublicServer: ["https"]
        case .thisMachineToo: ["https", "http"]
        }
    }
}
