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
        while let line = readLine() {
            guard let request = FetchRequest(line: line) else {
                Output.end(error: "a request that is not understood")
                continue
            }
            Output.end(error: transfer.failure(of: request))
        }
        _exit(0)
    }
}

/// The frames on standard output.
enum Output {
    static func head(status: Int) {
        write(.head, Array(JSONValue.object(["status": .number(status)]).line.utf8))
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
