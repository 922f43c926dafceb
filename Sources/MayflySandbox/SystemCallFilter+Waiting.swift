internal import CSeccomp
internal import Glibc
internal import MayflyABI

extension SystemCallFilter {
    /// Bounds how many can wait for one file. Whoever wakes them walks all of them: the host when it reads from a socket, and the
    /// interrupt of a timer, whose time is charged to the process that it interrupts.
    ///
    /// An epoll instance watches an open file once for each of its numbers, and files stay open while a call that uses them waits,
    /// also without a number. So a file has one number only (`addFiles`), a call waits for one file only (`poll`), and the files that
    /// the host uses, too, are not watched at all: epoll answers as for an ordinary file (EPERM), which runtimes know. `select` only
    /// waits for time.
    static func addWaiting(to filter: scmp_filter_ctx) {
        // The number of descriptors. The kernel uses its lower half only; with a bit in the upper half it is refused.
        for (name, argument, most) in waits {
            allow(name, when: .isBelow(argument, most + 1), in: filter)
            refuse(name, with: EINVAL, when: .isAtLeast(argument, most + 1), in: filter)
        }
        for number in 0..<firstWatched { refuse("epoll_ctl", with: EPERM, when: .equals(2, number), in: filter) }
        // All other numbers: those below 8, and those with a higher bit.
        for number in firstWatched..<8 { allow("epoll_ctl", when: .equals(2, number), in: filter) }
        for bit in 3..<31 { allow("epoll_ctl", when: .masked(2, 1 << bit, 1 << bit), in: filter) }
    }

    /// The first descriptor that epoll instances may watch: those below are of the contract, and the host uses the same files. The
    /// black box and the link are closed before an extension has code.
    private static let firstWatched = UInt32(WorkerContract.Descriptor.library.rawValue)

    /// Calls that wait for descriptors, with the index of the argument that says for how many, and for how many they may.
    static let waits: [(name: String, argument: UInt32, most: UInt64)] = [
        ("poll", 1, 1), ("ppoll", 1, 1), ("select", 0, 0), ("pselect6", 0, 0),
    ]
}
