internal import MayflyModel

/// The address of a request, taken apart so that no other program can read another host in it.
struct FetchURL: Equatable {
    /// The whole address without its fragment.
    let text: String
    /// In lower case, without the port.
    let host: String
    /// Whether it is one of HTTPS.
    let isEncrypted: Bool
    /// The scheme with the host and the port.
    let origin: Substring
    private let path: Substring

    private static let longest = 8192

    /// Reads an address that an extension or a server gives: only printable ASCII, and nothing between the scheme and the path but a name
    /// of DNS and perhaps a port.
    init(_ text: String, reach: NetworkReach) throws(MessageError) {
        let shown = SafeText.line(text, limit: 200)
        func problem(_ rule: String) -> MessageError {
            MessageError(.invalidArgument, "fetch: 'url' \(rule), found '\(shown)'")
        }
        guard (1...Self.longest).contains(text.utf8.count) else {
            throw MessageError(
                .invalidArgument,
                "fetch: 'url' must have 1 to \(Self.longest) bytes, found \(text.utf8.count)"
            )
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw problem("must be printable ASCII without backslashes")
        }
        let whole = text.prefix { $0 != "#" }
        let lower = whole.lowercased()
        guard let scheme = reach.schemes.first(where: { lower.hasPrefix($0 + "://") }) else {
            throw problem("must begin with https://")
        }
        let rest = whole.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?".contains($0) }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first?.lowercased(), NetworkHost.isName(name) else {
            throw problem("must name a host by its name, without a user")
        }
        if parts.count > 1 {
            guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(parts[1]), port > 0 else {
                throw problem("must have a port of 1 to 65535, or none")
            }
        }
        self.text = String(whole)
        host = name
        isEncrypted = scheme == "https"
        origin = whole[..<authority.endIndex]
        path = whole[authority.endIndex...]
    }

    /// The address that a redirect from this one leads to (RFC 3986, section 5.2, without the removal of dots: the server does that).
    func resolving(_ location: String) -> String {
        if location.contains(/^[A-Za-z][A-Za-z0-9+.-]*:/) { return location }
        if location.hasPrefix("//") { return origin.prefix { $0 != "/" } + location }
        if location.hasPrefix("/") { return origin + location }
        let way = path.prefix { $0 != "?" }
        if location.hasPrefix("?") { return origin + (way.isEmpty ? "/" : way) + location }
        let folder = way.lastIndex(of: "/").map { way[...$0] } ?? "/"
        return origin + folder + location
    }
}
