/// The limits that the host sets for extensions, and the settings of conversations.
public struct Policy: Sendable, Hashable {
    /// The deadline from the start of the process to the return of `viewDidAppear`.
    public var launch: Duration = .seconds(5)
    /// The deadline of each callback and each completion (D-11).
    public var callback: Duration = .seconds(2)
    /// The time after which a transition callback is reported as slow (C-092).
    public var transition: Duration = .milliseconds(100)
    /// The deadline of each of the two resign callbacks.
    public var resign: Duration = .milliseconds(250)
    /// The deadline from the request to close an extension to the end of its last callback, for all remaining callbacks
    /// together. Each callback also has its own deadline.
    public var closing: Duration = .seconds(10)
    /// How long a worker that missed a deadline may take to record its stack for the receipt, before it is killed. Zero
    /// kills it at once.
    public var stackReport: Duration = .milliseconds(250)
    /// How long the host waits for the end of a process that it has killed. A process that a debugger holds ends later:
    /// it is reported and left, and reaped when it ends.
    public var ending: Duration = .seconds(5)
    /// The total time that an extension can request in addition to `resign` in one launch.
    public var moreTime: Duration = .seconds(2)
    /// How long a frozen worker is kept after `didResignActive`; zero ends it at once (D-11).
    public var linger: Duration = .seconds(5)
    /// The largest number of lingering workers of a window; the oldest is ended first.
    public var lingerers = 3
    /// The largest number of workers of all windows of a host, lingering ones included. One more launch ends the oldest
    /// lingering worker, and is refused when none lingers.
    public var liveWorkers = 32
    /// How long an action of the user waits for an extension that does not become idle.
    public var patience: Duration = .seconds(5)
    /// The deadline for the answer of a call that waits for the database or a server, from the call on.
    public var service: Duration = .seconds(10)
    /// The largest number of such calls of one extension without an answer; more are refused.
    public var openCalls = 64
    /// How long after a touch of its view an extension may have the person asked for a permission.
    public var touch: Duration = .seconds(10)
    /// How long a call waits for the person who takes or chooses a picture, buys or pays.
    public var person: Duration = .seconds(600)
    /// Requests of an extension to servers; more are refused.
    public var requests = Rate(burst: 30, perSecond: 1)
    /// The deadline of the conversion of one picture that is sent; after it the picture is sent unconverted.
    public var conversion: Duration = .seconds(10)
    /// The number of queued calls and printed lines of one extension at which the host stops reading from it.
    public var waitingReports = 1024
    /// The number of queued bytes at which the host stops reading; the report that exceeds it is still taken. The same
    /// limit holds for queued answers: above it the next call of the extension blocks.
    public var waitingBytes = 4 << 20
    /// Calls to the host, those without a completion included.
    public var calls = Rate(burst: 10_000, perSecond: 1_000)
    /// Bytes that the host stores for an extension: content of the input field, files and session states.
    public var transfer = Rate(burst: 128 << 20, perSecond: 1 << 20)
    /// Bytes on stdout and stderr; a line counts as at least 64. An extension that prints faster is blocked, for at
    /// most `outputPatience` in total.
    public var output = Rate(burst: 4 << 20, perSecond: 1 << 20)
    /// The total time for which printing is blocked before the worker is ended.
    public var outputPatience: Duration = .seconds(1)
    /// The private memory of a worker, in KiB. A memory warning is sent at four fifths of it.
    public var memoryLimitKiB = 128 * 1024
    /// The processor time of all threads of a worker within any `cpuWindow`.
    public var cpuBudget: Duration = .seconds(4)
    /// The sliding window of `cpuBudget`.
    public var cpuWindow: Duration = .seconds(10)
    /// The processor time that the host spends on calls of one extension within any `hostWindow`: validating and
    /// storing data, reading it, and notifying the observer. Reading the messages of its session is not counted: when it has taken as
    /// much, the next such call waits.
    public var hostBudget: Duration = .seconds(2)
    /// The sliding window of `hostBudget`.
    public var hostWindow: Duration = .seconds(10)
    /// The largest number of threads of a worker, including two threads of the worker program.
    public var threads = 64
    /// The largest number of record locks of a worker. The kernel keeps about 200 bytes for each.
    public var locks = 4_096
    /// The largest number of epoll watches of a worker: a runtime has one epoll instance, which watches a file once, and a worker has
    /// at most 64 descriptors. All programs of a user share a limited number (epoll, man 7).
    public var watches = 256
    /// The disk usage of the private folder, in bytes.
    public var storageBytes = 64 << 20
    /// The total number of bytes that a worker may write, as a multiple of `storageBytes`. What its private folder held
    /// above `storageBytes` at the launch counts as written. One that holds more than this multiple of `storageBytes` or
    /// of `storedFiles` at the launch is not opened.
    public var rewrites = 4
    /// Bytes that a worker reads from disks; what is in memory already does not count.
    public var reads = Rate(burst: 1 << 30, perSecond: 32 << 20)
    /// The largest number of files and folders in the private folder.
    public var storedFiles = 10_000
    /// The files that the host stores for an extension on a device and that nobody has sent, in bytes: in input fields and sticker
    /// browsers, and for a while after they left these. One file more is refused with `MessageErrorCode.quotaExceeded`.
    public var unsentBytes = 256 << 20
    /// The interval at which memory, processor time and threads of a worker are measured; longer while it is idle.
    public var vitalSigns: Duration = .milliseconds(100)
    /// The interval at which the private folder of an active worker is measured.
    public var storageCheck: Duration = .seconds(1)
    /// Set for an author who debugs an extension; nil for everybody else.
    public var debugging: Debugging?
    /// When an extension that fails repeatedly has to rest.
    public var crashLoop = CrashLoop()
    /// How long an expiring message stays after it was read (D-26).
    public var expiry: Duration = .seconds(120)
    /// What replaces a collapsed message that has no summary text (C-166).
    public var summaryFallback = SummaryFallback.remove
    /// The language that extensions are told at their launch (BCP 47), such as "en" or "pt-BR", in a window for which no language of the
    /// person is known.
    public var locale = "en"

