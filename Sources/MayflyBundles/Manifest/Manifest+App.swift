package import MayflyModel

extension Manifest {
    /// The app of the publisher that an extension belongs to (C-014).
    ///
    /// It is a place on the web: an extension never gets to run a program outside of its sandbox, so an entry on a person's desktop can
    /// only open an address.
    public struct ContainingApp: Sendable, Hashable {
        /// The display name: one line of 1 to 80 characters.
        public let name: String
        /// An address of printable ASCII that begins with `https://` and names a host of DNS, 2,048 bytes at most.
        public let url: String

        /// The object of the manifest.
        package var json: JSONValue { .object(["name": .text(name), "url": .text(url)]) }
    }

    private static let longestAppURL = 2_048

    /// Characters that no address has unescaped (RFC 3986, section 2), or that others read in different ways.
    private static let notInAddresses = Set("\\\"<>^`{|}".utf8)

    package static func app(_ object: JSONObject) throws(MayflyError) -> ContainingApp? {
        guard let app = try object.optionalObject("app") else { return nil }
        return ContainingApp(name: try name(app), url: try appURL(app))
    }

    private static func appURL(_ object: JSONObject) throws(MayflyError) -> String {
        let text = try object.text("url")
        func problem(_ rule: String) -> MayflyError { object.problem("url", "\(rule), found '\(shown(text))'") }
        guard text.utf8.count <= longestAppURL else {
            throw object.problem(
                "url",
                "must have at most \(grouped(longestAppURL)) bytes, found \(grouped(text.utf8.count))"
            )
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !notInAddresses.contains($0) }) else {
            throw problem("must be an address in printable ASCII")
        }
        guard text.hasPrefix("https://") else { throw problem("must begin with https://") }
        let authority = text.dropFirst("https://".utf8.count).prefix { !"/?#".contains($0) }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, NetworkHost.isName(String(host)) else {
            throw problem("must name a host by its name in lower case, without a user")
        }
        guard parts.count < 2 || UInt16(parts[1]).map({ $0 > 0 }) == true && parts[1].first != "+" else {
            throw problem("must have a port of 1 to 65535, or none")
        }
        return text
    }
}
