internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
package import MayflyModel
internal import Synchronization

/// A program in the process group of this one, with its input and output: it reads the terminal, and gets what keys such as Ctrl-C send.
package final class ForegroundProcess: Sendable {
    /// How a program ended.
    package enum Ending: Sendable, Equatable {
        case exited(Int32), signal(Int32)
    }

    private enum State {
        case running(pid_t), ended(Ending)
    }

    /// How long a program has to end in order.
    private static let patience = Duration.seconds(5)
    private static let pause = Duration.milliseconds(10)

    private let state: Mutex<State>

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
        state = Mutex(.running(started))
    }

    /// How it ended; nil while it runs.
    package var ending: Ending? {
        state.withLock { state in
            guard case .running(let id) = state else {
                if case .ended(let ending) = state { return ending }
                return nil
            }
            var status: Int32 = 0
            guard waitpid(id, &status, WNOHANG) == id else { return nil }
            let ending: Ending = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signal(status & 0x7F)
            state = .ended(ending)
            return ending
        }
    }

    /// Waits for its end. Nil where it runs on after that time, or is to be ended at once.
    package func ending(within limit: Duration, unless isUrgent: () -> Bool = { false }) async -> Ending? {
        let end = ContinuousClock.now + limit
        while ending == nil, .now < end, !isUrgent() { try? await Task.sleep(for: Self.pause) }
        return ending
    }

    /// Ends it, and returns when it has ended: in order (SIGTERM), and at once (SIGKILL) where that takes longer than it may, or when
    /// somebody is urgent.
    ///
    /// - Parameter isAsked: whether it was told to end already: one more signal would cut that short.
    package func end(isAsked: Bool = false, unless isUrgent: () -> Bool = { false }) async {
        if isAsked, await ending(within: Self.patience, unless: isUrgent) != nil { return }
        send(SIGTERM)
        if await ending(within: Self.patience, unless: isUrgent) != nil { return }
        send(SIGKILL)
        while ending == nil { try? await Task.sleep(for: Self.pause) }
    }

    private func send(_ signal: Int32) {
        state.withLock { state in
            if case .running(let id) = state { kill(id, signal) }
        }
    }
}
