internal import CMayflyLinux
internal import MayflyABI

/// One packet of a packet socket, with its descriptors.
struct Packet {
    let bytes: [UInt8]
    let files: [Int32]

    /// Waits for the next packet; nil when the other end is closed.
    static func receive(from socket: Int32) -> Packet? {
        var bytes = [UInt8](repeating: 0, count: WorkerContract.longestPacket)
        let (count, files) = bytes.withUnsafeMutableBytes { room -> (Int, [Int32]) in
            guard let start = room.baseAddress else { return (0, []) }
            return receive(from: socket, into: start, room.count)
        }
        guard count > 0 else { return nil }
        return Packet(bytes: Array(bytes[..<count]), files: files)
    }

    /// The same, with the bytes in memory of the caller: their number is not positive when the other end is closed.
    static func receive(
        from socket: Int32,
        into bytes: UnsafeMutableRawPointer,
        _ capacity: Int
    ) -> (count: Int, files: [Int32]) {
        var files = [Int32](repeating: -1, count: WorkerContract.mostFiles)
        var fileCount = files.count
        let count = mayfly_receive_packet(socket, bytes, capacity, &files, &fileCount)
        return (count, Array(files[..<fileCount]))
    }
}
