internal import Glibc
internal import MayflyModel
internal import Synchronization

/// Writes whole lines to a descriptor, without a buffer; lines of different threads do not mix.
package final class Output: Sendable {
    package static let standard = Output(descriptor: STDOUT_FILENO)
    static let errors = Output(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let turn = Mutex(())
    private let problem = Mutex<Int32>(0)

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes one line to standard error.
    package static func complain(_ message: String) {
        errors.write(line: "mayfly: \(SafeText.line(message, limit: 1000))")
    }

    /// Writes the line and ends it.
    package func write(line: String) { write(line + "\n") }

    package func write(lines: [String]) {
        if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
    }

    /// The first write error; nil without one. A pipe that the reader has closed (EPIPE) is not an error.
    var failure: MayflyError? {
        problem.withLock { code in
            code == 0 ? nil : MayflyError(.files, "the output cannot be written: \(String(cString: strerror(code)))")
        }
    }

    /// Writes text without a line end, such as a prompt. Text that cannot be written is dropped; see `failure`.
    func write(_ text: String) {
        turn.withLock { _ in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    if errno != EPIPE { problem.withLock { [code = errno] in $0 = code } }
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Whether the descriptor is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether escape sequences may be written (no-color.org).
    var takesANSI: Bool {
        guard isTerminal else { return false }
        guard let setting = getenv("NO_COLOR") else { return true }
        return setting.pointee == 0
    }
}
