internal import Glibc
internal import MayflyABI

/// What a worker that waits is told of its extension, with the descriptors that came along.
struct ReceivedStart {
    let request: StartRequest
    /// In the order of `WorkerContract.Descriptor.allCases`.
    private let files: [Int32]

    /// Waits for it; nil when the host has no use for this worker any more, or is gone.
    static func receive(from link: Int32) -> ReceivedStart? {
        guard let packet = Packet.receive(from: link), packet.files.count == WorkerContract.Descriptor.allCases.count,
            let request = StartRequest(packet.bytes)
        else { return nil }
        return ReceivedStart(request: request, files: packet.files)
    }

    /// Gives the descriptors the numbers of the contract.
    func placeDescriptors() {
        // Moved out of the way first, because a target may be the number of a source.
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
