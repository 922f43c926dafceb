internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

/// A worker that a zygote has forked, and that has entered all layers of its sandbox that do not depend on an
/// extension.
///
/// It waits for its extension and uses only memory. From `begin` on it is an ordinary worker, and belongs to the
/// caller.
actor SpareWorker {
    /// The layers of its sandbox that do not hold.
    nonisolated let missing: [SandboxLayer: String]
    private let loop: EventLoop
    private let process: LaunchedProcess
    /// The socket on which the worker gets its extension and reports its state.
    private var link: WorkerLink
    private var watch: EventLoop.Token?
    private var linkWatch: EventLoop.Token?
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var ends: [CheckedContinuation<Void, Never>] = []
    private var isReaped = false
    /// Whether it can still get an extension.
    private var isWaiting = true

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Takes over the process, its link and its control group.
    init(_ process: LaunchedProcess, _ link: WorkerLink, missing: [SandboxLayer: String], loop: EventLoop) {
        self.missing = missing
        self.process = process
        self.link = link
        self.loop = loop
    }

    /// Begins to listen for its messages and its end. The event loop retains this object until the worker begins or is
    /// reaped.
    func listen() {
        watch = loop.watch(process.descriptor) { self.assumeIsolated { $0.reap() } }
        linkWatch = loop.watch(link.socket) { self.assumeIsolated { $0.learnReadiness() } }
    }

    /// Returns when it waits for its extension, or has ended.
    func settle() async {
        guard linkWatch != nil else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    private func learnReadiness() {
        link.learnReadiness()
        // A worker that has ended sends nothing more.
        if link.isReady || link.refusal != nil || mayfly_has_ended(process.descriptor, 0) == 1 { unwatchLink() }
    }

    /// The reason why its sandbox could not be entered, if it reported one.
    var refusal: String? { link.refusal }

    /// Sends it its extension. Nil if it has ended before.
    func begin(_ files: WorkerFiles, _ request: LaunchRequest, within policy: Policy) -> LaunchedProcess? {
        guard isWaiting else { return nil }
        process.group?.bound(to: ControlGroups.Bounds(policy))
        let start = StartRequest(
            bundleFolder: request.bundleFolder,
            library: request.libraryName,
            privateFolder: request.privateFolder,
            receivedFolder: request.receivedFolder
        ).payload
        let mounts = missing[.root] == nil ? MappedFolders.mounts(of: request) : []
        defer { for mount in mounts { close(mount) } }
        let own = WorkerContract.Descriptor.allCases.map { files[$0] } + mounts
        guard mayfly_send_packet(link.socket, start, start.count, own, own.count) == 0 else {
            link.learnReadiness()
            end()
            return nil
        }
        isWaiting = false
        unwatch()
        var launched = process
        launched.link = link
        return launched
    }

    /// Ends it and removes its control group at once, on any thread. Nothing else may use this object then.
    nonisolated func endNow() {
        _ = mayfly_pidfd_signal(process.descriptor, SIGKILL)
        // The loop reaps it.
        _ = mayfly_has_ended(process.descriptor, 1000)
        process.group?.remove()
    }

    /// Ends it, if it still waits for an extension.
    private func end() {
        guard isWaiting else { return }
        isWaiting = false
        _ = mayfly_pidfd_signal(process.descriptor, SIGKILL)
    }

    /// Ends it, and returns when it is reaped and its descriptors are closed, or after `Policy.ending`: a debugger may
    /// hold it. It is reaped then, too. Gives a line that says what holds it; nil if it is reaped.
    func endAndWait() async -> String? {
        // Process 1 of its namespace cannot be reaped before it. It is named first.
        let family = ProcessStatus.family(of: process.id).reversed()
        end()
        guard watch != nil else { return nil }
        let limit = Policy().ending
        let timer = loop.schedule(after: limit) { [weak self] in self?.assumeIsolated { $0.endWaits() } }
        await withCheckedContinuation { ends.append($0) }
        loop.cancel(timer)
        return isReaped ? nil : "spare worker: " + ProcessStatus.reasonToRemain(Array(family), after: limit)
    }

    private func endWaits() {
        for waiter in ends { waiter.resume() }
        ends = []
    }

    private func reap() {
        isWaiting = false
        unwatch()
        loop.reap(process.descriptor) { _ in self.assumeIsolated { $0.noteReaped() } }
    }

    private func noteReaped() {
        isReaped = true
        link.learnReadiness()
        link.closeAll()
        close(process.descriptor)
        process.group?.remove()
        endWaits()
    }

    private func unwatchLink() {
        if let linkWatch { loop.unwatch(link.socket, linkWatch) }
        linkWatch = nil
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    private func unwatch() {
        unwatchLink()
        if let watch { loop.unwatch(process.descriptor, watch) }
        watch = nil
    }
}