    /// All values at their defaults.
    public init() {}
}

extension Policy {
    /// The number of failures within a time that starts a rest, and the length of the rest, which doubles when the
    /// extension fails again after it.
    public struct CrashLoop: Sendable, Hashable {
        /// The number of failures; zero switches rests off.
        public var failures = 3
        /// The time within which `failures` are counted.
        public var window: Duration = .seconds(300)
        /// The length of the first rest; each further rest is twice as long.
        public var rest: Duration = .seconds(30)
        /// The upper bound of a rest.
        public var longestRest: Duration = .seconds(3600)

        /// All values at their defaults.
        public init() {}
    }
}

extension Policy {
    /// What changes for a debugger: while one traces a worker, no deadline ends the worker, and the worker opens the
    /// library by its path, where the debugger finds it.
    public struct Debugging: Sendable, Hashable {
        /// How long a worker waits for a debugger after it has opened the library; zero does not wait. If none traces it
        /// by then, the launch fails.
        public var wait: Duration = .zero
        /// How the host behaves otherwise than usual; nil for a host as it is.
        package var trial: HostTrial?

        /// All values at their defaults.
        public init() {}
    }
}

extension Policy {
    /// The minimum charge of a line against `output`, in bytes: a short line costs the host as much as a longer one.
    package static let leastLine = 64

    /// A token bucket: `burst` units at once, refilled by `perSecond`.
    public struct Rate: Sendable, Hashable {
        /// The capacity of the bucket.
        public var burst: Int
        /// Units that are added each second.
        public var perSecond: Int

        /// A bucket with this capacity and refill.
        public init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }
}
