import Foundation

/// A TCP socket of this process that listens on the loopback.
final class Listener: Sendable {
    let port: Int
    private let socket: Int32

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard status else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = Int(address.sin_port.bigEndian)
    }

    deinit { close(socket) }

    /// Waits for the next connection, and gives its descriptor; nil after `stop`.
    func accept() -> Int32? {
        while true {
            let descriptor = Glibc.accept(socket, nil, nil)
            if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
            return descriptor < 0 ? nil : descriptor
        }
    }

    /// Takes no more connections.
    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }
}
