import CMayflyLinux
import Foundation
import MayflyLinux
import Testing

/// A `fault-runner`: gives its lines as they come, and is told when to go on. It is killed at the latest when this value goes.
final class FaultProcess {
    let id: pid_t
    private let descriptor: Int32
    private let input: Int32
    private let output: Int32
    private let complaints: String
    /// What was read and not given yet, from `start` on.
    private var pending: [UInt8] = []
    private var start = 0
    private var isReaped = false

    /// What a sanitizer is told holds for the runner, too.
    private static let environment =
        ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
        + ["ASAN_OPTIONS", "TSAN_OPTIONS"].compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }

    /// No run takes as long, however busy the machine is: its host has hung.
    private static let limit: Int32 = 120_000

    init(arguments: [String]) throws {
        let program = Bundle.main.bundlePath + "/fault-runner"
        complaints = NSTemporaryDirectory() + "mayfly-complaints-\(UUID())"
        var down: [Int32] = [-1, -1]
        var up: [Int32] = [-1, -1]
        try #require(mayfly_pipe(&down) == 0 && mayfly_pipe(&up) == 0)
        // The far end of the first is the one that is read, and must block.
        _ = fcntl(down[0], F_SETFL, 0)
        let errors = open(complaints, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { for descriptor in [down[0], up[1], errors] { close(descriptor) } }
        let inherit = [
            mayfly_inherit(from: down[0], to: 0), mayfly_inherit(from: up[1], to: 1),
            mayfly_inherit(from: errors, to: 2),
        ]
        var process: pid_t = 0
        let status = withCStrings([program] + arguments) { arguments in
            withCStrings(Self.environment) { environment in
                mayfly_spawn(&process, program, arguments, environment, inherit, inherit.count)
            }
        }
        (id, input, output) = (process, down[1], up[0])
        descriptor = status == 0 ? mayfly_pidfd_open(process) : -1
        try #require(descriptor >= 0)
    }

    deinit {
        if !isReaped {
            _ = mayfly_pidfd_signal(descriptor, SIGKILL)
            var exit = mayfly_exit()
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&wait, 1, Self.limit)
            _ = mayfly_reap(descriptor, &exit)
        }
        for descriptor in [input, output, descriptor] { close(descriptor) }
        try? FileManager.default.removeItem(atPath: complaints)
    }

    /// The next line; nil at the end.
    func nextLine() throws -> [UInt8]? {
        while true {
            if let end = endOfLine() {
                defer { start = end + 1 }
                return Array(pending[start..<end])
            }
            pending.removeFirst(start)
            start = 0
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, Self.limit) == 1, "the host says nothing any more")
            var piece = [UInt8](repeating: 0, count: 65536)
            let count = mayfly_read(output, &piece, piece.count)
            guard count > 0 else { return nil }
            pending += piece[..<count]
        }
    }

    /// With `memchr`: a flood is megabytes, and these tests are built without optimization.
    private func endOfLine() -> Int? {
        pending.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(end) - base
        }
    }

    func goOn() { _ = write(input, "\n", 1) }

    func kill() { _ = mayfly_pidfd_signal(descriptor, SIGKILL) }

    /// Waits for the end. Gives the exit status, or the signal's number as a negative one.
    func reap() throws -> Int32 {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, Self.limit) == 1, "the host does not end")
        var exit = mayfly_exit()
        try #require(mayfly_reap(descriptor, &exit) == 1)
        isReaped = true
        return exit.exited == 1 ? exit.status : -exit.status
    }

    /// What it wrote to standard error: what a person would see on a terminal.
    var screen: String { (try? String(contentsOfFile: complaints, encoding: .utf8)) ?? "" }
}
