internal import Glibc
internal import MayflyLinux
internal import MayflyModel
internal import MayflyViews
internal import Synchronization

/// Writes whole lines to a descriptor, without a buffer; lines of different threads do not mix.
package final class Output: Sendable {
    package static let standard = Output(descriptor: STDOUT_FILENO)
    package static let errors = Output(descriptor: STDERR_FILENO)

    /// Takes everything and prints nothing.
    package static let nowhere = Output(descriptor: -1)

    private struct Problem {
        /// The error number of the first write that failed; 0 without one.
        var code: Int32 = 0
        /// Called at that write.
        var notify: (@Sendable () -> Void)?
    }

    private let descriptor: Int32
    private let turn = Mutex(())
    private let problem = Mutex(Problem())

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes one line to standard error.
    package static func complain(_ message: String) {
        let text = SafeText.line(message, limit: 1000)
        guard errors.isTerminal else { return errors.write(line: complaint + text) }
        let width = errors.columns ?? TerminalLines.standardWidth
        let rows = TerminalLines.hanging(
            complaint,
            SafeText.collapsingBlanks(text),
            indent: complaint.count,
            width: width
        )
        errors.write(lines: rows)
    }

    private static let complaint = "mayfly: "

    /// Writes the line and ends it.
    package func write(line: String) { write(line + "\n") }

    package func write(lines: [String]) {
        if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
    }

    /// Writes the lines. At a terminal, further rows of a line that is too long are indented more than the line: words of others do not
    /// begin where lines of the host do.
    package func write(wrapping lines: [String]) { write(lines: TerminalLines.hanging(lines, to: columns)) }

    /// The first write error; nil without one. A pipe that the reader has closed (EPIPE) is not an error: see `isClosed`.
    var failure: MayflyError? {
        let code = problem.withLock { $0.code }
        guard code != 0, code != EPIPE else { return nil }
        return MayflyError(.files, "the output cannot be written: \(String(cString: strerror(code)))")
    }

    /// Whether the reader has closed the pipe that the output goes to, and so wants no more of it.
    var isClosed: Bool { problem.withLock { $0.code == EPIPE } }

    /// Throws `CancellationError` when something could not be written: what was not shown must have no effect.
    func requireReader() throws(CancellationError) {
        guard problem.withLock({ $0.code == 0 }) else { throw CancellationError() }
    }

    /// Calls the closure at the first write that fails, and at once if there was one. It replaces an earlier closure; nil removes it.
    func onFailure(_ notify: (@Sendable () -> Void)?) {
        let isDue = problem.withLock { problem in
            problem.notify = notify
            return problem.code != 0
        }
        if isDue { notify?() }
    }

    /// Writes text without a line end, such as a prompt. Text that cannot be written is dropped; see `failure` and `isClosed`.
    package func write(_ text: String) {
        guard descriptor >= 0 else { return }
        let code = turn.withLock { _ in DescriptorWriting.writeAll(text.utf8, to: descriptor) }
        guard code != 0 else { return }
        let notify = problem.withLock { problem in
            guard problem.code == 0 else { return nil as (@Sendable () -> Void)? }
            problem.code = code
            return problem.notify
        }
        notify?()
    }

    /// Whether the descriptor is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether the terminal only prints, as that of an editor: it obeys no escape sequences (term(7)).
    static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }

    /// The size of the terminal in cells, and of a cell in pixels, each part nil where it is unknown; nil without a terminal.
    var size: (columns: Int?, rows: Int?, cell: (width: Int, height: Int)?)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        let (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
        let hasPixels = columns > 0 && rows > 0 && size.ws_xpixel > 0 && size.ws_ypixel > 0
        let cell = hasPixels ? (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows) : nil
        return (columns > 0 ? columns : nil, rows > 0 ? rows : nil, cell)
    }

    /// The width of the terminal in cells; nil where it is unknown.
    var columns: Int? { size?.columns }

    /// Whether escape sequences may be written (no-color.org).
    package var takesANSI: Bool {
        guard isTerminal, !Self.isDumb else { return false }
        guard let setting = getenv("NO_COLOR") else { return true }
        return setting.pointee == 0
    }
}
