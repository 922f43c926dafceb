internal import Foundation
internal import MayflyHost
internal import MayflyModel
internal import NIOCore
internal import NIOHTTP1

/// What the server answers to each address. Addresses name files of the page, contents by their digest, and nothing else.
struct Site: Sendable {
    let access: Access
    let host: ExtensionHost
    let uploads: Uploads
    /// What the page reads first.
    let settings: String

    /// An address, taken apart.
    struct Address {
        let path: String
        private let items: [String: String]

        init(_ uri: String) {
            let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            path = String(parts[0])
            var items: [String: String] = [:]
            for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1).map { side in
                    side.replacing("+", with: " ").removingPercentEncoding ?? ""
                }
                if let name = sides.first { items[name] = sides.count > 1 ? sides[1] : "" }
            }
            self.items = items
        }

        subscript(_ name: String) -> String? { items[name] }
    }

    /// Refuses what no page of this server and no person who opens its address asks for; nil lets it pass.
    func refusal(of head: HTTPRequestHead, at address: SocketAddress?) -> Answer? {
        guard head.uri.utf8.count <= WebLimits.address else {
            return .refusal(.uriTooLong, "The address has more than \(WebLimits.address) bytes.")
        }
        guard head.headers.count <= WebLimits.headers else {
            return .refusal(.requestHeaderFieldsTooLarge, "The request has more than \(WebLimits.headers) headers.")
        }
        guard access.isForThis(head, at: address) else {
            return .refusal(
                .misdirectedRequest,
                "This server has another name: open the address that 'mayfly serve' printed."
            )
        }
        guard head.method == .GET || head.method == .POST else {
            return .refusal(.methodNotAllowed, "Only GET and POST are answered here.").adding("Allow", "GET, POST")
        }
        if head.method == .GET, head.headers.contains(name: "transfer-encoding") || head.hasBody {
            return .refusal(.badRequest, "A GET has no body here.")
        }
        let asked = Address(head.uri)
        // The first load of the page, from the address with the secret.
        if head.method == .GET, asked.path == "/", let token = asked["token"], access.isToken(token) { return nil }
        guard access.hasCookie(head, at: address) else {
            return .refusal(.unauthorized, "Open the address that 'mayfly serve' printed: it has the key of this page.")
        }
        let isOfPage = asked.path == "/" || !access.isFromAnother(head)
        guard isOfPage, head.method == .GET || access.isFromThis(head, at: address) else {
            return .refusal(.forbidden, "Another page may not use this server.")
        }
        return nil
    }

    /// The answer to a GET that was not refused.
    func answer(_ head: HTTPRequestHead, at address: SocketAddress?) -> Answer {
        let asked = Address(head.uri)
        if asked.path == "/", let page = PageFiles.answer("/") {
            return page.adding("Set-Cookie", access.cookie(port: address?.port ?? 0))
        }
        if asked.path == "/settings.json" {
            return Answer(type: "application/json", .bytes(ByteBuffer(string: settings)))
        }
        if asked.path == "/connection" {
            return .refusal(.upgradeRequired, "This address is for the WebSocket of the page.")
        }
        if asked.path.hasPrefix("/media/") {
            guard let file = StoredFile(asked.path.dropFirst(7), of: host) else {
                return .refusal(.notFound, "There is no such file.")
            }
            return file.answer(range: head.headers["range"].first, isDownload: asked["download"] != nil)
        }
        return PageFiles.answer(asked.path) ?? .refusal(.notFound, "There is no such page.")
    }

    /// Whether a request opens the connection of a page to the host.
    func mayConnect(_ head: HTTPRequestHead, at address: SocketAddress?) -> Bool {
        guard Address(head.uri).path == "/connection", case nil = refusal(of: head, at: address) else { return false }
        // Another one would be answered by nobody.
        guard head.headers["sec-websocket-version"] == ["13"], head.headers["sec-websocket-key"].count == 1 else {
            return false
        }
        let offers = Self.offers(head)
        return access.isFromThis(head, at: address) && access.hasCookie(head, at: address)
            && offers.contains(Self.subprotocol)
            && offers.contains { $0.hasPrefix("key.") && access.isKey(String($0.dropFirst(4))) }
    }

    /// The name of what is spoken on that connection.
    static let subprotocol = "mayfly.v1"

    private static func offers(_ head: HTTPRequestHead) -> [String] {
        head.headers["sec-websocket-protocol"].flatMap { $0.split(separator: ",") }.map { offer in
            String(offer.drop { $0 == " " })
        }
    }
}

extension HTTPRequestHead {
    fileprivate var hasBody: Bool { headers["content-length"].contains { $0 != "0" } }
}
