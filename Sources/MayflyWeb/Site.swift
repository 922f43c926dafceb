internal import MayflyHost
internal import NIOCore
internal import NIOHTTP1

/// What the server answers to each address. Addresses name files of the page, contents by their digest, and nothing else.
struct Site: Sendable {
    let access: Access
    let host: ExtensionHost
    let uploads: Uploads
    /// What the page reads first.
    let settings: String

    /// Refuses what no page of this server and no person who opens its address asks for; nil lets it pass.
    func refusal(of request: WebRequest) -> Answer? {
        let head = request.head
        guard head.uri.utf8.count <= WebLimits.address else {
            return .refusal(.uriTooLong, "The address has more than \(WebLimits.address) bytes.")
        }
        guard head.headers.count <= WebLimits.headers else {
            return .refusal(.requestHeaderFieldsTooLarge, "The request has more than \(WebLimits.headers) headers.")
        }
        guard access.isForThis(request) else {
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
        if head.method == .GET, request.path == "/", let token = request["token"], access.isToken(token) { return nil }
        guard access.hasCookie(request) else {
            return .refusal(.unauthorized, "Open the address that 'mayfly serve' printed: it has the key of this page.")
        }
        let isOfPage = request.path == "/" || !access.isFromAnother(request)
        guard isOfPage, head.method == .GET || access.isFromThis(request) else {
            return .refusal(.forbidden, "Another page may not use this server.")
        }
        return nil
    }

    /// The answer to a GET that was not refused.
    func answer(_ request: WebRequest) async -> Answer {
        if request.path == "/", let page = PageFiles.answer("/") {
            return page.adding("Set-Cookie", access.cookie(port: request.port))
        }
        if request.path == "/settings.json" {
            return Answer(type: "application/json", .bytes(ByteBuffer(string: settings)))
        }
        if request.path == "/connection" {
            return .refusal(.upgradeRequired, "This address is for the WebSocket of the page.")
        }
        if request.path.hasPrefix("/media/") {
            guard let file = StoredFile(request.path.dropFirst(7), of: host) else {
                return .refusal(.notFound, "There is no such file.")
            }
            return file.answer(range: request.head.headers["range"].first, isDownload: request["download"] != nil)
        }
        if request.path.hasPrefix("/pictures/"), let file = ShownFile(request.path.dropFirst(10), of: host) {
            return await file.picture()
        }
        if request.path.hasPrefix("/stickers/"), let file = ShownFile(request.path.dropFirst(10), of: host) {
            return file.sticker(use: request.head.headers["sec-fetch-dest"].first)
        }
        return PageFiles.answer(request.path) ?? .refusal(.notFound, "There is no such page.")
    }

    /// Whether a request opens the connection of a page to the host.
    func mayConnect(_ request: WebRequest) -> Bool {
        guard request.path == "/connection", case nil = refusal(of: request), access.isFromThis(request) else {
            return false
        }
        // Another one would be answered by nobody.
        let headers = request.head.headers
        guard headers["sec-websocket-version"] == ["13"], headers["sec-websocket-key"].count == 1 else { return false }
        let offers = headers["sec-websocket-protocol"].flatMap { $0.split(separator: ",") }.map { offer in
            String(offer.drop { $0 == " " })
        }
        return offers.contains(Self.subprotocol)
            && offers.contains { $0.hasPrefix("key.") && access.isKey(String($0.dropFirst(4))) }
    }

    /// The name of what is spoken on that connection.
    static let subprotocol = "mayfly.v1"
}
