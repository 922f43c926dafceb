internal import Glibc
internal import MayflyABI

/// The start request that a waiting worker receives, with its descriptors.
struct ReceivedStart {
    let request: StartRequest
    /// In the order of `WorkerContract.Descriptor.allCases`.
    private let files: [Int32]

    /// Waits for the request; nil if the host has closed the link or ended.
    static func receive(from link: Int32) -> ReceivedStart? {
        guard let packet = Packet.receive(from: link), packet.files.count == WorkerContract.Descriptor.allCases.count,
            let request = StartRequest(packet.bytes)
        else { return nil }
        return ReceivedStart(request: request, files: packet.files)
    }

    /// Moves the descriptors to the numbers of `WorkerContract`.
    func placeDescriptors() {
        // Duplicated to high numbers first, because a target may be the number of a source.
        let moved = files.map { file in
            defer { close(file) }
            return fcntl(file, F_DUPFD, WorkerContract.firstFree)
        }
        for (source, target) in zip(moved, WorkerContract.Descriptor.allCases) {
            dup2(source, target.rawValue)
            close(source)
        }
        dup2(WorkerContract.Descriptor.output.rawValue, WorkerContract.errors)
    }
}
