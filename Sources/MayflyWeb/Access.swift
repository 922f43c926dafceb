internal import NIOCore
internal import NIOHTTP1

/// Who may use the server: the browser of the person who started it, and no other page in that browser.
///
/// Two secrets, made at each start, are in the address that the command prints. The first becomes a cookie, which the browser adds to
/// requests by itself, but also to those for programs of other users at other ports of the same host. The second stands behind the `#`,
/// which no request carries: the page keeps it by origin, port included, and never sends it (`PageKey`).
package struct Access: Sendable {
    /// Of the address, and of the cookie after it.
    let token = Secret.make()
    /// Of the page.
    let key = PageKey()
    /// The name or number of the host that was asked for, such as `127.0.0.1`.
    let host: String

    package init(host: String) { self.host = host }

    /// The address that opens the page, where the server listens there. On this machine it has the number of the host: behind a name,
    /// such as `localhost`, there may be another one, where another program listens.
    func address(at place: SocketAddress?) -> String {
        let shown = Self.isOfThisMachine(place) ? place?.ipAddress ?? host : host
        return "http://\(written(shown)):\(place?.port ?? 0)/?token=\(token)#key=\(key.text)"
    }

    /// Whether only this machine reaches a server there.
    static func isOfThisMachine(_ place: SocketAddress?) -> Bool {
        place?.ipAddress.map { $0.hasPrefix("127.") || $0 == "::1" } == true
    }

    /// The header that makes the browser keep the first secret. Cookies go to all ports of a host, so each port has a name of its own.
    func cookie(port: Int) -> String { "\(name(port))=\(token); HttpOnly; SameSite=Strict; Path=/" }

    /// Refuses what no page of this server and no person who opens its address asks for; nil lets it pass.
    func refusal(of request: WebRequest) -> Answer? {
        let head = request.head
        guard head.uri.utf8.count <= WebLimits.address else {
            return .refusal(.uriTooLong, "The address has more than \(WebLimits.address) bytes.")
        }
        guard head.headers.count <= WebLimits.headers else {
            return .refusal(.requestHeaderFieldsTooLarge, "The request has more than \(WebLimits.headers) headers.")
        }
        guard isForThis(request) else {
            return .refusal(
                .misdirectedRequest,
                "This server has another name: open the address that 'mayfly serve' printed."
            )
        }
        guard head.method == .GET || head.method == .POST else {
            return .refusal(.methodNotAllowed, "Only GET and POST are answered here.").adding("Allow", "GET, POST")
        }
        if head.method == .GET, request.hasBody {
            return .refusal(.badRequest, "A GET has no body here.")
        }
        // The first load of the page, from the address with the secret.
        if head.method == .GET, request.path == "/", let token = request["token"] {
            if isToken(token) { return nil }
            return .refusal(.unauthorized, "The address is of another start: open the one that 'mayfly serve' printed.")
        }
        guard hasCookie(request) else {
            return .refusal(.unauthorized, "Open the address that 'mayfly serve' printed: it has the key of this page.")
        }
        let isOfPage = request.path == "/" || !isFromAnother(request)
        guard isOfPage, head.method == .GET || isFromThis(request) else {
            return .refusal(.forbidden, "Another page may not use this server.")
        }
        return nil
    }

    /// Whether a request is refused, whatever it asks for.
    package func refuses(_ request: WebRequest) -> Bool { refusal(of: request) != nil }

    /// Whether the request is for this server by a name of its own: the name of another page that leads here (DNS rebinding) is not.
    func isForThis(_ request: WebRequest) -> Bool {
        let hosts = request.head.headers["host"]
        return hosts.count == 1 && names(of: request).contains(hosts[0].lowercased())
    }

    /// Whether a page of this server made the request. A browser always names the origin of a request that changes something.
    func isFromThis(_ request: WebRequest) -> Bool {
        let origins = request.head.headers["origin"]
        return origins.count == 1 && names(of: request).contains { origins[0].lowercased() == "http://\($0)" }
    }

    /// Whether a browser says that the page of another server made the request: one at another port of this machine is of the same
    /// site, so that the cookie is sent with it.
    func isFromAnother(_ request: WebRequest) -> Bool {
        request.head.headers["sec-fetch-site"].contains { $0 != "same-origin" && $0 != "none" }
    }

    func hasCookie(_ request: WebRequest) -> Bool {
        let name = name(request.port)
        return request.head.headers["cookie"].contains { header in
            header.split(separator: ";").contains { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                let isNamed = parts.first?.drop { $0 == " " } == name[...]
                return parts.count == 2 && isNamed && isToken(String(parts[1]))
            }
        }
    }

    func isToken(_ text: String) -> Bool { Secret.isEqual(text, token) }

    /// Whether a page shows what only pages of this server have, where it asks for files.
    func areFilesFor(_ text: some StringProtocol) -> Bool { Secret.isEqual(text, key.files) }

    /// What the server says first on a connection with these offers, as JSON; nil where none of them shows that the page has the key.
    ///
    /// - Parameter isPrivate: whether the browser counts the connection as one that nobody else can read. Else it makes no codes for the
    ///   page, which sends the key.
    func greeting(_ offers: [Substring], isPrivate: Bool) -> String? {
        let numbers = offers.compactMap { offer -> Substring? in
            let parts = offer.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 3, parts[0] == "page", parts[1].utf8.count == 32 {
                return Secret.isEqual(parts[2], key.ofPage(parts[1])) ? parts[1] : nil
            }
            guard parts.count == 2, parts[0] == "key", !isPrivate else { return nil }
            return Secret.isEqual(parts[1], key.text) ? "" : nil
        }
        return numbers.first.map { #"{"server":"\#(key.ofServer($0))","files":"\#(key.files)"}"# }
    }

    private func name(_ port: Int) -> String { "mayfly-\(port)" }

    private func names(of request: WebRequest) -> [String] {
        let port = request.port
        // Behind a name for this machine there may be several addresses, where other programs listen.
        let isName = (try? SocketAddress(ipAddress: host, port: 0)) == nil
        let given = isName && Self.isOfThisMachine(request.local) ? nil : host
        let hosts = Set([given, request.local?.ipAddress].compactMap(\.self))
        // Browsers leave the port of HTTP itself out.
        return hosts.map { (port == 80 ? written($0) : "\(written($0)):\(port)").lowercased() }
    }

    /// Whether a browser asks at a number of its own machine: others do not read what such a connection carries.
    func isPrivate(_ request: WebRequest) -> Bool {
        request.head.headers["host"].first.map { $0.hasPrefix("127.") || $0.hasPrefix("[::1]") } == true
    }

    private func written(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
