internal import Dispatch
internal import Glibc
internal import MayflyWorkers
internal import Synchronization

/// Turns SIGINT, SIGTERM, SIGHUP, SIGQUIT and the loss of the output into the cancellation of a task, so that open windows are
/// closed in order. SIGTSTP, which Ctrl-Z sends, stops the workers together with this process.
package enum Interruption {
    /// Runs `body`, and cancels it at the first of these signals or when standard output cannot be written. The next signal ends the
    /// process at once.
    package static func cancels<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        let signals = watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
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

    /// Calls the closure with true before SIGTSTP stops this process, and with false after it goes on. It replaces an earlier closure;
    /// nil removes it.
    static func onStop(_ handler: (@Sendable (_ isStopped: Bool) -> Void)?) { stopHandler.withLock { $0 = handler } }

    private static let stopHandler = Mutex<(@Sendable (Bool) -> Void)?>(nil)

    private struct Signals {
        let stream: AsyncStream<Int32>
        let sources: [any DispatchSourceSignal]
        let numbers: [Int32]

        /// Restores the default actions of the signals.
        func stop() {
            Output.standard.onFailure(nil)
            for source in sources { source.cancel() }
            for number in numbers { signal(number, SIG_DFL) }
        }
    }

    /// Ignores the signal. True if it was ignored before.
    private static func ignore(_ number: Int32) -> Bool {
        unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func watch(_ all: [Int32]) -> Signals {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        // A program that was started to live on without its terminal ignores SIGHUP (nohup(1)).
        let numbers = all.filter { !ignore($0) || $0 != SIGHUP }
        var sources = numbers.map { number in source(of: number) { continuation.yield(number) } }
        // A shell that does not control jobs ignores it, and so do its programs.
        let isStoppable = !ignore(SIGTSTP)
        if isStoppable { sources.append(source(of: SIGTSTP, suspend)) }
        sources.append(source(of: SIGCONT) { stopHandler.withLock { $0 }?(false) })
        Output.standard.onFailure { continuation.yield(SIGPIPE) }
        return Signals(stream: stream, sources: sources, numbers: numbers + (isStoppable ? [SIGTSTP] : []))
    }

    private static func source(
        of number: Int32,
        _ handle: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { handle() }
        source.resume()
        return source
    }

    /// On the loop, which so does nothing for workers until this process goes on.
    private static func suspend() {
        guard let loop = try? EventLoop.running() else { return }
        loop.run {
            stopHandler.withLock { $0 }?(true)
            loop.suspendProcess()
        }
    }
}
