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
        guard request.path == "/connection", case nil = access.refusal(of: request), access.isFromThis(request) else {
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
