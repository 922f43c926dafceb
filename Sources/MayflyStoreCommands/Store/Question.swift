internal import Glibc
internal import MayflyCommands
internal import MayflyModel

/// A question to the person at the terminal.
enum Question {
    /// Asks. Any answer but yes ends the command with status 1.
    ///
    /// Where nobody can answer, it throws `.notPossibleNow` with `advice`.
    static func confirm(_ question: String, otherwise advice: String) throws {
        guard isatty(STDIN_FILENO) == 1, Output.standard.isTerminal else { throw MayflyError(.notPossibleNow, advice) }
        Output.standard.write("\(question) [y/N] ")
        try waitForLine()
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else {
            Output.standard.write(line: "nothing was changed")
            throw ReportedFailure(code: .notPossibleNow)
        }
    }

    /// A read itself would not end at Ctrl-C, which cancels the task.
    private static func waitForLine() throws {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&input, 1, 100) <= 0 { try Task.checkCancellation() }
    }
}
