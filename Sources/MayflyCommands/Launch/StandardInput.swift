internal import Foundation

/// Standard input line by line, without blocking a task.
enum StandardInput {
    /// The lines to the end of the input, and between them the changes that the recorder announces. Only one reader at a
    /// time makes sense.
    ///
    /// - Parameter editor: reads the lines at a terminal; nil for other input.
    static func inputs(with recorder: EventRecorder, _ editor: LineEditor?) -> AsyncStream<SessionInput> {
        let (stream, continuation) = AsyncStream<SessionInput>.makeStream()
        recorder.onChange { continuation.yield(.change) }
        // A read cannot be cancelled and may block until the process ends, so it has its own thread.
        Thread.detachNewThread {
            if let editor {
                while let lines = editor.nextLines() {
                    for line in lines { continuation.yield(.line(line, at: .now)) }
                }
            } else {
                while let line = readLine() { continuation.yield(.line(line, at: .now)) }
            }
            continuation.finish()
        }
        return stream
    }
}
