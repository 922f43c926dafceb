internal import CMayflyLinux
internal import Glibc
internal import MayflyABI

/// The host's request to a zygote: to make a worker at the other end of a link.
struct ZygoteRequest {
    /// The worker's end of the link.
    let link: Int32
    /// The files through which a process enters the worker's control groups.
    let groups: [Int32]

    /// Waits for the next request; nil when the host has ended. The host is trusted: an invalid request also ends the
    /// zygote.
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
