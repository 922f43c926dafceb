/// What the host allows an extension, and how it keeps a conversation. The defaults are those of the design's policy table.
public struct Policy: Sendable, Hashable {
    /// From the start of the process to the return of `viewDidAppear`.
    public var launch: Duration = .seconds(5)
    /// For each callback and each completion (D-11).
    public var callback: Duration = .seconds(2)
    /// How long each callback of a change of style may take before it is reported as slow (C-092).
    public var transition: Duration = .milliseconds(100)
    /// For each of the two resign callbacks.
    public var resign: Duration = .milliseconds(250)
    /// From the person's wish to close an extension to the end of its last callback. Every callback has its own deadline; this one
    /// is for all that are left to come.
    public var closing: Duration = .seconds(10)
    /// What an extension may get on top of `resign` by asking for it, in all of a launch.
    public var moreTime: Duration = .seconds(2)
    /// How long a worker stays, frozen, after `didResignActive`; zero ends it at once (D-11).
    public var linger: Duration = .seconds(5)
    /// How many workers of a window may linger at once; the oldest is ended first.
    public var lingerers = 3
    /// How many workers of all windows of a host may live at once, those that linger included. One more ends the oldest
    /// that lingers, and is refused where none does.
    public var liveWorkers = 32
    /// How long what a person does waits for an extension that never comes to rest.
    public var patience: Duration = .seconds(5)
    /// For the answer of a call that waits for a store or a server, from the moment it was made.
    public var service: Duration = .seconds(10)
    /// How many such calls of one extension may wait for their answers; more are refused.
    public var openCalls = 64
    /// For the conversion of one picture that is sent; after it the picture goes out as it is.
    public var conversion: Duration = .seconds(10)
    /// How many calls and printed lines of one extension may wait for the host before it is made to wait.
    public var waitingReports = 1024
    /// How many bytes of them may wait. The one that goes over it is still taken. So many bytes of answers may wait for the
    /// extension too before it is made to wait in its next call.
    public var waitingBytes = 4 << 20
    /// Calls to the host, those without a completion included.
    public var calls = Rate(burst: 10_000, perSecond: 1_000)
    /// Bytes that an extension has the host keep: what it puts into the input field, the files that it names, and states of
    /// sessions.
    public var transfer = Rate(burst: 128 << 20, perSecond: 1 << 20)
    /// Bytes on stdout and stderr; a line counts as 64 at least. Whoever prints more is made to wait first, for
    /// `outputPatience` in all.
    public var output = Rate(burst: 4 << 20, perSecond: 1 << 20)
    /// How long an extension is made to wait for its printing before it is ended for it.
    public var outputPatience: Duration = .seconds(1)
    /// How much memory of its own a worker may have, in KiB. It is warned at four fifths of it.
    public var memoryLimitKiB = 128 * 1024
    /// How much processor time, of all its threads, a worker may use within any `cpuWindow`.
    public var cpuBudget: Duration = .seconds(4)
    public var cpuWindow: Duration = .seconds(10)
    /// How much of its own processor time the host spends on what one extension asks for, within any `hostWindow`: checking
    /// and storing what it hands over, reading for it, and telling the observer.
    public var hostBudget: Duration = .seconds(2)
    public var hostWindow: Duration = .seconds(10)
    /// How many threads a worker may have at once. Two are the worker's own.
    public var threads = 64
    /// How many bytes of its disk the private folder may take.
    public var storageBytes = 64 << 20
    /// How many times that a worker may write in all, to files that are there and to others.
    public var rewrites = 4
    /// How many files and folders the private folder may hold.
    public var storedFiles = 10_000
    /// How often memory, processor time and threads of a worker are looked at; less often while it does nothing.
    public var vitalSigns: Duration = .milliseconds(100)
    /// How often the private folder of a worker that does something is looked at.
    public var storageCheck: Duration = .seconds(1)
    /// When an extension that fails again and again has to rest.
    public var crashLoop = CrashLoop()
    /// How long a message that expires stays after it was read (D-26).
    public var expiry: Duration = .seconds(120)
    /// What is left of a collapsed message without summary text (C-166).
    public var summaryFallback = SummaryFallback.remove

    public init() {}
}

extension Policy {
    /// After how many failures within what time an extension rests, and for how long: longer each time that it fails
    /// right after a rest.
    public struct CrashLoop: Sendable, Hashable {
        /// Zero switches it off.
        public var failures = 3
        public var window: Duration = .seconds(300)
        /// The first rest; the next ones are each twice as long as the one before.
        public var rest: Duration = .seconds(30)
        public var longestRest: Duration = .seconds(3600)

        public init() {}
    }
}

extension Policy {
    /// The minimum charge for each line, in bytes of `output`: a short line costs the host as much as a longer one.
    package static let leastLine = 64

    /// So much at a stretch, and on top of it so much with each second that passes.
    public struct Rate: Sendable, Hashable {
        public var burst: Int
        public var perSecond: Int

        public init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }
}
