import CMayflyLinux
import Foundation
import MayflyLinux
import Testing

/// A `mayfly` process whose lines are read as they come, and which can be killed at any moment.
///
/// All that it has printed is counted as acknowledged, what was still in the pipe when it was killed too.
final class VictimProcess {
    let device: String
    let id: pid_t
    /// Complete lines; half a line was not said.
    private(set) var lines: [String] = []
    /// How many of the lines were there when it was killed; nil while it lives or when it came to its end.
    private(set) var linesAtKill: Int?
    private(set) var isAtEnd = false
    let output: Int32
    private let descriptor: Int32
    private let complaints: String
    private var pending: [UInt8] = []

    /// Starts the command. What it says on standard error goes to a file of that path.
    init(device: String, arguments: [String], environment: [String: String], complaints: String) throws {
        self.device = device
        self.complaints = complaints
        let program = Bundle.main.bundlePath + "/mayfly"
        var ends: [Int32] = [-1, -1]
        try #require(mayfly_pipe(&ends) == 0)
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let errors = open(complaints, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { for descriptor in [ends[1], null, errors] { close(descriptor) } }
        let inherit = [
            mayfly_inherit(from: null, to: 0), mayfly_inherit(from: ends[1], to: 1),
            mayfly_inherit(from: errors, to: 2),
        ]
        var process: pid_t = 0
        let status = withCStrings([program] + arguments) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                mayfly_spawn(&process, program, arguments, environment, inherit, inherit.count)
            }
        }
        try #require(status == 0)
        id = process
        output = ends[0]
        descriptor = mayfly_pidfd_open(process)
        try #require(descriptor >= 0)
    }

    deinit {
        close(output)
        close(descriptor)
    }

    /// Takes what has been printed.
    func read() {
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { piece in
            while !isAtEnd {
                let count = mayfly_read(output, piece.baseAddress, piece.count)
                if count == -Int(EAGAIN) { return }
                if count <= 0 { isAtEnd = true } else { take(UnsafeRawBufferPointer(rebasing: piece.prefix(count))) }
            }
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: pending, as: UTF8.self))
                pending.removeAll(keepingCapacity: true)
            } else {
                pending.append(byte)
            }
        }
    }

    /// SIGKILL, now.
    func kill() {
        guard mayfly_pidfd_signal(descriptor, SIGKILL) == 0 else { return }
        linesAtKill = lines.count
    }

    /// Waits for the end of the process and reaps it. Nil when it was killed, else its exit status and what it complained of.
    func reap() throws -> (status: Int32, complaint: String)? {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1, "the killed process does not end")
        var exit = mayfly_exit()
        try #require(mayfly_reap(descriptor, &exit) == 1)
        if exit.exited == 0, exit.status == SIGKILL, linesAtKill != nil { return nil }
        // It was quicker than the signal.
        linesAtKill = nil
        let complaint = (try? String(contentsOfFile: complaints, encoding: .utf8)) ?? ""
        return (exit.exited == 1 ? exit.status : -exit.status, complaint)
    }
}
