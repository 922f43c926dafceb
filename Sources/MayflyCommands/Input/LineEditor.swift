internal import Glibc
internal import MayflyModel
internal import Synchronization

/// Reads the lines of a person at a terminal, and shows what is being typed. The arrow keys bring lines back that were entered before,
/// and Tab completes.
///
/// The terminal itself would keep a half-typed line for itself, and a new drawing of the screen would hide it. So the terminal is
/// asked for each byte, and `prompt` shows the line again. Safe to use from any thread.
final class LineEditor: Sendable {
    private struct State {
        var line = TypedLine()
        var history = LineHistory()
        var shown = ShownLine(prompt: LineEditor.promptText)
        let takesEscapes: Bool
        /// Whether the prompt is the last thing that was printed: only then is shown what is typed.
        var isAtPrompt = false
        var isOver = false
        /// Whether the terminal was given back for good.
        var isRestored = false
        /// How the terminal was before this process took it; nil while it has not.
        var before: termios?

        private var terminal: ShownLine.Terminal {
            ShownLine.Terminal(columns: Output.standard.columns, takesEscapes: takesEscapes)
        }

        /// Gives the terminal back as it was. What is printed next begins a line.
        mutating func giveBack() {
            if let before { LineEditor.set(before) }
            before = nil
            // A drawing that is cut off is shown, as far as it came.
            if takesEscapes, !isAtPrompt { Output.standard.write(TerminalFrame.end) }
            if isAtPrompt { Output.standard.write("\n") }
            isAtPrompt = false
        }

        /// Gives what the bytes ask for, and prints at once what the terminal is to show of all of them.
        mutating func take(_ bytes: ArraySlice<UInt8>, _ completer: LineCompleter) -> [SessionInput] {
            var inputs: [SessionInput] = []
            for byte in bytes where !isOver {
                switch line.take(byte) {
                case .edited: break
                case .report(let report): inputs.append(.report(report))
                case .complete: inputs += complete(by: completer)
                case .earlier: history.earlier(than: line.text).map { line.replace(with: $0) }
                case .later: history.later().map { line.replace(with: $0) }
                case .end: isOver = true
                case .line(let text):
                    history.add(text)
                    var whole = TypedLine()
                    whole.replace(with: text)
                    show(whole)
                    if isAtPrompt { Output.standard.write("\n") }
                    isAtPrompt = false
                    inputs.append(.line(text, at: .now))
                }
            }
            show(line)
            return inputs
        }

        /// Completes what stands before the cursor. In a text, Tab types a space.
        private mutating func complete(by completer: LineCompleter) -> [SessionInput] {
            guard let completion = completer.completion(of: line.left) else {
                line.replaceLeft(with: line.left + " ")
                return []
            }
            let isLonger = completion.text.utf8.count > line.left.utf8.count
            line.replaceLeft(with: completion.text)
            return isLonger || completion.choices.isEmpty ? [] : [.choices(completion.choices)]
        }

        private mutating func show(_ line: TypedLine) {
            guard isAtPrompt else { return }
            let output = shown.change(to: line, at: terminal)
            if !output.isEmpty { Output.standard.write(output) }
        }

        mutating func prompt() {
            guard !isRestored else { return }
            isAtPrompt = true
            // In one write: what is typed next is not a part of the drawing.
            Output.standard.write(shown.begin(line, at: terminal) + (takesEscapes ? TerminalFrame.end : ""))
        }
    }

    private let state: Mutex<State>
    private let completer: LineCompleter

    /// Nil where standard input is no terminal. A terminal that another process has, as that of a shell for a command in the background,
    /// is taken by `resume`.
    init?(_ completer: LineCompleter) {
        guard StandardInput.isTerminal else { return nil }
        self.completer = completer
        state = Mutex(State(takesEscapes: Output.standard.takesANSI))
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
    func prompt() { state.withLock { $0.prompt() } }

    private static let promptText = "> "

    /// Something else is printed now. What is typed meanwhile is shown by the next `prompt`.
    func leavePrompt() { state.withLock { $0.isAtPrompt = false } }

    /// Blocks until bytes come. Gives what they ask for; nil at the end of the input.
    func nextInputs() throws(MayflyError) -> [SessionInput]? {
        guard !state.withLock({ $0.isOver }) else { return nil }
        let bytes = try StandardInput.nextBytes()
        guard !bytes.isEmpty else { return nil }
        return state.withLock { $0.take(bytes, completer) }
    }
}
