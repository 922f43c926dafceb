import Foundation
import Testing

/// A `mayfly` command that lives beside the test, which reads its events as they come. It is killed at the latest when this
/// value goes.
final class ToolProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()
    private lazy var lines = LineSource(output.fileHandleForReading)
    /// The lines of the log of extensions that were read so far.
    private(set) var said: [String] = []

    /// Starts the command with `--json` in the home folder. `folders` are those of bundles, joined by colons.
    convenience init(home: String, folders: String, _ arguments: String...) throws {
        try self.init(home: home, folders: folders, arguments)
    }

    /// - Parameters:
    ///   - program: the path of the command, if it is another one than that beside the tests.
    ///   - isPatient: whether the command waits when the pipe that it prints to is full; else it gets an error (EAGAIN).
    init(
        program: String? = nil,
        home: String,
        folders: String,
        _ arguments: [String],
        isPatient: Bool = true
    ) throws {
        if !isPatient { _ = fcntl(output.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK) }
        process.executableURL = URL(filePath: program ?? Bundle.main.bundlePath + "/mayfly")
        process.arguments = arguments + ["--json"]
        process.environment = ["MAYFLY_HOME": home, "MAYFLY_PATH": folders, "PATH": "/usr/bin:/bin"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// Starts `mayfly launch` of an extension on alice's device. Its script is standard input.
    convenience init(launching id: String, home: String, folders: String, conversation: String) throws {
        let script = ["--conversation", conversation, "--as", "alice", "--script", "-"]
        try self.init(home: home, folders: folders, ["launch", id] + script)
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Gives it all that it will ever read on standard input.
    func tell(_ script: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
        try input.fileHandleForWriting.close()
    }

    /// Gives it lines on standard input, which stays open.
    func tellMore(_ lines: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8)) }

    /// Reads up to the event of that name.
    func waitFor(event name: String) throws {
        while try #require(try nextEvent(), "the command has ended")["name"] as? String != name {}
    }

    /// Reads up to the event of that kind.
    func waitFor(kind: String) throws {
        while try #require(try nextEvent(), "the command has ended")["event"] as? String != kind {}
    }

    /// The process of the command itself.
    var identifier: Int32 { process.processIdentifier }

    /// Reads up to the worker that waits for a debugger, or has reached another state, and gives its process id.
    func waitForProcess(_ state: String = "waiting") throws -> Int32 {
        while let event = try nextEvent() {
            if event["state"] as? String == state, let process = event["pid"] as? Int { return Int32(process) }
        }
        throw CocoaError(.fileReadUnknown)
    }

    /// Reads up to that line in the log of an extension.
    func waitFor(line: String) throws {
        while !said.contains(line) { _ = try #require(try nextEvent(), "the command has ended") }
    }

    /// Nil at the end.
    private func nextEvent() throws -> [String: Any]? {
        guard let line = lines.next() else { return nil }
        let event = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
        if let line = event["line"] as? String { said.append(line) }
        return event
    }

    /// Closes the pipe that it prints to, and gives its exit status when it has ended. Its standard input stays open.
    func finishUnread() throws -> Int32 {
        try closeOutput()
        try tellMore("tap plus\n")
        return status()
    }

    /// Closes the pipe that it prints to.
    func closeOutput() throws { try output.fileHandleForReading.close() }

    /// Fills the pipe that it prints to.
    func fillOutput() throws {
        let path = "/proc/self/fd/\(output.fileHandleForReading.fileDescriptor)"
        let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(pipe >= 0)
        defer { close(pipe) }
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 4096)
        for count in [4096, 1] {
            while write(pipe, blanks, count) > 0 {}
        }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Reads what it still prints, and waits for its end. Gives the exit status, or the signal's number as a negative one.
    func finish() throws -> Int32 {
        while try nextEvent() != nil {}
        return status()
    }

    /// What it has printed for people, after its end.
    func errorLines() throws -> [Substring] {
        String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    }

    /// Waits for its end, and gives the exit status, or the signal's number as a negative one.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
