internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
package import MayflyModel
internal import Synchronization

/// One thread that waits for the descriptors and deadlines of all workers, and runs their actors.
///
/// It is the executor of each worker's actor, so that a frame is read, decoded and answered without a change of
/// threads: between two cores such a change costs more than all the rest. The thread never ends, because a worker ends
/// with the thread that started it.
package final class EventLoop: SerialExecutor {
    /// Identifies a watched descriptor or a timer.
    package struct Token: Sendable {
        fileprivate let number: UInt64
        /// The first deadline of the timer, from which its position in the list follows.
        fileprivate var deadline: Moment?
    }

    /// What other threads want done, in their order.
    private struct Inbox {
        enum Item {
            case job(UnownedJob)
            case work(@Sendable () -> Void)
        }

        var items: [Item] = []
        var isWoken = false
    }

    /// A closure in a dictionary is called through two thunks, a closure in an object is not.
    private final class Handler {
        let call: () -> Void

        init(_ call: @escaping () -> Void) { self.call = call }
    }

    private let epoll: Int32
    private let wakeUp: Int32
    private let alarm: Int32
    /// The tags of `wakeUp` and `alarm`. No handler has one of these numbers.
    private static let wakeUpTag: UInt64 = 0
    private static let alarmTag = UInt64.max
    private let inbox = Mutex(Inbox())
    /// The thread of the loop (pthread_self). It is compared at each step into an actor, without a system call.
    private let thread = Atomic<UInt>(0)
    // Safe because only the loop's thread uses these; `checkIsolated` checks this at the entry points.
    private nonisolated(unsafe) var handlers: [UInt64: Handler] = [:]
    /// What is looked for at descriptors that the kernel refuses to watch (poll, man 2), by the numbers of their handlers.
    private nonisolated(unsafe) var polled: [UInt64: Int32] = [:]
    private nonisolated(unsafe) var roundAccounting = RoundAccounting()
    private nonisolated(unsafe) var suspensionHandlers: [UInt64: (Bool) -> Void] = [:]
    private nonisolated(unsafe) var timers = TimerList()
    /// The time for which the alarm is set; nil if it is not set.
    private nonisolated(unsafe) var alarmTime: Moment?
    private nonisolated(unsafe) var lastNumber: UInt64 = 0
    /// How many callbacks are running.
    private(set) nonisolated(unsafe) var awaited = 0
    private nonisolated(unsafe) var spin = AdaptiveSpin(processors: Int(mayfly_processors()))
    /// The buffer for reads from descriptors, valid until the next read.
    nonisolated(unsafe) let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 * 1024,
        alignment: 16
    )

    private static let common = Result<EventLoop, MayflyError> { () throws(MayflyError) in try EventLoop() }

    /// The loop of this process, started on first use.
    package static func running() throws(MayflyError) -> EventLoop { try common.get() }

    /// A separate loop, with a thread that never ends; for tests, which may block it.
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
        put { $0.items.append(.job(job)) }
    }

    /// Runs work on the loop, in the order of the calls and of the steps into actors of the loop. Call it on any thread.
    package func run(_ work: @escaping @Sendable () -> Void) { put { $0.items.append(.work(work)) } }

    private func put(_ add: (inout sending Inbox) -> Void) {
        let mustWake = inbox.withLock { inbox in
            add(&inbox)
            defer { inbox.isWoken = true }
            return !inbox.isWoken
        }
        // On its own thread, the loop checks for jobs before it waits.
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

    /// Calls the handler whenever the descriptor can be read or was closed by the other side; after `watchOutput`, also
    /// when it can be written.
    package func watch(_ descriptor: Int32, handler: @escaping () -> Void) -> Token {
        lastNumber += 1
        let token = Token(number: lastNumber)
        handlers[token.number] = Handler(handler)
        if mayfly_epoll_add(epoll, descriptor, token.number) != 0 {
            polled[token.number] = POLLIN
            pollLater(descriptor, token.number)
        }
        return token
    }

    /// How long a descriptor that the kernel refuses to watch waits between two looks at it.
    private static let pollPause = Duration.milliseconds(20)

    /// Looks at a descriptor at intervals, until it can be watched: all programs of a user share a limited number of watches (ENOSPC,
    /// epoll_ctl, man 2). Without this, the host would wait for the end of a worker for ever.
    private func pollLater(_ descriptor: Int32, _ number: UInt64) {
        _ = schedule(after: Self.pollPause, isExcusable: false) { [self] in
            guard let events = polled[number] else { return }
            if mayfly_epoll_add(epoll, descriptor, number) == 0 {
                polled[number] = nil
                _ = mayfly_epoll_watch_output(epoll, descriptor, number, events & POLLOUT != 0 ? 1 : 0)
                return
            }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            pollLater(descriptor, number)
            if poll(&entry, 1, 0) > 0 { handlers[number]?.call() }
        }
    }

    /// Calls the handler for exceptional conditions of the descriptor (POLLPRI), as the kernel's pressure files signal
    /// them. Nil if the descriptor cannot be watched.
    func watchPriority(_ descriptor: Int32, handler: @escaping () -> Void) -> Token? {
        let token = watch(descriptor, handler: handler)
        if mayfly_epoll_watch_priority(epoll, descriptor, token.number) == 0 { return token }
        unwatch(descriptor, token)
        return nil
    }

    /// Sets whether the handler is also called when the descriptor can be written.
    func watchOutput(_ descriptor: Int32, _ token: Token, _ isWanted: Bool) {
        if polled[token.number] != nil { polled[token.number] = isWanted ? POLLIN | POLLOUT : POLLIN }
        _ = mayfly_epoll_watch_output(epoll, descriptor, token.number, isWanted ? 1 : 0)
    }

    /// Must be called before the descriptor is closed.
    package func unwatch(_ descriptor: Int32, _ token: Token) {
        handlers[token.number] = nil
        polled[token.number] = nil
        _ = mayfly_epoll_remove(epoll, descriptor)
    }

    /// Calls the closure when that time has passed, unless the timer is cancelled before.
    ///
    /// - Parameter isExcusable: false for a timer that is not extended when this process did not run (`TimerList`).
    package func schedule(
        after delay: Duration,
        isExcusable: Bool = true,
        _ fire: @escaping () -> Void
    ) -> Token {
        lastNumber += 1
        let deadline = Moment.now + delay
        timers.add(lastNumber, at: deadline, isExcusable: isExcusable, fire)
        return Token(number: lastNumber, deadline: deadline)
    }

    package func cancel(_ token: Token) {
        guard let deadline = token.deadline else { return }
        timers.remove(token.number, setFor: deadline)
    }

    /// Postpones a timer, and returns its new token.
    func postpone(_ token: Token, by delay: Duration) -> Token {
        guard let deadline = token.deadline, let timer = timers.remove(token.number, setFor: deadline) else {
            return token
        }
        lastNumber += 1
        timers.add(lastNumber, at: timer.deadline + delay, timer.fire)
        return Token(number: lastNumber, deadline: timer.deadline + delay)
    }

    /// The descriptor that is being handled had little or nothing of use, which is not worth measuring by itself. This round
    /// is charged to the account, with the time that waiting for the descriptor took, if such rounds are frequent and
    /// nothing else is handled in them.
    func chargeRound(to account: any CPUAccount) { roundAccounting.add(account) }

    // MARK: Stops of this process

    /// Calls the handlers before `suspendProcess` stops this process (true), and after it goes on (false).
    func watchSuspension(_ handler: @escaping (Bool) -> Void) -> Token {
        lastNumber += 1
        suspensionHandlers[lastNumber] = handler
        return Token(number: lastNumber)
    }

    func unwatchSuspension(_ token: Token) { suspensionHandlers[token.number] = nil }

    /// Stops this process as SIGTSTP does, and all workers with it, until SIGCONT comes. A worker would go on otherwise, and
    /// no limit would hold for it meanwhile.
    package func suspendProcess() {
        for handler in suspensionHandlers.values { handler(true) }
        mayfly_stop()
        for handler in suspensionHandlers.values { handler(false) }
    }

    /// A callback of a worker has begun (true), or has returned or ended (false).
    func expectAnswer(_ isExpected: Bool) { awaited += isExpected ? 1 : -1 }

    // MARK: The thread

    private func run() -> Never {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var tags = [UInt64](repeating: 0, count: 64)
        while true {
            let hasRunJobs = runJobs()
            setAlarm()
            let newest = lastNumber
            let count = wait(&tags)
            var hasRung = false
            for tag in tags.prefix(Int(max(count, 0))) {
                hasRung = hasRung || tag == Self.alarmTag
                handle(tag)
            }
            // Timers fire last: data that can be read by now has arrived in time.
            if hasRung { fireTimers(upTo: newest) }
            roundAccounting.endRound(handled: hasRunJobs ? nil : Int(count))
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
        // Looked up each time: an earlier handler of this round may have removed this one.
        default: handlers[tag]?.call()
        }
    }

    /// How long the loop spins, in nanoseconds: as long as a worker takes to wake up and to return from a short
    /// callback.
    private static let spinLength: Int64 = 30_000

    private func wait(_ tags: inout [UInt64]) -> Int32 {
        // It does not spin for several callbacks: one of them returns soon, and all of them need the processors.
        if awaited == 1, spin.isDue() {
            var isUndisturbed: Int32 = 0
            let count = mayfly_epoll_spin(epoll, &tags, 64, Self.spinLength, &isUndisturbed)
            spin.learn(paid: count != 0 && isUndisturbed != 0)
            if count != 0 { return count }
        }
        return mayfly_epoll_wait(epoll, &tags, 64, 1)
    }

    /// Returns whether there were any.
    @discardableResult
    private func runJobs() -> Bool {
        var hasRun = false
        while true {
            let items = inbox.withLock { inbox in
                defer { inbox.items.removeAll(keepingCapacity: false) }
                // What comes later needs no wake-up: the loop checks for it again before it waits.
                inbox.isWoken = !inbox.items.isEmpty
                return inbox.items
            }
            guard !items.isEmpty else { return hasRun }
            hasRun = true
            for item in items {
                switch item {
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                case .work(let work): work()
                }
            }
        }
    }

    /// `newest` is the last timer that was set before the loop waited.
    private func fireTimers(upTo newest: UInt64) {
        runJobs()
        // A timer that becomes due while others fire waits for the next round, after data that can be read by then.
        let now = Moment.now
        timers.excuse(at: now, upTo: newest)
        while let fire = timers.takeDue(at: now) { fire() }
    }

    /// Sets the alarm earlier if the first timer is due before it. It never sets it later: an early alarm is harmless,
    /// most timers are cancelled, and each setting costs a system call.
    private func setAlarm() {
        guard let first = timers.first, alarmTime.map({ first < $0 }) ?? true else { return }
        alarmTime = first
        _ = mayfly_set_timer(alarm, first.nanoseconds)
    }
}
