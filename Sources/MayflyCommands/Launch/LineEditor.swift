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
        /// How the terminal was before; nil after `restore`.
        var before: termios?
    }

    private let state: Mutex<State>

    /// Nil where standard input is no terminal.
    init?() {
        var modes = termios()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
        state = Mutex(State(before: modes))
        // Byte by byte, and without an echo of the terminal's own. Ctrl-C still sends its signal.
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &modes.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        guard tcsetattr(STDIN_FILENO, TCSANOW, &modes) == 0 else { return nil }
    }

    /// Gives the terminal back as it was.
    func restore() {
        state.withLock { state in
            guard var before = state.before else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &before)
            state.before = nil
        }
    }

    /// Prints the prompt and what has been typed behind it.
    func prompt() {
        state.withLock { state in
            state.isAtPrompt = true
            Output.standard.write("> \(state.line.text)")
        }
    }

    /// Something else is printed now. What is typed meanwhile is shown by the next `prompt`.
    func leavePrompt() { state.withLock { $0.isAtPrompt = false } }

    /// Blocks until bytes come. Gives the lines that they complete; nil at the end of the input.
    func nextLines() throws(MayflyError) -> [String]? {
        guard !state.withLock({ $0.isOver }) else { return nil }
        let bytes = try StandardInput.nextBytes()
        guard !bytes.isEmpty else { return nil }
        return state.withLock { state in
            var lines: [String] = []
            for byte in bytes {
                switch state.line.take(byte) {
                case .show(let text): if state.isAtPrompt { Output.standard.write(text) }
                case .line(let line):
                    if state.isAtPrompt { Output.standard.write("\n") }
                    state.isAtPrompt = false
                    lines.append(line)
                case .end:
                    state.isOver = true
                    return lines
                }
            }
            return lines
        }
    }
}
