import Foundation
import Testing

/// A connection to a server of HTTP 1.1, of bytes: what a browser would not send can be sent, too.
final class WebClient {
    struct Answer {
        let status: Int
        /// Names in lower case.
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let port: UInt16
    private let descriptor: Int32
    private var unread: [UInt8] = []

    init(port: UInt16) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        try #require(result == 0, "\(String(cString: strerror(errno)))")
    }

    deinit { close(descriptor) }

    /// Sends a request with the usual headers, and reads its answer.
    func request(
        _ method: String,
        _ path: String,
        _ headers: [(String, String)] = [],
        body: [UInt8] = [],
        host: String? = nil
    ) throws -> Answer {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"]
        lines += headers.map { "\($0.0): \($0.1)" }
        if method == "POST" { lines.append("Content-Length: \(body.count)") }
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        return try answer()
    }

    /// Sends bytes as they are. A server that has closed its end gets them not.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads an answer with a `Content-Length`, or without a body.
    func answer() throws -> Answer {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            head.append(try #require(next(), "the server has closed the connection"))
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let status = try #require(Int(lines[0].split(separator: " ").dropFirst().first ?? ""), "\(lines)")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let body = try take(Int(headers["content-length"] ?? "0") ?? 0)
        return Answer(status: status, headers: headers, body: body)
    }

    /// So many bytes.
    func take(_ count: Int) throws -> [UInt8] {
        while unread.count < count { try #require(fill(), "the server has closed the connection") }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Whether the server closes the connection without sending more. Waits for it.
    var isClosed: Bool { unread.isEmpty && !fill() }

    private func next() -> UInt8? {
        guard !unread.isEmpty || fill() else { return nil }
        return unread.removeFirst()
    }

    private func fill() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        unread += bytes[..<count]
        return true
    }
}
