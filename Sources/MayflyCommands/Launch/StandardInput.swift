internal import Foundation

/// Standard input line by line, without holding up a task.
enum StandardInput {
    /// The lines to the end of the input. Only one reader at a time makes sense.
    static func lines() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        // A thread of its own: a read cannot be cancelled, and may wait for the person until the process ends.
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }

    /// Whether a person types it.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}
