internal import Glibc
internal import MayflyModel

/// A question to the person at the terminal.
package enum Question {
    /// Whether somebody can answer.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Output.standard.isTerminal }

    /// Asks. Any answer but yes ends the command with status 1, and what `declined` says.
    ///
    /// Where nobody can answer, it throws `.notPossibleNow` with `advice`.
    package static func confirm(
        _ question: String,
        otherwise advice: String,
        declined: String = "nothing was changed"
    ) throws {
        guard isPossible else { throw MayflyError(.notPossibleNow, advice) }
        Output.standard.write("\(question) [y/N] ")
        try waitForLine()
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else {
            Output.standard.write(line: declined)
            throw ReportedFailure(code: .notPossibleNow)
        }
    }

    /// A read itself would not end at Ctrl-C, which cancels the task.
    private static func waitForLine() throws {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&input, 1, 100) <= 0 { try Task.checkCancellation() }
    }
}
