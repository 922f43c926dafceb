internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// Two connected descriptors: one for this process, one for a process that it starts. Both are closed on exec; who makes
/// the pair closes them.
package struct DescriptorPair: Sendable {
    /// What connects the two.
    package enum Kind: Sendable {
        /// Stream sockets. The end of this process does not block.
        case stream
        /// Sockets that keep packets apart and carry descriptors.
        case packets
        /// A pipe from the other process to this one, whose end does not block.
        case pipe
    }

    /// The end of this process.
    package let ours: Int32
    /// The end of the other process. It is closed here once that process has its copy, so that its death ends the connection.
    package let theirs: Int32

    /// Throws `.launchFailed` where no descriptors are left. `user` says in the error who was to have them.
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
