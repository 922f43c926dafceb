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
        if request.path == "/", let page = PageFiles.answer("/", isCompressed: request.takesDeflate) {
            return page.adding("Set-Cookie", access.cookie(port: request.port))
        }
        if request.path == "/connection" {
            return .refusal(.upgradeRequired, "This address is for the WebSocket of the page.")
        }
        let parts = request.path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, access.areFilesFor(parts[1]) { return await file(parts[2], request) }
        return PageFiles.answer(request.path, isCompressed: request.takesDeflate)
            ?? .refusal(.notFound, "There is no such page.")
    }

    /// The answer to a page that has shown its key.
    private func file(_ path: Substring, _ request: WebRequest) async -> Answer {
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.count == 2 ? parts[1] : ""
        switch parts[0] {
        case "settings.json" where parts.count == 1:
            return Answer(type: "application/json", .bytes(ByteBuffer(string: settings)))
        case "media":
            guard let file = StoredFile(name, of: host) else { break }
            return file.answer(range: request.head.headers["range"].first, isDownload: request["download"] != nil)
        case "pictures":
            guard let file = ShownFile(name, of: host) else { break }
            return await file.picture()
        case "stickers":
            guard let file = ShownFile(name, of: host) else { break }
            return file.sticker(use: request.head.headers["sec-fetch-dest"].first)
        default: break
        }
        return .refusal(.notFound, "There is no such file.")
    }

    /// What the server says first to a page, where a request opens the connection of one to the host; nil for any other request.
    func greeting(_ request: WebRequest) -> String? {
        guard request.path == "/connection", case nil = access.refusal(of: request), access.isFromThis(request) else {
            return nil
        }
        // Another one would be answered by nobody.
        let headers = request.head.headers
        guard headers["sec-websocket-version"] == ["13"], headers["sec-websocket-key"].count == 1 else { return nil }
        let lists = headers["sec-websocket-protocol"].map { $0.split(separator: ",") }
        let offers = lists.joined().map { offer in offer.drop { $0 == " " } }
        guard offers.contains(where: { $0 == Self.subprotocol }) else { return nil }
        return access.greeting(offers, isPrivate: access.isPrivate(request))
    }

    /// The name of what is spoken on that connection.
    static let subprotocol = "mayfly.v1"
}
