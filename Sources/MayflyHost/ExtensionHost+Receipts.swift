internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
public import MayflyModel
internal import MayflyStore

extension ExtensionHost {
    /// How the last launches ended, in whatever program; the newest last. The home folder keeps a thousand.
    public func receipts(of id: ExtensionID? = nil, last: Int = 1000) throws(MayflyError) -> [ExitReceipt] {
        try store.receipts(of: id, last: last)
    }

    /// The receipt of that number; nil where there is none, or no longer.
    public func receipt(_ number: Int) throws(MayflyError) -> ExitReceipt? { try store.receipt(number) }

    /// The workers of all programs that use this home folder, in the order of their launches. One of the last milliseconds may
    /// be missing.
    public func workers() throws(MayflyError) -> [LiveWorker] {
        try store.liveLaunches().filter { $0.isElsewhere || $0.worker.isAlive }.map(LiveWorker.init)
    }

    /// Ends the workers of an extension in all programs, and waits until they are gone. Their receipts say `killed`. Gives
    /// how many there were.
    /// - Throws: `.notPossibleNow` where it runs in another PID namespace as well, say in a container: no signal goes there. What
    ///   runs in this one is ended then too.
    public func endWorkers(of id: ExtensionID) throws(MayflyError) -> Int {
        let rows = try store.liveLaunches().filter { $0.extensionID == id }
        let live = rows.filter { !$0.isElsewhere && $0.worker.isAlive }
        if !live.isEmpty { try store.wantKilled(live.map(\.number)) }
        let count = live.count { Self.end($0.worker) }
        if let other = rows.first(where: \.isElsewhere) {
            throw MayflyError(
                .notPossibleNow,
                "'\(id)' runs in another PID namespace, as process \(other.worker.process) there: "
                    + "only a program of that namespace can end it"
            )
        }
        return count
    }

    /// The number alone may mean another process by now: first it is held fast, then it is looked at.
    private static func end(_ worker: ProcessIdentity) -> Bool {
        let descriptor = mayfly_pidfd_open(worker.process)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard worker.isAlive, mayfly_pidfd_signal(descriptor, SIGKILL) == 0 else { return false }
        return mayfly_has_ended(descriptor, 5000) == 1
    }
}

extension LiveWorker {
    fileprivate init(_ row: LiveRow) {
        let family = row.isElsewhere ? nil : ProcessStatus.family(of: row.worker.process)
        self.init(
            id: row.number,
            process: row.worker.process,
            extensionID: row.extensionID,
            name: row.name,
            device: row.device,
            conversation: row.conversation,
            launched: row.launched,
            state: row.state,
            memoryKiB: family?.compactMap(ProcessVitals.privateKiB).reduce(0, +),
            cpuMicroseconds: family?.compactMap { ProcessStatus(of: $0)?.cpuMicroseconds }.reduce(0, +)
        )
    }
}
