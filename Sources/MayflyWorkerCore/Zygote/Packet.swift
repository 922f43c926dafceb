internal import CMayflyLinux
internal import MayflyABI

/// One packet of a packet socket, with its descriptors.
struct Packet {
    let bytes: [UInt8]
    let files: [Int32]

    /// Waits for the next packet; nil when the other end is closed.
    static func receive(from socket: Int32) -> Packet? {
        var bytes = [UInt8](repeating: 0, count: WorkerContract.longestPacket)
        var files = [Int32](repeating: -1, count: WorkerContract.mostFiles)
        var fileCount = files.count
        let count = mayfly_receive_packet(socket, &bytes, bytes.count, &files, &fileCount)
        guard count > 0 else { return nil }
        return Packet(bytes: Array(bytes[..<count]), files: Array(files[..<fileCount]))
    }
}
