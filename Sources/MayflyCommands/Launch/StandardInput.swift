internal import Foundation

/// Standard input line by line, without blocking a task.
enum StandardInput {
    /// The lines to the end of the input. Only one reader at a time makes sense.
    static func lines() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        // A read cannot be cancelled and may block until the process ends, so it has its own thread.
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }
}
