internal import CMayflyLinux
internal import Foundation
internal import Glibc
package import MayflyHost
internal import MayflyLinux
package import MayflyModel
internal import Synchronization

/// Serves clients over a Unix socket that only the user who runs the host can open.
package final class SocketListener: Sendable {
    /// How many clients may be connected at once.
    private static let mostClients = 64
    /// The longest path that the address of a socket holds (unix, man 7), without the zero at its end.
    private static let longestPath = 107

    private let path: String
    private let descriptor: Int32
    /// The file of the socket. Another host may have another one in its place by the end.
    private let file: FileID?
    private let host: ExtensionHost
    private let complain: @Sendable (String) -> Void
    /// How many clients are connected.
    private let clients = Mutex(0)

    /// Makes the socket. One that a killed host has left is replaced.
    ///
    /// - Throws: `.alreadyExists` where another host listens there or there is another file; `.files`; `.invalidInput` for a path that
    ///   is too long.
    package init(path: String, host: ExtensionHost, complain: @escaping @Sendable (String) -> Void) throws(MayflyError)
    {
        self.path = path
        self.host = host
        self.complain = complain
        try Self.removeLeft(path)
        let descriptor = Self.newSocket()
        guard descriptor >= 0 else { throw .ofSystem("make the socket", path) }
        self.descriptor = descriptor
        let isBound = try Self.withAddress(of: path) { address, size in
            let mask = umask(0o177)
            defer { umask(mask) }
            return bind(descriptor, address, size) == 0
        }
        file = isBound ? FileID(path) : nil
        guard isBound, listen(descriptor, 16) == 0 else {
            let error = MayflyError.ofSystem("listen on the socket", path)
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Serves clients until the task is cancelled. When it returns, all windows of all clients are closed.
    package func run() async {
        let (sockets, input) = AsyncStream<Int32>.makeStream()
        Thread.detachNewThread { [descriptor, complain] in
            while true {
                let client = mayfly_accept(descriptor)
                if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard client >= 0 else {
                    let isOutOfDescriptors = errno == EMFILE || errno == ENFILE
                    guard isOutOfDescriptors else { break }
                    complain("a client cannot be served: too many open files")
                    // The client waits in the queue of the socket until there is room.
                    usleep(100_000)
                    continue
                }
                // The folder of the socket may be open to others.
                if mayfly_peer_is(client, geteuid()) != 0 { input.yield(client) } else { Glibc.close(client) }
            }
            input.finish()
        }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await client in sockets {
                    guard clients.withLock({ $0 < Self.mostClients }) else {
                        complain("a client is refused: \(Self.mostClients) are connected")
                        Glibc.close(client)
                        continue
                    }
                    clients.withLock { $0 += 1 }
                    group.addTask {
                        await Connection.serve(socket: client, host: self.host, complain: self.complain)
                        self.clients.withLock { $0 -= 1 }
                    }
                }
                group.cancelAll()
            }
        } onCancel: {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
        if let file, FileID(path) == file { unlink(path) }
        Glibc.close(descriptor)
    }

    /// What tells a file from another one of the same path.
    private struct FileID: Equatable {
        let device: dev_t
        let number: ino_t

        /// Nil where there is none.
        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    private static func removeLeft(_ path: String) throws(MayflyError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let shown = SafeText.line(path, limit: 200)
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw MayflyError(.alreadyExists, "'\(shown)' exists and is no socket")
        }
        let probe = newSocket(Int32(SOCK_NONBLOCK.rawValue))
        guard probe >= 0 else { throw .ofSystem("make the socket", path) }
        defer { Glibc.close(probe) }
        // It does not wait where many others wait for the program that listens: that may be stopped.
        let isConnected = try withAddress(of: path) { connect(probe, $0, $1) == 0 }
        switch isConnected ? 0 : errno {
        case 0, EAGAIN: throw MayflyError(.alreadyExists, "another program listens on '\(shown)'")
        case ECONNREFUSED: unlink(path)
        case ENOENT: return
        default: throw .ofSystem("reach the socket", path)
        }
    }

    private static func newSocket(_ flags: Int32 = 0) -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags, 0)
    }

    private static func withAddress(
        of path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws(MayflyError) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath, !bytes.contains(0), !bytes.isEmpty else {
            let shown = SafeText.line(path, limit: 200)
            throw MayflyError(
                .invalidInput,
                "the path of a socket has 1 to \(longestPath) bytes, not \(bytes.count): '\(shown)'"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
