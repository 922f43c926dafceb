internal import MayflyABI
package import MayflyBundles
package import MayflyModel
package import MayflyWorkers

/// Gives a fresh worker what the host sent in a recorded launch, and compares what the extension does with the record.
package struct Replayer: Sendable {
    /// What somebody who waits is told.
    package enum News: Sendable {
        /// The process runs.
        case spawned(Int32)
        /// The process waits for a debugger.
        case waiting(Int32)
        /// The extension runs without these layers of the sandbox, which it would have had, for these reasons.
        case unconfined([SandboxLayer: String])
    }

    /// How a replay went.
    package struct Outcome: Sendable {
        package let differences: ReplayDifferences
        package let end: WorkerEnd
        /// How many callbacks were called, and how many calls the extension made.
        package let callbacks: Int
        package let calls: Int
    }

    private let launcher: any WorkerLauncher
    private let confinement: Confinement
    private let policy: Policy
    private let loop: EventLoop
    private let tell: @Sendable (News) -> Void

    package init(
        _ launcher: any WorkerLauncher,
        confinement: Confinement,
        policy: Policy,
        loop: EventLoop,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.launcher = launcher
        self.confinement = confinement
        self.policy = policy
        self.loop = loop
        self.tell = tell
    }

    /// Replays a launch with a bundle; the extension's folders are in `folder`. Throws where a launch of the host would not begin: the
    /// bundle cannot be opened by this host, the sandbox lacks what `Confinement.requirement` needs, or no process can be started.
    package func run(
        _ launch: RecordedLaunch,
        with bundle: ExtensionBundle,
        in folder: ReplayFolder
    ) async throws(MayflyError) -> Outcome {
        let (events, mailbox) = AsyncStream<ReplayEvent>.makeStream()
        let policy = policy.lowered(by: bundle.manifest.limits)
        let worker = Worker(launcher: launcher, policy: policy, loop: loop, watcher: ReplayWatcher(mailbox)) { event in
            ReplayEvent(event).map { _ = mailbox.yield($0) }
        }
        for case .file(let file) in launch.steps.prefix(while: { if case .file = $0 { true } else { false } }) {
            folder.make(file)
        }
        let (files, _, use) = try folder.files(of: bundle)
        defer { withExtendedLifetime(use) {} }
        let request = try LaunchRequest(
            opening: files,
            privateFolder: folder.privateFolder,
            receivedFolder: folder.received,
            style: launch.style,
            locale: launch.locale
        )
        let missing = try await launcher.admit(request, by: confinement.requirement)
        let lacking = missing.filter { confinement.layers.contains($0.key) }
        if !lacking.isEmpty { tell(.unconfined(lacking)) }
        let folders = try await worker.start(request)
        let plan = ReplayPlan(
            launch,
            folders: [
                (WorkerContract.bundleFolder, folders.bundle), (WorkerContract.privateFolder, folders.privateFolder),
                (WorkerContract.receivedFolder, folders.received),
            ]
        )
        let begun = ReplayRun(plan: plan, worker: worker, policy: policy, folder: folder, launch: launch, tell: tell)
        // A task of its own, so that the end of the process is waited for also where the caller is cancelled.
        let task = Task {
            var run = begun
            let end = await run.follow(events, mailbox)
            return (run, end)
        }
        let (run, end) = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            mailbox.yield(.interrupted)
        }
        var named = end.end
        if let box = end.box { named.add(await CrashNaming.report(box, of: bundle)) }
        return Outcome(
            differences: run.differences(with: named),
            end: named,
            callbacks: named.callbacks ?? 0,
            calls: named.calls ?? 0
        )
    }
}
