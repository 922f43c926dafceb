internal import Dispatch
internal import Glibc

/// Turns SIGINT and SIGTERM into the cancellation of a task, so that open windows are closed in order.
package enum Interruption {
    /// Runs `body`, and cancels it at the first SIGINT or SIGTERM. A second one ends the process at once.
    package static func cancels<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        let signals = watch([SIGINT, SIGTERM])
        defer { signals.stop() }
        let stream = signals.stream
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in stream { break }
                return nil
            }
            var isInterrupted = false
            do {
                while let finished = try await group.next() {
                    if finished == nil {
                        // Before the body is told: from then on, the next signal ends the process.
                        signals.stop()
                        isInterrupted = true
                    }
                    group.cancelAll()
                    if let finished { return finished }
                }
            } catch  where isInterrupted {
                // The body fails because it was cancelled.
                throw CancellationError()
            }
            throw CancellationError()
        }
    }

    private struct Signals {
        let stream: AsyncStream<Int32>
        let sources: [any DispatchSourceSignal]
        let numbers: [Int32]

        /// Restores the default actions of the signals.
        func stop() {
            for source in sources { source.cancel() }
            for number in numbers { signal(number, SIG_DFL) }
        }
    }

    private static func watch(_ numbers: [Int32]) -> Signals {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        let sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        return Signals(stream: stream, sources: sources, numbers: numbers)
    }
}
