internal import Glibc

/// Writing to a descriptor that blocks.
package enum DescriptorWriting {
    /// Writes all bytes. Gives 0, or the error number of the call that failed.
    package static func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32 {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// How many bytes can be written without waiting where `hasRoom` is true (PIPE_BUF, pipe(7)).
    package static let room = 4096

    /// Whether a pipe, a socket or a file takes some bytes at once; also true where writing fails at once.
    package static func hasRoom(_ descriptor: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }
}
