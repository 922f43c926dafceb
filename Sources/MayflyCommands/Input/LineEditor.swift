internal import Glibc
internal import MayflyModel
internal import Synchronization

/// Reads the lines of a person at a terminal, and shows what is being typed.
///
/// The terminal itself would keep a half-typed line for itself, and a new drawing of the screen would hide it. So the terminal is
/// asked for each byte, and `prompt` shows the line again. Safe to use from any thread.
final class LineEditor: Sendable {
    private struct State {
        var line = TypedLine()
        /// Whether the prompt is the last thing that was printed: only then is shown what is typed.
        var isAtPrompt = false
        var isOver = false
        /// Whether the terminal was given back for good.
        var isRestored = false
        /// How the terminal was before this process took it; nil while it has not.
        var before: termios?

        /// Gives the terminal back as it was. What is printed next begins a line.
        mutating func giveBack() {
            if let before { LineEditor.set(before) }
            before = nil
            if isAtPrompt { Output.standard.write("\n") }
            isAtPrompt = false
        }

        /// Gives the lines that the bytes complete, and prints at once what the terminal is to show of all of them.
        mutating func take(_ bytes: ArraySlice<UInt8>, columns: Int?) -> [String] {
            var lines: [String] = []
            var output = ""
            // A backspace cannot go back to the row above, so a line of several rows is printed again.
            var isAgain = false
            for byte in bytes where !isOver {
                let isWrapped = columns.map { LineEditor.promptText.count + line.width >= $0 } ?? false
                switch line.take(byte) {
                case .show(let text):
                    if isWrapped, text.hasPrefix("\u{8}") { isAgain = true }
                    if !isAgain { output += text }
                case .line(let line):
                    show(output, again: isAgain ? line : nil)
                    if isAtPrompt { Output.standard.write("\n") }
                    (output, isAgain, isAtPrompt) = ("", false, false)
                    lines.append(line)
                case .end: isOver = true
                }
            }
            show(output, again: isAgain ? line.text : nil)
            return lines
        }

        private func show(_ output: String, again line: String?) {
            guard isAtPrompt else { return }
            Output.standard.write(line.map { "\n" + LineEditor.promptText + $0 } ?? output)
        }
    }

    private let state: Mutex<State>

    /// Nil where standard input is no terminal. A terminal that another process has, as that of a shell for a command in the background,
    /// is taken by `resume`.
    init?() {
        guard StandardInput.isTerminal else { return nil }
        state = Mutex(State())
        guard resume() || StandardInput.isInBackground else { return nil }
    }

    /// Gives the terminal back as it was, as long as this process is stopped.
    func pause() {
        state.withLock { state in
            if !state.isRestored { state.giveBack() }
        }
    }

    /// Takes the terminal, also again; false if another process has it, or after `restore`.
    func resume() -> Bool {
        state.withLock { state in
            guard !state.isRestored, let before = state.before ?? Self.modes, Self.set(Self.reading(before)) else {
                return false
            }
            state.before = before
            return true
        }
    }

    /// The modes of the terminal.
    private static var modes: termios? {
        var modes = termios()
        return tcgetattr(STDIN_FILENO, &modes) == 0 ? modes : nil
    }

    /// The modes while lines are read: byte by byte, and without an echo of the terminal's own. Ctrl-C still sends its signal.
    private static func reading(_ before: termios) -> termios {
        var modes = before
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &modes.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        return modes
    }

    /// Sets the modes of the terminal; false if it is another process's.
    @discardableResult private static func set(_ modes: termios) -> Bool {
        guard !StandardInput.isInBackground else { return false }
        var modes = modes
        return tcsetattr(STDIN_FILENO, TCSANOW, &modes) == 0
    }

    /// Gives the terminal back as it was, for good.
    func restore() {
        state.withLock { state in
            if !state.isRestored { state.giveBack() }
            state.isRestored = true
        }
    }

    /// Prints the prompt and what has been typed behind it; nothing after `restore`.
    func prompt() {
        state.withLock { state in
            guard !state.isRestored else { return }
            state.isAtPrompt = true
            Output.standard.write(Self.promptText + state.line.text)
        }
    }

    private static let promptText = "> "

    /// Something else is printed now. What is typed meanwhile is shown by the next `prompt`.
    func leavePrompt() { state.withLock { $0.isAtPrompt = false } }

    /// Blocks until bytes come. Gives the lines that they complete; nil at the end of the input.
    func nextLines() throws(MayflyError) -> [String]? {
        guard !state.withLock({ $0.isOver }) else { return nil }
        let bytes = try StandardInput.nextBytes()
        guard !bytes.isEmpty else { return nil }
        return state.withLock { $0.take(bytes, columns: Output.standard.columns) }
    }
}
