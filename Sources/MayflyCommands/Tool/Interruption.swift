internal import Dispatch
internal import Glibc
internal import MayflyWorkers
internal import Synchronization

/// Turns SIGINT, SIGTERM, SIGHUP, SIGQUIT and the loss of the output into the cancellation of a task, so that open windows are
/// closed in order. SIGTSTP, which Ctrl-Z sends, stops the workers together with this process.
package enum Interruption {
    /// Runs `body`, and cancels it at the first of these signals or when standard output cannot be written. The next signal ends the
    /// process at once; SIGTSTP stops the workers until `body` is over.
    package static func cancels<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        let signals = watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
        defer {
            signals.stopEnding()
            signals.stopSuspending()
        }
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
                    if finished == nil { isInterrupted = true }
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

    /// Calls the closure with true before SIGTSTP stops this process, and with false after it goes on, perhaps more than once. It
    /// replaces an earlier closure; nil removes it.
    static func onStop(_ handler: (@Sendable (_ isStopped: Bool) -> Void)?) { stopHandler.withLock { $0 = handler } }

    /// Calls the closure when the terminal has another size (SIGWINCH). It replaces an earlier closure; nil removes it.
    static func onResize(_ handler: (@Sendable () -> Void)?) { resizeHandler.withLock { $0 = handler } }

    private static let resizeHandler = Mutex<(@Sendable () -> Void)?>(nil)
    private static let stopHandler = Mutex<(@Sendable (Bool) -> Void)?>(nil)

    /// Stops this process and its workers as Ctrl-Z does, until SIGCONT comes; not in a group of processes that nobody can continue.
    static func stop() { turns.sync(execute: suspend) }

    /// The handlers of one kind of signals.
    private struct Handlers {
        let sources: [any DispatchSourceSignal]
        let numbers: [Int32]

        /// Restores the default actions of the signals.
        func stop() {
            for source in sources { source.cancel() }
            for number in numbers { signal(number, SIG_DFL) }
        }
    }

    /// The signals that end the process. They are taken on a thread that waits for nothing: the second one ends the process also where
    /// no task gets a thread any more.
    private final class Ending: Sendable {
        private let numbers: [Int32]
        private let hasBegun = Mutex(false)

        init(_ numbers: [Int32]) { self.numbers = numbers }

        /// The process is to end: the signals have their default actions from now on. False where it was to end before.
        @discardableResult func begin() -> Bool {
            let isFirst = hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
            if isFirst { for number in numbers { signal(number, SIG_DFL) } }
            return isFirst
        }

        /// Has the default effect of a signal. Until its source is cancelled, it can be that no thread takes it but this one.
        func raise(_ number: Int32) {
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            Glibc.raise(number)
        }
    }

    private struct Signals {
        let stream: AsyncStream<Int32>
        let ending: Handlers
        let suspending: Handlers

        /// The signals that end the process have their default actions from now on.
        func stopEnding() {
            Output.standard.onFailure(nil)
            ending.stop()
        }

        /// So have SIGTSTP and SIGTTIN.
        func stopSuspending() { suspending.stop() }
    }

    /// Ignores the signal. True if it was ignored before.
    private static func ignore(_ number: Int32) -> Bool {
        unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func watch(_ all: [Int32]) -> Signals {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        // A program that was started to live on without its terminal ignores SIGHUP (nohup(1)).
        let numbers = all.filter { !ignore($0) || $0 != SIGHUP }
        let registration = DispatchGroup()
        let ending = Ending(numbers)
        let ends = numbers.map { number in
            source(of: number, on: interruptions, in: registration) {
                if ending.begin() { continuation.yield(number) } else { ending.raise(number) }
            }
        }
        var stops = [source(of: SIGCONT, on: turns, in: registration) { stopHandler.withLock { $0 }?(false) }]
        stops.append(source(of: SIGWINCH, on: .global(), in: registration) { resizeHandler.withLock { $0 }?() })
        // A shell that does not control jobs ignores it, and so do its programs.
        let isStoppable = !ignore(SIGTSTP)
        if isStoppable { stops.append(source(of: SIGTSTP, on: turns, in: registration, suspend)) }
        // A read of a terminal that another group has fails instead (EIO): see `StandardInput`.
        let isStoppedByRead = !ignore(SIGTTIN)
        Output.standard.onFailure {
            ending.begin()
            continuation.yield(SIGPIPE)
        }
        // A signal is ignored, and so lost, until another thread has registered its source.
        registration.wait()
        return Signals(
            stream: stream,
            ending: Handlers(sources: ends, numbers: numbers),
            suspending: Handlers(
                sources: stops,
                numbers: (isStoppable ? [SIGTSTP] : []) + (isStoppedByRead ? [SIGTTIN] : [])
            )
        )
    }

    /// A queue of its own has a thread also while the threads of all concurrent queues are taken.
    private static let interruptions = DispatchQueue(label: "mayfly.interruption")

    /// One stop or going on at a time, so that the last one decides who has the terminal.
    private static let turns = DispatchQueue(label: "mayfly.suspension")

    private static func source(
        of number: Int32,
        on queue: DispatchQueue,
        in registration: DispatchGroup,
        _ handle: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        registration.enter()
        source.setRegistrationHandler { registration.leave() }
        source.setEventHandler { handle() }
        source.resume()
        return source
    }

    /// The process stops on the loop, which so does nothing for workers until it goes on. The handler is not called there: a terminal
    /// that takes no output would hold the loop, and with it the limits of workers.
    private static func suspend() {
        guard let loop = try? EventLoop.running() else { return }
        let handler = stopHandler.withLock { $0 }
        let isOver = DispatchSemaphore(value: 0)
        handler?(true)
        loop.run {
            loop.suspendProcess()
            isOver.signal()
        }
        isOver.wait()
        // Also where nothing was stopped: SIGCONT does not come to a group of processes that nobody can continue.
        handler?(false)
    }
}
