import Foundation
import MayflyBench
import MayflyTestSupport

/// Where a process and its descendants listen (proc_pid_net(5)): the addresses and ports of IPv4, and a word for one of IPv6.
func listeningPlaces(of process: pid_t) throws -> [String] {
    let ids = ProcessCensus.family(of: process) + [process]
    let sockets = Set(
        ids.flatMap { id in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd")) ?? []
            return names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/fd/\($0)")
            }
        }
    )
    return try ["tcp", "tcp6"].flatMap { family in
        try kernelText(of: "/proc/\(process)/net/\(family)").split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            // The state 0A is LISTEN.
            guard fields[3] == "0A", sockets.contains("socket:[\(fields[9])]") else { return nil }
            let parts = fields[1].split(separator: ":")
            guard family == "tcp", let number = UInt32(parts[0], radix: 16), let port = UInt16(parts[1], radix: 16)
            else { return "an address of IPv6" }
            let bytes = (0..<4).map { String(number >> (8 * $0) & 255) }
            return bytes.joined(separator: ".") + ":\(port)"
        }
    }
}
