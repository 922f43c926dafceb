internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// A worker that a zygote has forked, and that has entered all of its sandbox which does not depend on an extension.
///
/// It waits, at no cost but its memory, to be told of one; then it is a worker like any other, and no longer this object's.
actor SpareWorker {
    private let loop: EventLoop
    private let process: LaunchedProcess
    /// On which the worker is told of its extension, and then tells of itself.
    private let link: ExitReport
    private var watch: EventLoop.Token?
    private var ends: [CheckedContinuation<Void, Never>] = []
    /// Whether it is there for an extension.
    private(set) var isWaiting = true

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Takes over the process, its link and its control group.
    init(_ process: LaunchedProcess, _ link: ExitReport, loop: EventLoop) {
        self.process = process
        self.link = link
        self.loop = loop
    }

    /// Begins to look whether it lives. The loop holds the worker until it begins or is reaped.
    func listen() {
        watch = loop.watch(process.descriptor) { self.assumeIsolated { $0.reap() } }
    }

    /// Tells it of its extension. Nil when it has ended before.
    func begin(_ files: WorkerFiles, _ order: WorkerOrder, within policy: Policy) -> LaunchedProcess? {
        guard isWaiting else { return nil }
        process.group?.bound(to: ControlGroups.Bounds(policy))
        let folders = Table.workerBegin.payload([
            "bundle_folder": .text(order.bundleFolder), "private_folder": .text(order.privateFolder),
        ])
        let own = [files.control, files.completions, files.library, files.output, files.box]
        guard mayfly_send_packet(link.socket, folders, folders.count, own, own.count) == 0 else {
            end()
            return nil
        }
        isWaiting = false
        unwatch()
        return process
    }

    /// Ends it and takes all of it away, now and from any thread: nobody else has a hold of it.
    nonisolated func endNow() {
        _ = mayfly_pidfd_signal(process.descriptor, SIGKILL)
        // The loop reaps it.
        _ = mayfly_has_ended(process.descriptor, 1000)
        process.group?.remove()
    }

    /// Ends it, if it waits still.
    func end() {
        guard isWaiting else { return }
        isWaiting = false
        _ = mayfly_pidfd_signal(process.descriptor, SIGKILL)
    }

    /// Ends it, and is back when nothing of it is left.
    func endAndWait() async {
        end()
        guard watch != nil else { return }
        await withCheckedContinuation { ends.append($0) }
    }

    private func reap() {
        isWaiting = false
        var exit = mayfly_exit()
        guard mayfly_reap(process.descriptor, &exit) != 0 else { return }
        unwatch()
        link.closeAll()
        close(process.descriptor)
        process.group?.remove()
        for waiter in ends { waiter.resume() }
        ends = []
    }

    private func unwatch() {
        if let watch { loop.unwatch(process.descriptor, watch) }
        watch = nil
    }
}
