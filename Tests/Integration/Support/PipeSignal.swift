import Foundation

/// The signal that a write to a closed pipe sends to this thread.
enum PipeSignal {
    /// Runs `body`, in which such a write throws instead of ending the tests.
    static func blocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer {
            // One that came is taken away before it is let in again.
            var now = timespec()
            sigtimedwait(&signals, nil, &now)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }
}
