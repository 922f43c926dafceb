internal import Foundation
internal import MayflyModel

/// Standard input line by line, without blocking a task.
enum StandardInput {
    /// The lines to the end of the input, and between them the changes that the recorder announces. Only one reader at a
    /// time makes sense. It throws when the input cannot be read: a part of it is not the whole.
    ///
    /// - Parameter editor: reads the lines at a terminal; nil for other input.
    static func inputs(
        with recorder: EventRecorder,
        _ editor: LineEditor?
    ) -> AsyncThrowingStream<SessionInput, any Error> {
        let (stream, continuation) = AsyncThrowingStream<SessionInput, any Error>.makeStream()
        recorder.onChange { continuation.yield(.change) }
        // A read cannot be cancelled and may block until the process ends, so it has its own thread.
        Thread.detachNewThread {
            do throws(MayflyError) {
                if let editor {
                    while let inputs = try editor.nextInputs() {
                        for input in inputs { continuation.yield(input) }
                    }
                } else {
                    var reader = LineReader()
                    while let line = try reader.nextLine() { continuation.yield(.line(line, at: .now)) }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return stream
    }

    /// Reads the bytes that are there, and waits for the first; none at the end of the input.
    ///
    /// In the background of a terminal, the process stops. It throws if it is still in the background when it goes on: it may have been
    /// continued to obey another signal.
    static func nextBytes() throws(MayflyError) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var mayWait = true
        while true {
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count < 0 else { return bytes.prefix(count) }
            let code = errno
            if code == EINTR { continue }
            guard code == EIO, mayWait else {
                throw MayflyError(.files, "standard input cannot be read: \(String(cString: strerror(code)))")
            }
            mayWait = false
            // Otherwise it may be in the foreground since the read.
            if isInBackground { Interruption.stop() }
        }
    }

    /// Whether a person may be typing it.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether another group of processes has the terminal, as a shell while it runs a command in the background.
    static var isInBackground: Bool {
        // A terminal that controls no session has no group of processes.
        let owner = tcgetpgrp(STDIN_FILENO)
        return owner >= 0 && owner != getpgrp()
    }
}

/// Reads standard input where it is no terminal.
private struct LineReader {
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// The next line without its end; nil at the end of the input. The last line may have no end.
    mutating func nextLine() throws(MayflyError) -> String? {
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeFirst(end + 1) }
                return Self.text(pending[..<end])
            }
            guard !isAtEnd else {
                defer { pending = [] }
                return pending.isEmpty ? nil : Self.text(pending[...])
            }
            searched = pending.count
            let bytes = try StandardInput.nextBytes()
            isAtEnd = bytes.isEmpty
            pending += bytes
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
}
