internal import Dispatch
internal import MayflyLinux
internal import MayflyModel

/// Holds an extension to what its private folder may take: says when the folder is to be walked, and judges what was found.
struct FolderMonitor {
    /// One folder is walked at a time, whichever extension's it is, and none on the event loop.
    private static let walks = DispatchQueue(label: "org.mayfly.folders", qos: .utility)
    /// A folder with more than so many times the files that it may hold is not walked to its end.
    private static let mostTimes = 16
    /// How long after its start an extension may hold more than it may, if it does not grow.
    private static let timeToTidyUp = Duration.seconds(10)

    private let policy: Policy
    /// What lay in the folder before the extension's code ran; nil while that is not known.
    private var found: FolderUse?
    /// Whether the process may have written since the last walk began.
    private var isStale = true
    private var isUnderWay = false
    private var last: Moment?
    /// The free bytes that the last walk found, and the bytes that the process had written when that walk began.
    private var room = 0
    private var writtenThen = 0

    init(_ policy: Policy) { self.policy = policy }

    /// Walks a folder beside the event loop, and gives what it holds to `body` on the loop.
    ///
    /// - Parameter moment: files that were changed after it are left out; nil for none.
    func walk(
        _ path: String,
        until moment: FileTime? = nil,
        on loop: EventLoop,
        _ body: @escaping @Sendable (FolderUse?) -> Void
    ) {
        let most = policy.storedFiles * Self.mostTimes
        Self.walks.async {
            let use = FolderUse(of: path, most: most, until: moment)
            loop.run { body(use) }
        }
    }

    /// What lay in the folder before the extension's code ran. An extension that found more than it may have gets some time
    /// to tidy up.
    mutating func noteFound(_ use: FolderUse?) { found = use }

    /// The process has run, and may have written.
    mutating func noteActivity() { isStale = true }

    /// Whether a walk is due: when it is time to, or when the process has written more than there was room for. The walk is
    /// under way from then on.
    ///
    /// - Parameter written: how many bytes the process has written by now.
    mutating func beginWalk(written: () -> Int, at now: Moment = .now) -> Bool {
        guard isStale, !isUnderWay else { return false }
        let written = written()
        if let last, last.duration(to: now) < policy.storageCheck, written - writtenThen <= room { return false }
        (isUnderWay, isStale, writtenThen) = (true, false, written)
        return true
    }

    /// The walk has come to its end. Gives the limit that is exceeded.
    ///
    /// - Parameters:
    ///   - use: what was found; nil where nothing was, or nobody needs to know any more.
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
