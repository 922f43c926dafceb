internal import Glibc

/// The modes of the terminal that is standard input, to give it back as it was after a program that could not do that.
package struct TerminalModes {
    private let modes: termios?

    /// The modes of now; none where there is no terminal.
    package init() {
        var modes = termios()
        self.modes = tcgetattr(STDIN_FILENO, &modes) == 0 ? modes : nil
    }

    /// Sets them again. Not in the background: the terminal is another program's there, and its driver would stop this one (SIGTTOU).
    package func restore() {
        guard var modes, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }
}
