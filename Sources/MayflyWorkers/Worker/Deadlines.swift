internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

/// The timers of one worker, at most one of each kind, and the time limit of the running callback.
struct Deadlines {
    enum Kind: Int, CaseIterable {
        /// From the start of the process to the first view on screen.
        case launch
        /// For the running callback.
        case callback
        /// For the oldest completion that has not returned.
        case completion
        /// For all callbacks until the extension is closed.
        case closing
        /// For the end of a process that was killed.
        case ending
        /// The time of the next check of the process's use of the machine.
        case check
        /// The time at which the host reads output again from an extension that printed too fast.
        case output
    }

    private struct Callback {
        let started: Moment
        var limit: Duration
        let mayTakeMoreTime: Bool
    }

    private let loop: EventLoop
    /// By the number of the kind.
    private var timers = [EventLoop.Token?](repeating: nil, count: Kind.allCases.count)
    /// The running callback.
    private var callback: Callback?
    /// The extra time that callbacks of this launch were given.
    private var timeGiven = Duration.zero
    /// Whether the loop expects the return of a callback.
    private var isAwaited = false {
        didSet { if isAwaited != oldValue { loop.expectAnswer(isAwaited) } }
    }

    init(loop: EventLoop) { self.loop = loop }

    func isSet(_ kind: Kind) -> Bool { timers[kind.rawValue] != nil }

    /// Sets a timer; a timer of the same kind is cancelled. The closure that is called must clear the timer.
    mutating func set(_ kind: Kind, after delay: Duration, _ fire: @escaping () -> Void) {
        clear(kind)
        timers[kind.rawValue] = loop.schedule(after: delay, isExcusable: kind != .check, fire)
    }

    /// Cancels a timer, or forgets one that has fired.
    mutating func clear(_ kind: Kind) {
        guard let timer = timers[kind.rawValue] else { return }
        loop.cancel(timer)
        timers[kind.rawValue] = nil
    }

    /// Cancels all timers: the process has no deadlines any more.
    mutating func clearAll() {
        for kind in Kind.allCases { clear(kind) }
        callback = nil
        isAwaited = false
    }

    // MARK: The running callback

    mutating func beginCallback(limit: Duration, mayTakeMoreTime: Bool, _ isLate: @escaping () -> Void) {
        set(.callback, after: limit, isLate)
        callback = Callback(started: .now, limit: limit, mayTakeMoreTime: mayTakeMoreTime)
        isAwaited = true
    }

    /// The time limit of the running callback, with the extra time that it was given; nil if none is running.
    var callbackLimit: Duration? { callback?.limit }

    /// The callback has returned. Returns how many microseconds it took.
    mutating func endCallback() -> Int64 {
        clear(.callback)
        isAwaited = false
        defer { callback = nil }
        return callback?.started.microseconds(to: .now) ?? 0
    }

    /// Extends the deadline of the running callback, if that callback may take more time, and as far as the launch has
    /// time left. This is done here and not by the owner of the worker, because the deadline does not wait for the
    /// owner.
    ///
    /// - Parameter most: the most that all callbacks of a launch may be given.
    mutating func giveTime(_ call: Arguments, within most: Duration) -> Result<Duration, MessageError> {
        guard let callback, callback.mayTakeMoreTime, let timer = timers[Kind.callback.rawValue] else {
            return .failure(
                MessageError(.notActive, "extend: only willResignActive and didResignActive can be given more time")
            )
        }
        let wanted = Duration.milliseconds(Int64(clamping: call["milliseconds"].unsigned ?? 0))
        guard wanted > .zero else { return .failure(MessageError(.invalidArgument, "extend: 0 ms are no time")) }
        let given = min(wanted, most - timeGiven)
        guard given > .zero else {
            return .failure(
                MessageError(.limitExceeded, "extend: the \(most.milliseconds) ms of this launch are used up")
            )
        }
        timeGiven += given
        self.callback?.limit += given
        timers[Kind.callback.rawValue] = loop.postpone(timer, by: given)
        return .success(given)
    }
}
