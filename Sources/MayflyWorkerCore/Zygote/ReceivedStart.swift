internal import Glibc
internal import MayflyABI

/// The start request that a waiting worker receives, with its descriptors.
struct ReceivedStart: ~Copyable {
    let request: StartPacket
    /// In the order of `WorkerContract.Descriptor.allCases`.
    private let files: [Int32]
    /// The mounts of the extension's folders; empty if the worker makes them itself.
    private(set) var mounts: [Int32]

    /// Waits for the request; nil if the host has closed the link or ended.
    init?(from link: Int32) {
        var files: [Int32] = []
        guard
            let request = StartPacket(receivedBy: { bytes, capacity in
                let count: Int
                (count, files) = Packet.receive(from: link, into: bytes, capacity)
                return count
            })
        else { return nil }
        let count = WorkerContract.Descriptor.allCases.count
        guard [count, count + WorkerContract.mountCount].contains(files.count) else { return nil }
        self.request = request
        self.files = Array(files[..<count])
        mounts = Array(files[count...])
    }

    /// Moves the descriptors to the numbers of `WorkerContract`.
    mutating func placeDescriptors() {
        // Duplicated to high numbers first, because a target may be the number of a source.
        let moved = (files + mounts).map { file in
            defer { close(file) }
            return fcntl(file, F_DUPFD_CLOEXEC, WorkerContract.firstFree)
        }
        mounts = Array(moved[files.count...])
        for (source, target) in zip(moved, WorkerContract.Descriptor.allCases) {
            dup2(source, target.rawValue)
            close(source)
        }
        dup2(WorkerContract.Descriptor.output.rawValue, WorkerContract.errors)
    }
}
