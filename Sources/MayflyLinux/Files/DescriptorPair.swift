internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// Two connected descriptors: one for this process, one for a process that it starts. Both are closed on exec. The
/// owner of the pair closes them.
package struct DescriptorPair: Sendable {
    /// The type of the connection.
    package enum Kind: Sendable {
        /// Stream sockets. The end of this process does not block.
        case stream
        /// Sockets that preserve packet boundaries and carry descriptors.
        case packets
        /// A pipe from the other process to this one. The end of this process does not block.
        case pipe
    }

    /// The end of this process.
    package let ours: Int32
    /// The end of the other process. It is closed here when that process has its copy, so that the end of that process
    /// ends the connection.
    package let theirs: Int32

    /// Throws `.launchFailed` if no descriptors are left. `user` names the intended user in the error.
    package init(_ kind: Kind, for user: String) throws(MayflyError) {
        var ends: [Int32] = [-1, -1]
        let status =
            switch kind {
            case .stream: mayfly_socket_pair(&ends)
            case .packets: mayfly_packet_pair(&ends)
            case .pipe: mayfly_pipe(&ends)
            }
        guard status == 0 else {
            throw MayflyError(.launchFailed, "no descriptors for \(user): \(String(cString: strerror(-status)))")
        }
        (ours, theirs) = (ends[0], ends[1])
    }

    package func closeOurs() { close(ours) }

    package func closeTheirs() { close(theirs) }

    package func closeBoth() {
        closeOurs()
        closeTheirs()
    }
}
