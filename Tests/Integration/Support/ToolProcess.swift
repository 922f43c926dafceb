import Foundation
import Testing

/// A `mayfly` command that lives beside the test, which reads its events as they come. It is killed at the latest when this
/// value goes.
final class ToolProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    /// Starts the command with `--json` in the home folder. `folders` are those of bundles, joined by colons.
    init(home: String, folders: String, _ arguments: String...) throws {
        process.executableURL = URL(filePath: Bundle.main.bundlePath + "/mayfly")
        process.arguments = arguments + ["--json"]
        process.environment = ["MAYFLY_HOME": home, "MAYFLY_PATH": folders, "PATH": "/usr/bin:/bin"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Gives it all that it will ever read on standard input.
    func tell(_ script: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
        try input.fileHandleForWriting.close()
    }

    /// Reads up to the event of that name.
    func waitFor(event name: String) throws {
        while try nextEvent()["name"] as? String != name {}
    }

    private func nextEvent() throws -> [String: Any] {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = Data(pending[pending.index(after: end)...]) }
                return try JSONSerialization.jsonObject(with: pending[..<end]) as? [String: Any] ?? [:]
            }
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the command has ended")
            pending += data
        }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Reads what it still prints, and waits for its end. Gives the exit status, or the signal's number as a negative one.
    func finish() throws -> Int32 {
        _ = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
