internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// Launches the extensions of a window: checks the bundle, starts a worker and gives it a broker.
struct ExtensionLauncher: Sendable {
    /// What a launch that fails has to undo.
    private struct Attempt {
        /// What is kept of it; nil while the extension is not even tried.
        var record: LaunchRecord?
        /// Its worker, once there is a process.
        var worker: Worker?
        /// Its place in the count of live workers.
        var slot: LiveWorkers.Slot?
    }

    private let scope: WindowScope
    private let history: LaunchHistory
    private let queues: CallQueues
    private let post: @Sendable (SessionEvent) -> Void

    private var services: HostServices { scope.services }

    /// `queues` runs the calls whose answers take time; `post` takes what workers report.
    init(
        _ scope: WindowScope,
        history: LaunchHistory,
        queues: CallQueues,
        post: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.scope = scope
        self.history = history
        self.queues = queues
        self.post = post
    }

    /// Starts the worker of an extension; what the worker reports is posted. Where that fails, nothing is left but a receipt.
    func launch(
        _ bundle: ExtensionBundle,
        as number: Int,
        in style: PresentationStyle
    ) async throws(MayflyError) -> RunningExtension {
        var attempt = Attempt()
        do throws(MayflyError) {
            return try await launch(bundle, as: number, in: style, &attempt)
        } catch {
            await attempt.worker?.finish()
            if let slot = attempt.slot { await services.live.leave(slot) }
            if let record = attempt.record { history.noteFailure(record, error, hasProcess: attempt.worker != nil) }
            throw error
        }
    }

    private func launch(
        _ bundle: ExtensionBundle,
        as number: Int,
        in style: PresentationStyle,
        _ attempt: inout Attempt
    ) async throws(MayflyError) -> RunningExtension {
        let isOnProbation = try history.requireRested(bundle)
        let slot = try await takeSlot(for: bundle)
        attempt.slot = slot
        var record = history.begin(number, of: bundle)
        attempt.record = record
        let places = try services.store.makeFolders(of: bundle.id, on: scope.device.id)
        let salt = try services.store.install(of: bundle.id, on: scope.device.id)
        scope.toldSettings.enter(try services.store.settingsMark(of: bundle.id, on: scope.device.id))
        let install = Install(of: bundle.id, on: scope.device.id, salt: salt)
        try services.store.forgetAnswers(of: bundle.id, besides: bundle.manifest.wordings)
        // Opened after both are made: `Store.forget` removes them once the bundle is gone, and then it cannot be opened.
        let (files, standing, use) = try await files(of: bundle)
        let request = try request(for: files, in: style, places)
        let library = FileStamp(descriptor: request.library)
        let missing = try await services.launcher.admit(request, by: services.confinement.requirement)
        record.missingLayers = missing.keys.sorted { $0.rawValue < $1.rawValue }
        attempt.record = record
        let lacking = missing.filter { services.confinement.layers.contains($0.key) }
        if !lacking.isEmpty { scope.observer(.unconfined(bundle.id, missing: lacking)) }
        let policy = services.policy.lowered(by: bundle.manifest.limits)
        let worker = Worker(
            launcher: services.launcher,
            policy: policy,
            loop: services.loop,
            watcher: services.launchWatcher?.watch(files, request)
        ) { [post] event in
            post(.worker(number, event))
        }
        // What it reports comes through the window's queue, and so after the end of this function.
        let folders = try await worker.start(request)
        attempt.worker = worker
        scope.install.enter(salt)
        return RunningExtension(
            number: number,
            bundle: bundle,
            standing: standing,
            install: install,
            worker: worker,
            broker: broker(for: files, in: worker, places, seenAs: folders, install),
            calls: queues.open(),
            requests: queues.open(),
            requestRate: RequestRate(policy.requests),
            readingPace: ReadingPace(policy),
            record: record,
            policy: policy,
            slot: slot,
            use: use,
            library: library,
            isOnProbation: isOnProbation
        )
    }

    /// The files of a bundle, which may have to be unpacked: that may take time, and wait for another program.
    private func files(of bundle: ExtensionBundle) async throws(MayflyError) -> UnpackedLibraries.Files {
        let libraries = UnpackedLibraries(home: services.store.home.path)
        guard bundle.isLibrary else { return try libraries.files(of: bundle) }
        do {
            return try await services.unpacking.run { _ in try libraries.files(of: bundle) }
        } catch {
            throw error as? MayflyError ?? MayflyError.stopped
        }
    }

    private func takeSlot(for bundle: ExtensionBundle) async throws(MayflyError) -> LiveWorkers.Slot {
        do throws(MayflyError) {
            return try await services.live.take(of: services.policy.liveWorkers)
        } catch {
            let name = SafeText.line(bundle.manifest.name)
            throw MayflyError(error.code, "\(name) cannot be opened: \(error.message)", cause: error)
        }
    }

    /// What the worker is told to open. The library is open and checked; the worker takes it over.
    private func request(
        for bundle: ExtensionBundle,
        in style: PresentationStyle,
        _ places: ExtensionFolders
    ) throws(MayflyError) -> LaunchRequest {
        try LaunchRequest(
            opening: bundle,
            privateFolder: places.privateFolder,
            receivedFolder: places.received,
            style: style,
            locale: scope.languages.tags.first ?? services.policy.locale
        )
    }

    /// The broker of the extension in a worker, which knows its folders by the paths of `seenAs`.
    private func broker(
        for bundle: ExtensionBundle,
        in worker: Worker,
        _ places: ExtensionFolders,
        seenAs folders: WorkerFolders,
        _ install: Install
    ) -> Broker {
        let local = scope.device.owner
        // People, each once: how many devices somebody has is nobody's business.
        let remote = scope.members.owners.filter { $0 != local }
        let files = ExtensionFiles(
            privateFolder: places.privateFolder,
            received: ReceivedFolder(places.received),
            bundleFolder: bundle.folder,
            seen: folders,
            media: services.media,
            taken: { [weak worker] in worker?.noteTransfer(of: $0) },
            count: { [services] (file, store) throws(MayflyError) in
                let limit = services.policy.unsentBytes
                let used = try services.store.countUnsent(file, of: install, limit: limit, storing: store)
                return used.map { _ in UnsentOverflow(limit: limit) }
            },
            warn: { [observer = scope.observer] in observer(.log(bundle.id, .warning, $0)) }
        )
        let identities = Identities(salt: install.salt, local: local, remote: remote)
        return Broker(
            coder: MessageCoder(identities: identities, files: files),
            local: local,
            bundle: bundle
        )
    }
}
