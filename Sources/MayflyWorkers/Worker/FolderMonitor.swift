internal import Dispatch
internal import MayflyLinux
internal import MayflyModel

/// Enforces the limits of an extension's private folder: decides when the folder is walked, and compares the result
/// with the limits.
struct FolderMonitor {
    /// One folder is walked at a time among all extensions, off the event loop.
    static let walks = DispatchQueue(label: "org.mayfly.folders", qos: .utility)
    /// Walks after the end of a process do not wait for those of other extensions: the window waits for them.
    static let lastWalks = DispatchQueue(label: "org.mayfly.folders.last", qos: .utility, attributes: .concurrent)
    /// The walk stops at this multiple of the files that a folder may hold.
    private static let mostTimes = 16
    /// How long after its start an extension may exceed the limits, if the folder does not grow.
    private static let timeToTidyUp = Duration.seconds(10)

    private let policy: Policy
    /// The contents of the folder before the extension's code ran; nil while they are not known.
    private var found: FolderUse?
    /// Whether the process may have written since the last walk began.
    private var isStale = true
    private var isUnderWay = false
    private var last: Moment?
    /// The free bytes that the last walk found, and how many bytes the process had written when that walk began.
    private var room = 0
    private var writtenThen = 0

    init(_ policy: Policy) { self.policy = policy }

    /// Walks a folder on another thread, and passes the result to `body` on the event loop.
    ///
    /// - Parameters:
    ///   - moment: files that were changed after it are left out; nil for none.
    ///   - account: what the processor time of the walk is charged to; nil for none.
    ///   - queue: where it is walked.
    func walk(
        _ path: String,
        until moment: FileTime? = nil,
        on loop: EventLoop,
        charging account: (any CPUAccount)? = nil,
        in queue: DispatchQueue = Self.walks,
        _ body: @escaping @Sendable (FolderUse?) -> Void
    ) {
        let most = policy.storedFiles.saturatingMultiplied(by: Self.mostTimes)
        queue.async {
            let use = CPUAccounting.charge(account) { FolderUse(of: path, most: most, until: moment) }
            loop.run { body(use) }
        }
    }

    /// Stores the contents of the folder before the extension's code ran. An extension that starts above the limits
    /// gets some time to delete files.
    mutating func noteFound(_ use: FolderUse?) { found = use }

    /// The limit that the folder exceeded so far before the extension's code ran that the extension is not opened: no launch
    /// adds to it without end.
    var excessFound: WorkerEnd.Cause? {
        guard let found else { return nil }
        let (bytes, files) = (policy.storageBytes, policy.storedFiles)
        guard found.bytes <= bytes.saturatingMultiplied(by: policy.rewrites) else {
            return .exceeded(.storage, used: found.bytes, limit: bytes)
        }
        guard found.isCut || found.entries > files.saturatingMultiplied(by: policy.rewrites) else { return nil }
        return .exceeded(.files, used: found.entries, limit: files)
    }

    /// How many bytes above the limit the folder held before the extension's code ran.
    var bytesFoundAbove: Int { max(0, (found?.bytes ?? 0) - policy.storageBytes) }

    /// The process has run and may have written.
    mutating func noteActivity() { isStale = true }

    /// Whether a walk is due: the interval has passed, or the process has written more than the free bytes. If so, the
    /// walk counts as begun.
    ///
    /// - Parameter written: how many bytes the process has written by now.
    mutating func beginWalk(written: () -> Int, at now: Moment = .now) -> Bool {
        guard isStale, !isUnderWay else { return false }
        let written = written()
        if let last, last.duration(to: now) < policy.storageCheck, written - writtenThen <= room { return false }
        (isUnderWay, isStale, writtenThen) = (true, false, written)
        return true
    }

    /// The walk has ended. Returns the limit that is exceeded.
    ///
    /// - Parameters:
    ///   - use: the result; nil if the walk failed, or is not needed any more.
    ///   - age: how long the process has run.
    mutating func endWalk(_ use: FolderUse?, age: Duration, at now: Moment = .now) -> WorkerEnd.Cause? {
        isUnderWay = false
        last = now
        guard let use else { return nil }
        let found = age < Self.timeToTidyUp ? found : nil
        let (bytes, files) = (policy.storageBytes, policy.storedFiles)
        let mostBytes = max(bytes, found?.bytes ?? 0)
        room = mostBytes - use.bytes
        if use.bytes > mostBytes { return .exceeded(.storage, used: use.bytes, limit: bytes) }
        if use.isCut || use.entries > max(files, found?.entries ?? 0) {
            return .exceeded(.files, used: use.entries, limit: files)
        }
        if use.bytes > bytes || use.entries > files { isStale = true }
        return nil
    }
}
