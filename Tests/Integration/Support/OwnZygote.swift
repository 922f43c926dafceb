import Foundation
import Glibc
import MayflyLinux

/// The worker program by a name of its own, by which the zygotes of one host are found among those of all tests. It goes with
/// this value.
final class OwnZygote: Sendable {
    private let folder = NSTemporaryDirectory() + "mayfly-zygote-\(UUID())"
    /// To be given to a host.
    var program: String { folder + "/mayfly-worker" }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: Bundle.main.bundlePath + "/mayfly-worker"
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The zygotes that live now. Workers that they have forked bear the same command line, but live in namespaces of processes
    /// below this one.
    var processes: [Int32] {
        get throws {
            try ProcessState.processes { id in
                guard isOfProgram(id) else { return false }
                let status = KernelFile.text(of: "/proc/\(id)/status") ?? ""
                return status.split(separator: "\n").contains { line in
                    line.hasPrefix("NSpid:") && line.split { $0 == "\t" || $0 == " " }.count == 2
                }
            }
        }
    }

    /// The workers that wait for an extension now.
    var spares: [Int32] {
        let spares = try? ProcessState.processes { id in
            KernelFile.text(of: "/proc/\(id)/comm") == "mayfly-spare\n" && isOfProgram(id)
        }
        return spares ?? []
    }

    private func isOfProgram(_ process: Int32) -> Bool {
        let words = ProcessState.command(of: process)
        return words.count > 1 && words[0].elementsEqual(program.utf8) && words[1].starts(with: "--zygote".utf8)
    }

    /// Kills those that live now.
    func kill() throws {
        for process in try processes { Glibc.kill(process, SIGKILL) }
    }
}
