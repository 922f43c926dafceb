internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
public import MayflyModel
internal import MayflyStore

extension ExtensionHost {
    /// How the last launches ended, in all programs; the newest last. The home folder keeps a thousand.
    public func receipts(of id: ExtensionID? = nil, last: Int = 1000) async throws(MayflyError) -> [ExitReceipt] {
        await services.writeLaunches()
        return try services.store.receipts(of: id, last: last)
    }

    /// The receipt of that number; nil where there is none, or it is not kept any more.
    public func receipt(_ number: Int) async throws(MayflyError) -> ExitReceipt? {
        await services.writeLaunches()
        return try services.store.receipt(number)
    }

    /// The workers of all programs that use this home folder, in the order of their launches. One that another program launched
    /// in the last few milliseconds may be missing.
    public func workers() async throws(MayflyError) -> [LiveWorker] {
        await services.writeLaunches()
        return try services.store.liveLaunches().filter { $0.isElsewhere || $0.worker.isAlive }.map(LiveWorker.init)
    }

    /// Ends the workers of an extension in all programs, and waits until they are gone. Their receipts say `killed`. Gives
    /// how many there were.
    /// - Throws: `.notPossibleNow` where the extension also runs in another PID namespace, for example in a container, which no
    ///   signal reaches. Its workers in this namespace are ended then, too.
    public func endWorkers(of id: ExtensionID) async throws(MayflyError) -> Int {
        await services.writeLaunches()
        let rows = try services.store.liveLaunches().filter { $0.extensionID == id }
        let live = rows.filter { !$0.isElsewhere && $0.worker.isAlive }
        if !live.isEmpty { try services.store.wantKilled(live.map(\.number)) }
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

    /// Ends a process. Its number may belong to another process by now: open the pidfd, then check the identity.
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
            memoryKiB: family.flatMap(Self.memoryKiB),
            cpuMicroseconds: family?.compactMap { ProcessStatus(of: $0)?.cpuMicroseconds }.reduce(0, +)
        )
    }

    /// Nil if one of them cannot be measured: the sum without it would say too little.
    private static func memoryKiB(of family: [Int32]) -> Int? {
        let parts = family.map(ProcessVitals.privateKiB)
        return parts.contains(nil) ? nil : parts.compactMap(\.self).reduce(0, +)
    }
}
