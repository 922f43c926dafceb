import Dispatch
import Foundation
import MayflyTesting
import Testing

/// The `mayfly` command, run as a person runs it, with a home folder of its own.
struct Tool: Sendable {
    /// How one command went.
    struct Outcome: Sendable {
        /// The exit status, or the signal that ended it with a minus.
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// Each line as a JSON object; an issue where one is not.
        func events() throws -> [[String: any Sendable]] {
            try lines.map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                return try #require(object as? [String: any Sendable])
            }
        }
    }

    let home: String
    let path: String
    /// The name of the program, which lies beside the tests.
    var program = "mayfly"
    /// More variables of its environment.
    var variables: [String: String] = [:]
    /// The folder that it works in; nil for that of the tests.
    var folder: String?

    var executable: URL { URL(filePath: Bundle.main.bundlePath + "/" + program) }
    /// The locale of the person, as the environment has it.
    var language = "C.UTF-8"

    /// The command in a home folder that is there already. `folders` are those of bundles, joined by colons.
    init(home: String, folders: String) { (self.home, path) = (home, folders) }

    /// Makes a home folder, lets `body` use the command there and removes it. `bundles` are put on the search path.
    static func with<Result: Sendable>(
        bundles: [String] = [],
        _ body: @Sendable (Tool) async throws -> Result
    ) async throws -> Result {
        let home = NSTemporaryDirectory() + "mayfly-tool-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let folders = bundles.map { URL(filePath: $0).deletingLastPathComponent().path }
        return try await HostPermits.withPermit {
            try await body(Tool(home: home, folders: folders.joined(separator: ":")))
        }
    }

    /// Runs one command to its end.
    func run(_ arguments: String..., script: String = "") async throws -> Outcome {
        try await run(all: arguments, script: script)
    }

    func run(program: String? = nil, all arguments: [String], script: String = "") async throws -> Outcome {
        // On a thread of its own: the tests' few threads are needed by the hosts of other tests meanwhile.
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try wait(program: program, arguments, script) })
            }
        }
    }

    private func wait(program: String?, _ arguments: [String], _ script: String) throws -> Outcome {
        let process = Process()
        process.executableURL = program.map { URL(filePath: $0) } ?? executable
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.environment = ["MAYFLY_HOME": home, "MAYFLY_PATH": path, "PATH": "/usr/bin:/bin", "LANG": language]
        process.environment?.merge(variables) { $1 }
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaint, as: UTF8.self)
        )
    }

    /// A session at a terminal, in the conversation of `setUp`, drawn for the first time.
    func session(of id: String, as device: String = "alice", noColor: Bool = false) async throws -> TerminalProcess {
        try await drawnSession(of: id, as: device, noColor: noColor).terminal
    }

    /// The same with its first drawing.
    func drawnSession(
        of id: String,
        as device: String = "alice",
        noColor: Bool = false,
        adding variables: [String: String] = [:],
        columns: UInt16? = nil,
        isControlling: Bool = false
    ) async throws -> (terminal: TerminalProcess, drawing: String) {
        try await drawn(
            TerminalProcess(
                program: executable.path,
                home: home,
                folders: path,
                noColor: noColor,
                adding: self.variables.merging(variables) { $1 },
                columns: columns,
                isControlling: isControlling,
                ["launch", id, "--conversation", "chat", "--as", device]
            )
        )
    }

    /// A chat at a terminal, in the conversation of `setUp`, with its first drawing.
    func chat(
        as device: String = "alice",
        adding variables: [String: String] = [:],
        isControlling: Bool = false
    ) async throws -> (terminal: TerminalProcess, drawing: String) {
        try await drawn(
            TerminalProcess(
                home: home,
                folders: path,
                adding: variables,
                columns: 80,
                isControlling: isControlling,
                ["chat", "chat", "--as", device]
            )
        )
    }

    private func drawn(_ terminal: TerminalProcess) async throws -> (terminal: TerminalProcess, drawing: String) {
        (terminal, try await OwnThread.run { try terminal.waitFor("\n> ") })
    }

    /// The rows that a command leaves on a terminal. What it reads is empty.
    func rows(columns: UInt16, _ arguments: [String]) async throws -> [String] {
        let terminal = try TerminalProcess(home: home, folders: path, noColor: true, columns: columns, arguments)
        let output = try await OwnThread.run {
            let output = terminal.drain()
            #expect(terminal.finish() == 0, "\(output)")
            return output
        }
        return TerminalImage.rows(of: output, columns: Int(columns), height: 1000)
    }

    /// Lets `body` use a session of alice in a new home folder, on a thread that may wait, and ends it by `quit`.
    func withSession(of id: String, _ body: @escaping @Sendable (TerminalProcess) throws -> Void) async throws {
        try await setUp()
        let terminal = try await session(of: id)
        try await OwnThread.run {
            try body(terminal)
            try terminal.enter("quit\n")
            #expect(terminal.finish() == 0)
        }
    }

    /// Two devices and a conversation, by three commands.
    func setUp() async throws {
        for name in ["alice", "bob"] { #expect(try await run("device", "create", name).status == 0) }
        #expect(try await run("conversation", "create", "chat", "--with", "alice,bob").status == 0)
    }
}
