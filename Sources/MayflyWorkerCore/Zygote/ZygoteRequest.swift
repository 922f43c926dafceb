internal import CMayflyLinux
internal import Glibc
internal import MayflyABI

/// What the host asks a zygote for: a worker that waits at the other end of a link.
struct ZygoteRequest {
    /// The worker's end.
    let link: Int32
    /// Through which a process enters the worker's control groups.
    let groups: [Int32]

    /// Waits for the next one; nil once the host is gone. The host is trusted: what is no request ends the zygote too.
    static func receive(from socket: Int32) -> ZygoteRequest? {
        guard let packet = Packet.receive(from: socket),
            let record = try? Table.zygoteFork.value(of: packet.bytes),
            let groups = record["groups"].unsigned, packet.files.count == Int(groups) + 1
        else { return nil }
        return ZygoteRequest(link: packet.files[0], groups: Array(packet.files[1...]))
    }

    func close() {
        for file in [link] + groups { Glibc.close(file) }
    }
}
