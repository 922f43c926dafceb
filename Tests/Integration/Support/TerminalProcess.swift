import Foundation
import Testing

/// A `mayfly` command at a pseudoterminal, as a person uses it. It is killed at the latest when this value goes.
///
/// Safe because one thread at a time uses it.
final class TerminalProcess: @unchecked Sendable {
    private let process = Process()
    private let terminal: FileHandle
    /// The path of the terminal.
    private let path: String
    /// The modes before the command was started.
    let firstModes: UInt32
    /// All that it has printed and that was read, without the marks that hold a drawing back until it is whole.
    private(set) var output = ""
    /// The same with these marks.
    private(set) var allOutput = ""

    /// Starts the command in the home folder. `folders` are those of bundles, joined by colons.
    ///
    /// - Parameters:
    ///   - program: the path of the command, if it is another one than that beside the tests.
    ///   - variables: more variables of the environment.
    ///   - columns: the width of the terminal; nil where it has none.
    ///   - output: where the command prints, if not at the terminal.
    ///   - isControlling: whether the command leads a session that the terminal controls. `signal` reaches its parent then.
    init(
        program: String? = nil,
        home: String,
        folders: String,
        noColor: Bool = false,
        adding variables: [String: String] = [:],
        columns: UInt16? = nil,
        output: FileHandle? = nil,
        isControlling: Bool = false,
        _ arguments: [String]
    ) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: columns ?? 0, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&master, &slave, nil, nil, &size) == 0)
        firstModes = try Self.modes(of: slave)
        path = String(cString: try #require(ttyname(slave)))
        // The process must not inherit it: its terminal would not be closed with this end.
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        terminal = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        let line = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        let program = program ?? Bundle.main.bundlePath + "/mayfly"
        process.executableURL = URL(filePath: isControlling ? "/usr/bin/setsid" : program)
        process.arguments = isControlling ? ["--ctty", "--wait", program] + arguments : arguments
        process.environment = ["MAYFLY_HOME": home, "MAYFLY_PATH": folders, "PATH": "/usr/bin:/bin"]
        process.environment?.merge(variables) { $1 }
        if noColor { process.environment?["NO_COLOR"] = "1" }
        process.standardInput = line
        process.standardOutput = output ?? line
        process.standardError = output ?? line
        try process.run()
        try line.close()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// The number of the process.
    var id: Int32 { process.processIdentifier }

    /// The local modes of the terminal (termios(3)).
    var modes: UInt32 { get throws { try Self.modes(of: terminal.fileDescriptor) } }

    private static func modes(of descriptor: Int32) throws -> UInt32 {
        var modes = termios()
        try #require(tcgetattr(descriptor, &modes) == 0)
        return modes.c_lflag
    }

    /// Gives the terminal another size. A command in the session that it controls gets SIGWINCH.
    func resize(columns: UInt16, rows: UInt16 = 24) throws {
        let input = try #require(FileHandle(forUpdatingAtPath: "/proc/\(id)/fd/0"))
        defer { try? input.close() }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(input.fileDescriptor, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Sends SIGINT, as Ctrl-C does at the terminal of a login.
    func interrupt() { signal(SIGINT) }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Lets the terminal take no output (true), as Ctrl-S does, and take it again.
    func holdOutput(_ isHeld: Bool) throws {
        let line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(line >= 0)
        defer { close(line) }
        try #require(tcflow(line, isHeld ? TCOOFF : TCOON) == 0)
    }

    /// Enters text, which ends in a newline where a line is meant.
    func enter(_ text: String) throws { try terminal.write(contentsOf: Data(text.utf8)) }

    /// In milliseconds. Nothing takes as long, however busy the machine is: the command waits for input.
    private static let limit: Int32 = 300_000

    /// Reads until one of the texts has come after what was read before; gives all up to the end of the first that comes.
    @discardableResult
    func waitFor(_ texts: String...) throws -> String {
        while true {
            let ranges = texts.compactMap { output.range(of: $0) }
            if let range = ranges.min(by: { $0.lowerBound < $1.lowerBound }) {
                defer { output = String(output[range.upperBound...]) }
                return String(output[..<range.upperBound])
            }
            var wait = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, Self.limit) == 1, "the command prints none of \(texts): \(output)")
            var bytes = [UInt8](repeating: 0, count: 64 * 1024)
            let count = read(terminal.fileDescriptor, &bytes, bytes.count)
            try #require(count > 0, "the command has ended: \(output)")
            take(bytes.prefix(count))
        }
    }

    /// Reads all that it still prints, and gives it with what was read before and not waited for.
    func drain() -> String {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(terminal.fileDescriptor, &bytes, bytes.count)
            guard count > 0 else { return output }
            take(bytes.prefix(count))
        }
    }

    /// A mark may have come in two parts.
    private func take(_ bytes: ArraySlice<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        allOutput += text
        output += text
        for mark in ["h", "l"] { output = output.replacingOccurrences(of: "\u{1B}[?2026" + mark, with: "") }
    }

    /// Ends a session with `quit`, or by the key Ctrl-D, reads all that it still prints, and gives the exit status as `finish` does.
    func quit(byKey: Bool = false) throws -> Int32 {
        try enter(byKey ? "\u{4}" : "quit\n")
        _ = drain()
        return finish()
    }

    /// Waits for its end, and gives the exit status, or the signal that ended it with a minus.
    func finish() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
