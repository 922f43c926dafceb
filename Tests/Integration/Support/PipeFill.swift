import Foundation

/// More bytes than a pipe holds, so that whoever wrote them knows that the reader has begun to read.
enum PipeFill {
    /// Writes them, none of which mean anything. Throws when the last reader is gone, instead of waiting for ever.
    static func write(to descriptor: Int32) throws {
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
        try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(count: 200_000))
    }
}
