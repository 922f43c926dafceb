internal import Foundation
internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// A client of `mayfly host --stdio`, which lies beside the running program.
final class BenchClient: Sendable {
    private let program: Process
    private let input: Int32
    private let output: FileHandle
    /// What was read of the lines that are not taken yet.
    private let read = Mutex<[UInt8]>([])
    private let reader = JSONReader(maximumBytes: 1 << 20, maximumDepth: 64)

    /// Starts the program and says hello.
    init(home: String, plugins: String) throws {
        let (program, input, output) = (Process(), Pipe(), Pipe())
        program.executableURL = URL(filePath: try BenchStage.path(of: "mayfly"))
        program.arguments = ["host", "--stdio", "--allow-unconfined", "--home", home]
        program.environment = ["MAYFLY_PATH": plugins, "PATH": "/usr/bin:/bin"]
        program.standardInput = input
        program.standardOutput = output
        try program.run()
        self.program = program
        // The pipe closes its descriptors with itself.
        self.input = dup(input.fileHandleForWriting.fileDescriptor)
        self.output = output.fileHandleForReading
        try input.fileHandleForWriting.close()
        try call("hello", #""client":"bench","versions":[1]"#)
    }

    /// The time from the start of `mayfly --version` to the end of its output. Waiting for a `Process` itself can take 50 ms longer.
    static func timeOfVersion() throws -> Duration {
        let watch = Stopwatch()
        let (program, output) = (Process(), Pipe())
        program.executableURL = URL(filePath: try BenchStage.path(of: "mayfly"))
        program.arguments = ["--version"]
        program.standardOutput = output
        try program.run()
        _ = try output.fileHandleForReading.readToEnd()
        defer { program.waitUntilExit() }
        return watch.elapsed
    }

    var process: Int32 { program.processIdentifier }

    func openWindow() throws -> String {
        let window = try call("window.open", #""conversation":"protocol","device":"protocol""#)["window"]
        guard case .text(let name) = window else { throw MayflyError(.internalFault, "no window was opened") }
        return name
    }

    @discardableResult func call(_ method: String, _ parameters: String) throws -> JSONValue {
        try send(method, parameters)
        return try answer()
    }

    func send(_ method: String, _ parameters: String) throws {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"# + "\n"
        guard DescriptorWriting.writeAll(line.utf8, to: input) == 0 else {
            throw MayflyError(.files, "the host has ended")
        }
    }

    /// The result of the next answer.
    func answer() throws -> JSONValue {
        while true {
            let line = read.withLock { read in
                read.firstIndex(of: UInt8(ascii: "\n")).map { end in
                    defer { read.removeSubrange(...end) }
                    return Array(read[..<end])
                }
            }
            if let line { return try result(of: line) }
            let more = output.availableData
            guard !more.isEmpty else { throw MayflyError(.files, "the host has ended") }
            read.withLock { $0 += more }
        }
    }

    private func result(of line: [UInt8]) throws -> JSONValue {
        let value = try reader.value(of: line)
        guard value["error"] == .null else { throw MayflyError(.internalFault, value["error"].line) }
        return value["result"]
    }

    /// Ends the program.
    func close() {
        Foundation.close(input)
        program.waitUntilExit()
    }
}
