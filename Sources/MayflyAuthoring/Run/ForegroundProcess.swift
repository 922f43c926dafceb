internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
package import MayflyModel

/// A program in the process group of this one, with its input and output: it reads the terminal, and gets what keys such as Ctrl-C send.
package struct ForegroundProcess: Sendable {
    private let id: pid_t

    /// Starts a program of `PATH` in a folder. Throws `.files` with its name where that fails.
    package init(_ command: [String], in folder: String) throws(MayflyError) {
        var started: pid_t = 0
        let code = -withCStrings(command) { mayfly_spawn_here(&started, $0, environ, folder) }
        guard code == 0 else {
            let reason = String(cString: strerror(code)).lowercased()
            throw MayflyError(
                .files,
                "the program '\(SafeText.line(command[0], limit: 300))' cannot be started: \(reason)"
            )
        }
        id = started
    }

    /// How a program ended.
    package enum Ending: Sendable, Equatable {
        case exited(Int32), signal(Int32)
    }

    /// How it ended; nil while it runs. It gives this once.
    package func ending() -> Ending? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// Asks it to end in order.
    package func end() { kill(id, SIGTERM) }

    /// Ends it at once.
    package func endAtOnce() { kill(id, SIGKILL) }
}
