internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
package import MayflyModel
internal import Synchronization

/// One thread that waits for every descriptor and deadline of the workers, and runs their actors.
///
/// A worker's actor uses it as its executor, so that a frame is read, decoded and answered without a change of thread:
/// between two cores such a change costs more than everything else. The thread never ends, because a worker dies with the
/// thread that started it.
package final class EventLoop: SerialExecutor {
    /// Names a watched descriptor or a timer.
    package struct Token: Hashable, Sendable {
        fileprivate let number: UInt64
        /// When the timer was to be due as it was set: its position in the list follows from it.
        fileprivate var deadline: Moment?
    }

    private struct Inbox {
        var jobs: [UnownedJob] = []
        var work: [@Sendable () -> Void] = []
        var isWoken = false

        var isEmpty: Bool { jobs.isEmpty && work.isEmpty }
    }

    /// A function in a dictionary goes through two thunks with each call; one in an object does not.
    private final class Handler {
        let call: () -> Void

        init(_ call: @escaping () -> Void) { self.call = call }
    }

    private let epoll: Int32
    private let wakeUp: Int32
    private let alarm: Int32
    /// No handler has one of these numbers.
    private static let wakeUpTag: UInt64 = 0
    private static let alarmTag = UInt64.max
    private let inbox = Mutex(Inbox())
    /// The thread of the loop, as pthread_self names it: asked with every step into an actor, it must cost no system call.
    private let thread = Atomic<UInt>(0)
    // Safe because only the loop's own thread touches these; `checkIsolated` guards the ways in.
    private nonisolated(unsafe) var handlers: [UInt64: Handler] = [:]
    private nonisolated(unsafe) var timers = TimerList()
    /// When the alarm goes off; nil while it is not set.
    private nonisolated(unsafe) var alarmTime: Moment?
    private nonisolated(unsafe) var lastNumber: UInt64 = 0
    /// How many callbacks run.
    private(set) nonisolated(unsafe) var awaited = 0
    private nonisolated(unsafe) var spin = AdaptiveSpin(processors: Int(mayfly_processors()))
    /// What was read from a descriptor, until the next read.
    nonisolated(unsafe) let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 * 1024,
        alignment: 16
    )

    private static let common = Result<EventLoop, MayflyError> { () throws(MayflyError) in try EventLoop() }

    /// The loop of this process, started on first use.
    package static func running() throws(MayflyError) -> EventLoop { try common.get() }

    /// A loop of its own, with a thread that never ends; for tests, which may block it.
    init() throws(MayflyError) {
        epoll = mayfly_epoll_create()
        wakeUp = mayfly_eventfd()
        alarm = mayfly_timer()
        guard epoll >= 0, wakeUp >= 0, alarm >= 0, mayfly_epoll_add(epoll, wakeUp, Self.wakeUpTag) == 0,
            mayfly_epoll_add(epoll, alarm, Self.alarmTag) == 0
        else {
            throw MayflyError(.launchFailed, "the system gives no descriptors to wait for workers with")
        }
        let status = mayfly_start_thread(Self.body, Unmanaged.passRetained(self).toOpaque())
        guard status == 0 else {
            throw MayflyError(.launchFailed, "the thread that waits for workers cannot be started: error \(-status)")
        }
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> Void = { argument in
        guard let argument else { return }
        Unmanaged<EventLoop>.fromOpaque(argument).takeUnretainedValue().run()
    }

    // MARK: Executor

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        put { $0.jobs.append(job) }
    }

    /// Runs work on the loop; may be called on any thread.
    package func run(_ work: @escaping @Sendable () -> Void) { put { $0.work.append(work) } }

    private func put(_ add: (inout sending Inbox) -> Void) {
        let mustWake = inbox.withLock { inbox in
            add(&inbox)
            defer { inbox.isWoken = true }
            return !inbox.isWoken
        }
        // On its own thread the loop looks for jobs before it waits.
        if mustWake, !isOnLoop { wake() }
    }

    package func checkIsolated() {
        precondition(isOnLoop, "this belongs on the event loop")
    }

    package func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    private var isOnLoop: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, 8)
    }

    // MARK: On the loop only

    /// Calls the handler whenever the descriptor can be read, was closed by the other side or, on request, written.
    package func watch(_ descriptor: Int32, handler: @escaping () -> Void) -> Token {
        lastNumber += 1
        handlers[lastNumber] = Handler(handler)
        _ = mayfly_epoll_add(epoll, descriptor, lastNumber)
        return Token(number: lastNumber)
    }

    /// Calls the handler whenever the descriptor has something out of the ordinary (POLLPRI), as those of the kernel's
    /// pressure files have. Nil where the descriptor cannot be waited for.
    func watchPriority(_ descriptor: Int32, handler: @escaping () -> Void) -> Token? {
        let token = watch(descriptor, handler: handler)
        if mayfly_epoll_watch_priority(epoll, descriptor, token.number) == 0 { return token }
        unwatch(descriptor, token)
        return nil
    }

    /// Whether the handler is to be called for room to write as well.
    func watchOutput(_ descriptor: Int32, _ token: Token, _ isWanted: Bool) {
        _ = mayfly_epoll_watch_output(epoll, descriptor, token.number, isWanted ? 1 : 0)
    }

    /// Must be called before the descriptor is closed.
    package func unwatch(_ descriptor: Int32, _ token: Token) {
        handlers[token.number] = nil
        _ = mayfly_epoll_remove(epoll, descriptor)
    }

    /// Calls the closure once that time has passed, unless the timer is cancelled before.
    package func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> Token {
        lastNumber += 1
        let deadline = Moment.now + delay
        timers.add(lastNumber, at: deadline, fire)
        return Token(number: lastNumber, deadline: deadline)
    }

    package func cancel(_ token: Token) {
        guard let deadline = token.deadline else { return }
        timers.remove(token.number, setFor: deadline)
    }

    /// Makes a timer due so much later, and gives the token that names it from now on.
    func postpone(_ token: Token, by delay: Duration) -> Token {
        guard let deadline = token.deadline, let timer = timers.remove(token.number, setFor: deadline) else {
            return token
        }
        lastNumber += 1
        timers.add(lastNumber, at: timer.deadline + delay, timer.fire)
        return Token(number: lastNumber, deadline: timer.deadline + delay)
    }

    /// A worker was called and its return is awaited, or it has returned or ended.
    func expectAnswer(_ isExpected: Bool) { awaited += isExpected ? 1 : -1 }

    // MARK: The thread

    private func run() -> Never {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var tags = [UInt64](repeating: 0, count: 64)
        while true {
            runJobs()
            setAlarm()
            let newest = lastNumber
            let count = wait(&tags)
            var hasRung = false
            for tag in tags.prefix(Int(max(count, 0))) {
                hasRung = hasRung || tag == Self.alarmTag
                handle(tag)
            }
            // Timers fire last: what can be read by now has come in time.
            if hasRung { fireTimers(upTo: newest) }
        }
    }

    private func handle(_ tag: UInt64) {
        switch tag {
        case Self.wakeUpTag:
            var counter: UInt64 = 0
            _ = read(wakeUp, &counter, 8)
        case Self.alarmTag:
            var counter: UInt64 = 0
            _ = read(alarm, &counter, 8)
            alarmTime = nil
        // Looked up each time: an earlier handler of this round may have ended this one.
        default: handlers[tag]?.call()
        }
    }

    /// How long the loop spins, in nanoseconds: what a worker takes for a short callback, with the time to wake it.
    private static let spinLength: Int64 = 30_000

    private func wait(_ tags: inout [UInt64]) -> Int32 {
        // With several callbacks under way one of them returns soon, and all of them need the processors.
        if awaited == 1, spin.isDue() {
            var isUndisturbed: Int32 = 0
            let count = mayfly_epoll_look(epoll, &tags, 64, Self.spinLength, &isUndisturbed)
            spin.learn(paid: count != 0 && isUndisturbed != 0)
            if count != 0 { return count }
        }
        return mayfly_epoll_wait(epoll, &tags, 64, 1)
    }

    private func runJobs() {
        while true {
            let (jobs, work) = inbox.withLock { inbox in
                defer {
                    inbox.jobs.removeAll(keepingCapacity: false)
                    inbox.work.removeAll(keepingCapacity: false)
                }
                // Jobs that come from now on need not wake us: we look again before we wait.
                inbox.isWoken = !inbox.isEmpty
                return (inbox.jobs, inbox.work)
            }
            guard !jobs.isEmpty || !work.isEmpty else { return }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            for work in work { work() }
        }
    }

    /// `newest` is the last timer that was set before the loop waited.
    private func fireTimers(upTo newest: UInt64) {
        runJobs()
        // A timer that becomes due while others fire waits for the next round, after what can be read by then.
        let now = Moment.now
        timers.excuse(at: now, upTo: newest)
        while let fire = timers.takeDue(at: now) { fire() }
    }

    /// Moves the alarm forward if the first timer is due before it. An alarm that is too early does no harm, and most timers are
    /// cancelled: to set the alarm for each timer would cost a system call each time.
    private func setAlarm() {
        guard let first = timers.first, alarmTime.map({ first < $0 }) ?? true else { return }
        alarmTime = first
        _ = mayfly_set_timer(alarm, first.nanoseconds)
    }
}
