internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// The program that makes requests over HTTP for the host, in a process of its own: the libraries that read what servers send never see
/// the host's memory, nor the person's files.
///
/// It reads one request a line, and answers each before it reads the next (see `FetchRequest`). It ends with its input, and with the
/// process that started it.
package enum FetchProgram {
    /// Runs the process, according to the program's arguments: the process id of the host.
    package static func run(arguments: [String]) -> Never {
        guard arguments.count == 2, let parent = pid_t(arguments[1]) else {
            print("mayfly-fetch is started by mayfly and does nothing on its own; see mayfly --help")
            exit(64)
        }
        guard mayfly_die_with_parent(parent) == 0 else { _exit(1) }
        let transfer: Transfer
        do {
            transfer = try Transfer()
            try FetchSandbox.enter()
        } catch {
            Output.end(error: "\(error)")
            _exit(1)
        }
        var input = Input()
        while let line = input.line() {
            guard let request = FetchRequest(line: line, body: { input.bytes($0) }) else {
                // What follows cannot be told from the next request.
                Output.end(error: "a request that is not understood")
                _exit(1)
            }
            Output.end(error: transfer.failure(of: request))
        }
        _exit(0)
    }
}

/// What comes on standard input: lines, and bytes between them.
private struct Input {
    private var waiting: [UInt8] = []

    /// The next line without its end; nil at the end of the input, and for one that no host writes.
    mutating func line() -> String? {
        var seen = 0
        while true {
            if let end = waiting[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { waiting.removeFirst(end + 1) }
                return String(validating: waiting[..<end], as: UTF8.self)
            }
            seen = waiting.count
            guard seen <= FetchRequest.longestLine, read() else { return nil }
        }
    }

    /// The next bytes; nil where the input ends before.
    mutating func bytes(_ count: Int) -> [UInt8]? {
        while waiting.count < count { guard read() else { return nil } }
        defer { waiting.removeFirst(count) }
        return Array(waiting[..<count])
    }

    private mutating func read() -> Bool {
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        let count = mayfly_read(0, &part, part.count)
        guard count > 0 else { return false }
        waiting += part.prefix(count)
        return true
    }
}

/// The frames on standard output.
enum Output {
    static func head(status: Int, _ headers: [HTTPHeader]) {
        write(.head, Array(JSONValue.object(["status": .number(status), "headers": headers.json]).line.utf8))
    }

    static func data(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + FetchRequest.largestFrame)
            write(.data, Array(bytes[start..<end]))
            start = end
        }
    }

    static func end(error: String?) {
        write(
            .end,
            Array(JSONValue.object(["error": .optional(error.map { SafeText.line($0, limit: 300) })]).line.utf8)
        )
    }

    private static func write(_ kind: FetchRequest.Frame, _ content: [UInt8]) {
        let count = UInt32(content.count)
        let header = [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * UInt32($0))) }
        // Nobody waits for the answer any more.
        if mayfly_send_all(1, header + content, header.count + content.count) != 0 { _exit(1) }
    }
}
