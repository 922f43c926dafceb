import Foundation
import Testing

/// A client of the host protocol over a WebSocket, as the page is one (RFC 6455).
final class PageClient {
    /// A frame of the server.
    struct Frame: Equatable {
        enum Kind: UInt8 { case continuation, text, binary, close = 8, ping, pong }

        let kind: Kind
        let content: [UInt8]

        /// The reason of a close.
        var code: Int? {
            guard kind == .close, content.count >= 2 else { return nil }
            return Int(content[0]) << 8 | Int(content[1])
        }
    }

    typealias Object = [String: Any]

    let connection: WebConnection
    private var lastID = 0

    /// Opens the connection of a page, and says hello.
    convenience init(_ page: ServedPage) throws {
        try self.init(silently: page)
        let greeting = try #require(try frame())
        let object = try JSONSerialization.jsonObject(with: Data(greeting.content)) as? [String: String]
        #expect(object?["server"] == page.code("server " + String(repeating: "5", count: 32)))
        #expect(object?["files"] == page.filesKey)
        try sayHello()
    }

    /// Opens the connection of a page.
    init(silently page: ServedPage) throws {
        connection = try page.connect()
        try connection.send(Self.handshake(page))
        let answer = try connection.answer()
        try #require(answer.status == 101, "\(answer)")
        #expect(answer["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(answer["sec-websocket-protocol"] == "mayfly.v1")
    }

    /// The request that opens a connection. `headers` replace those of the page; nil leaves one out.
    static func handshake(_ page: ServedPage, at path: String = "/connection", _ headers: [String: String?] = [:])
        -> String
    {
        let own: [String: String?] = [
            "Origin": page.origin, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "mayfly.v1, \(page.offer)",
        ]
        return page.request(path, own.merging(headers) { $1 })
    }

    // MARK: Frames

    func send(_ kind: Frame.Kind, _ content: [UInt8], isLast: Bool = true) throws {
        try connection.send(bytes: Self.frame(kind, content, isLast: isLast))
    }

    /// A frame as a client sends it, with a mask.
    static func frame(_ kind: Frame.Kind, _ content: [UInt8], isLast: Bool = true) -> [UInt8] {
        var frame: [UInt8] = [(isLast ? 0x80 : 0) | kind.rawValue]
        switch content.count {
        case ..<126: frame.append(0x80 | UInt8(content.count))
        case ..<65_536: frame += [0x80 | 126] + (0..<2).map { UInt8(truncatingIfNeeded: content.count >> (8 - 8 * $0)) }
        default: frame += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) }
        }
        let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return frame + mask + content.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// The next frame of the server; nil at the end.
    func frame() throws -> Frame? {
        guard let head = try connection.take(2) else { return nil }
        try #require(head[0] & 0x70 == 0 && head[1] & 0x80 == 0, "a frame of a server has no mask")
        let kind = try #require(Frame.Kind(rawValue: head[0] & 15))
        #expect(head[0] & 0x80 != 0, "no line of the host is in several frames")
        var length = Int(head[1])
        if length >= 126 {
            guard let bytes = try connection.take(length == 126 ? 2 : 8) else { return nil }
            length = bytes.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let content = try connection.take(length) else { return nil }
        return Frame(kind: kind, content: content)
    }

    /// The next frame that is no ping, which is answered; nil at the end.
    func answered() throws -> Frame? {
        while let frame = try frame() {
            guard frame.kind == .ping else { return frame }
            try send(.pong, frame.content)
        }
        return nil
    }

    /// The reason that the server gives for the end, which must be the next that comes; nil where it gives none.
    func closeCode() throws -> Int? {
        let frame = try answered()
        try connection.end()
        return frame?.code
    }

    // MARK: The host protocol

    @discardableResult func sayHello() throws -> Object {
        try call("hello", ["client": "tests", "versions": [1], "capabilities": [String]()])
    }

    /// Sends a request and gives the result of its answer. Answers to earlier requests must have been read.
    @discardableResult func call(_ method: String, _ parameters: Object = [:]) throws -> Object {
        lastID += 1
        let request: Object = ["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters]
        try send(.text, Array(try JSONSerialization.data(withJSONObject: request)))
        let answer = try nextAnswer()
        try #require(answer["id"] as? Int == lastID, "another answer came: \(answer)")
        return try HostClient.result(answer)
    }

    /// The next line of the host.
    func nextAnswer() throws -> Object {
        let frame = try #require(try answered(), "the server has ended")
        try #require(frame.kind == .text, "\(frame)")
        return try #require(try JSONSerialization.jsonObject(with: Data(frame.content)) as? Object)
    }

    func openWindow(as device: String = "alice") throws -> String {
        try #require(try call("window.open", ["conversation": "chat", "device": device])["window"] as? String)
    }

    /// Opens an extension in a window, and gives the process of its worker.
    func open(_ id: String, in window: String) throws -> Int32 {
        try call("window.openExtension", ["window": window, "extension": id])
        let events = try call("events.next", ["window": window, "after": 0])["events"] as? [Object]
        let spawned = events?.last { $0["state"] as? String == "spawned" }
        return Int32(try #require(spawned?["pid"] as? Int))
    }

    /// The files in the input field of a window.
    func fieldFiles(of window: String) throws -> [Object] {
        let draft = try call("window.look", ["window": window])["draft"] as? Object
        return try #require(draft?["media"] as? [Object])
    }

    /// Attaches a file to the input field, and gives its digest.
    func attach(_ handle: String, in window: String) throws -> String {
        try call("window.attach", ["window": window, "path": handle])
        let file = try fieldFiles(of: window).last?["file"] as? Object
        return try #require(file?["sha256"] as? String)
    }
}
