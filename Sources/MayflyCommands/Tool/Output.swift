internal import Glibc
internal import MayflyModel
internal import Synchronization

/// A descriptor that takes whole lines: those of different threads never mix, and nothing waits in a buffer.
package final class Output: Sendable {
    package static let standard = Output(descriptor: STDOUT_FILENO)
    static let errors = Output(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let turn = Mutex(())
    private let problem = Mutex<Int32>(0)

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// One line on standard error, that of this program.
    package static func complain(_ message: String) {
        errors.write(line: "mayfly: \(SafeText.line(message, limit: 1000))")
    }

    /// Writes the line and ends it.
    package func write(line: String) { write(line + "\n") }

    package func write(lines: [String]) {
        if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
    }

    /// Why something could not be written; nil as long as all was. A pipe that its reader has closed is no failure: who
    /// has read enough goes.
    var failure: MayflyError? {
        problem.withLock { code in
            code == 0 ? nil : MayflyError(.files, "the output cannot be written: \(String(cString: strerror(code)))")
        }
    }

    /// Writes text as it is, such as a prompt. What is not taken is lost; see `failure`.
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

    /// Whether a person reads it on a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether escape sequences are welcome (no-color.org).
    var takesANSI: Bool {
        guard isTerminal else { return false }
        guard let setting = getenv("NO_COLOR") else { return true }
        return setting.pointee == 0
    }
}
