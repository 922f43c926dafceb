import Foundation
import Glibc
import MayflyLinux
import MayflyTestSupport
import Testing

/// A `mayfly bench --driver --hold` with a folder of its own for temporary files. It is killed at the latest when this value
/// goes.
final class HeldBench: @unchecked Sendable {
    // Safe because one thread after the other uses it.
    private let process = Process()
    private let output = Pipe()
    private let folder: String

    /// `state` is that of the extension: `idle` or `busy`. `folder` is made.
    init(_ state: String, in folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process.executableURL = URL(filePath: Bundle.main.bundlePath + "/mayfly")
        process.arguments = ["bench", "--driver", "--hold", state]
        process.environment = ["TMPDIR": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        process.standardOutput = output
        try process.run()
    }

    deinit { if process.isRunning { kill() } }

    /// Waits for the number of the process that runs the extension.
    func worker() throws -> Int32 {
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        return try #require(try JSONDecoder().decode([String: Int32].self, from: Data(line))["hold_pid"])
    }

    /// What lies in the folder for temporary files.
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

    /// Waits until a process has computed for so long in all; throws when it is gone.
    func wait(until worker: Int32, hasComputed time: Duration) throws {
        let nanoseconds = time / .nanoseconds(1)
        try blockUntil {
            let text = try #require(KernelFile.text(of: "/proc/\(worker)/schedstat"))
            let own = try #require(text.split(separator: " ").first.flatMap { Double($0) })
            return own >= nanoseconds
        }
    }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
