import Foundation
import Testing

/// A connection of TCP to this machine, which sends exactly the bytes that it is given.
final class WebConnection {
    /// The server has not sent what was waited for.
    struct Missing: Error { let what: String }

    private let descriptor: Int32
    private var pending: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(to machine: String = "127.0.0.1", port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(machine)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Missing(what: "connect: \(String(cString: strerror(errno)))") }
        // A test that waits for what never comes fails.
        var patience = timeval(tv_sec: 240, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Takes little of what the server sends until it is read.
    func useSmallBuffer() {
        var size: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

    /// Throws where the server has closed the connection.
    func send(bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Missing(what: "send: \(String(cString: strerror(errno)))") }
            offset += count
        }
    }

    /// Sends what can be sent without waiting; gives the number of bytes.
    func sendAtOnce(bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
    }

    /// Nothing more is sent, and answers are still read.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The end of this value breaks the connection off.
    func resetAtEnd() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads what comes next; false at the end.
    private func more() throws -> Bool {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 || errno == ECONNRESET else {
                throw Missing(what: "receive: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return false }
            pending += buffer[..<count]
            return true
        }
    }

    /// So many bytes; nil where the connection ends before.
    func take(_ count: Int) throws -> [UInt8]? {
        while pending.count < count { guard try more() else { return nil } }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    /// A line without its end; nil where the connection ends before.
    private func line() throws -> String? {
        while true {
            if let end = pending.firstRange(of: Array("\r\n".utf8)) {
                defer { pending.removeFirst(end.upperBound) }
                return String(decoding: pending[..<end.lowerBound], as: UTF8.self)
            }
            guard try more() else { return nil }
        }
    }

    /// Reads an answer with its body, whose length the server always tells; nil where the connection ends before.
    func answerIfAny() throws -> WebAnswer? {
        guard let first = try line() else { return nil }
        let parts = first.split(separator: " ")
        guard parts.count >= 2, parts[0] == "HTTP/1.1", let status = Int(parts[1]) else {
            throw Missing(what: "an answer in place of \(first)")
        }
        var answer = WebAnswer(status: status)
        while let header = try line(), !header.isEmpty {
            let sides = header.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = sides.count > 1 ? sides[1].trimmingCharacters(in: .whitespaces) : ""
            answer.headers.append((sides[0].lowercased(), value))
        }
        if status == 101 { return answer }
        guard let length = answer["content-length"].flatMap({ Int($0) }) else {
            throw Missing(what: "the length of the body")
        }
        guard let body = try take(length) else { throw Missing(what: "the body of \(length) bytes") }
        answer.body = body
        return answer
    }

    func answer() throws -> WebAnswer {
        try #require(try answerIfAny(), "the server has closed the connection")
    }

    /// Whether the server has closed the connection, without waiting for that.
    var isAtEnd: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN
    }

    /// Reads what still comes, and returns at the end of the connection. Throws where it does not end.
    @discardableResult func end() throws -> [UInt8] {
        while try more() {}
        return pending
    }
}

/// What the server has answered.
struct WebAnswer {
    let status: Int
    /// Their names are in lower case.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    init(status: Int) { self.status = status }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the one header of that name; nil where there is none, or more than one.
    subscript(_ name: String) -> String? {
        let all = headers.filter { $0.name == name }
        return all.count == 1 ? all[0].value : nil
    }
}
