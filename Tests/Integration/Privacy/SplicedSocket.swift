import CMayflyLinux
import Foundation
import Glibc
import MayflyModel

/// Stands between the two ends of a socket pair and carries the bytes of both directions.
final class SplicedSocket: Sendable {
    /// What the worker is given; whoever gives it closes it here.
    let worker: Int32
    private let host: Int32
    private let inside: Int32

    /// Takes the worker's end of the host's pair, which stays the caller's.
    init(_ given: Int32) throws(MayflyError) {
        host = fcntl(given, F_DUPFD_CLOEXEC, 3)
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard host >= 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw MayflyError(.launchFailed, "no descriptors for the tap")
        }
        (inside, worker) = (ends[0], ends[1])
    }

    /// Both threads hold it, so its descriptors are closed when both directions have ended.
    deinit {
        close(host)
        close(inside)
    }

    /// Begins to carry. `heard` is given what the host wrote, before the worker gets it; `ended` follows when the host or the
    /// worker has closed the socket.
    func start(_ heard: @escaping @Sendable ([UInt8]) -> Void, ended: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            carry(from: host, to: inside, heard)
            ended()
        }
        Thread.detachNewThread { [self] in carry(from: inside, to: host) { _ in } }
    }

    private func carry(from source: Int32, to target: Int32, _ heard: ([UInt8]) -> Void) {
        var piece = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = piece.withUnsafeMutableBytes { mayfly_read(source, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            heard(Array(piece[..<count]))
            guard mayfly_send_all(target, piece, count) == 0 else { break }
        }
        shutdown(target, Int32(SHUT_WR))
    }
}
