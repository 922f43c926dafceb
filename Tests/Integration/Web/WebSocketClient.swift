import Foundation
import Testing

/// The connection of a page to the host, as a browser makes it.
final class WebSocketClient {
    typealias Object = [String: Any]

    private let connection: WebClient
    private var lastID = 0

    init(_ page: ServedPage) throws {
        connection = try page.connect()
        let answer = try Self.open(connection, page, key: page.key, [page.cookie, page.origin])
        try #require(answer.status == 101, "\(answer)")
        #expect(answer.headers["sec-websocket-protocol"] == "mayfly.v1")
        // RFC 6455, 1.3: the digest of that key.
        #expect(answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    /// Asks for a WebSocket.
    static func open(
        _ connection: WebClient,
        _ page: ServedPage,
        key: String?,
        _ headers: [(String, String)],
        host: String? = nil
    ) throws -> WebClient.Answer {
        let offers = ["mayfly.v1"] + (key.map { ["key.\($0)"] } ?? [])
        return try connection.request(
            "GET",
            "/connection",
            headers + [
                ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                ("Sec-WebSocket-Protocol", offers.joined(separator: ", ")),
            ],
            host: host
        )
    }

    /// Calls a method of the host; throws its error.
    @discardableResult func call(_ method: String, _ parameters: Object = [:]) throws -> Object {
        lastID += 1
        let request: Object = ["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters]
        send(try JSONSerialization.data(withJSONObject: request))
        while true {
            let answer = try #require(try JSONSerialization.jsonObject(with: Data(try message())) as? Object)
            if answer["id"] as? Int == lastID { return try HostClient.result(answer) }
        }
    }

    /// Sends a frame.
    func send(_ data: Data, operation: UInt8 = 1, isLast: Bool = true) {
        let mask: [UInt8] = [1, 2, 3, 4]
        var frame: [UInt8] = [(isLast ? 0x80 : 0) | operation]
        switch data.count {
        case ..<126: frame.append(0x80 | UInt8(data.count))
        case ..<65_536: frame += [0x80 | 126, UInt8(data.count >> 8), UInt8(data.count & 255)]
        default: frame += [0x80 | 127] + (0..<8).reversed().map { UInt8((data.count >> ($0 * 8)) & 255) }
        }
        frame += mask
        frame += data.enumerated().map { $1 ^ mask[$0 % 4] }
        connection.send(frame)
    }

    /// Reads the next text. Pings are left out; they are not answered.
    func message() throws -> [UInt8] {
        while true {
            let (operation, data) = try frame()
            if operation == 1 { return data }
            try #require(operation == 9, "a frame of operation \(operation) came: \(data)")
        }
    }

    /// Reads up to the end that the server makes, and gives its code.
    func closeCode() throws -> Int {
        while true {
            let (operation, data) = try frame()
            if operation == 8 { return Int(data[0]) << 8 | Int(data[1]) }
        }
    }

    /// Reads up to the end that the server makes, and says whether no text came before it.
    var endsWithoutAnAnswer: Bool {
        while let (operation, _) = try? frame() {
            if operation == 8 { return true }
            if operation == 1 { return false }
        }
        return true
    }

    private func frame() throws -> (operation: UInt8, data: [UInt8]) {
        let head = try connection.take(2)
        var length = Int(head[1] & 127)
        if length == 126 {
            length = try connection.take(2).reduce(0) { $0 << 8 | Int($1) }
        } else if length == 127 {
            length = try connection.take(8).reduce(0) { $0 << 8 | Int($1) }
        }
        return (head[0] & 15, try connection.take(length))
    }

    /// Whether the server closes the connection. Waits for it.
    var isClosed: Bool { connection.isClosed }
}
