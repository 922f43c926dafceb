internal import Glibc
internal import MayflyABI

/// What a worker that waits is told of its extension.
struct StartRequest {
    let bundleFolder: String
    let privateFolder: String
    /// Control, completions, library, output, black box.
    private let files: [Int32]

    /// Waits for it; nil when the host has no use for this worker any more, or is gone.
    static func receive(from link: Int32) -> StartRequest? {
        guard let packet = Packet.receive(from: link), packet.files.count == 5,
            let record = try? Table.workerBegin.value(of: packet.bytes),
            let bundle = record["bundle_folder"].text, let privateFolder = record["private_folder"].text
        else { return nil }
        return StartRequest(bundleFolder: bundle, privateFolder: privateFolder, files: packet.files)
    }

    /// Gives the descriptors the numbers that a worker knows them by.
    func place() {
        // Moved out of the way first, because a target may be the number of a source.
        let moved = files.map { file in
            defer { close(file) }
            return fcntl(file, F_DUPFD, ForkedWorker.link + 1)
        }
        for (source, target) in zip(moved, [3, 4, 5, 1, Channel.boxDescriptor]) {
            dup2(source, Int32(target))
            close(source)
        }
        dup2(1, 2)
    }
}
