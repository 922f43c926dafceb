internal import Glibc
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// What is kept of the launches of a window: a receipt for each, and the failures for which an extension must rest.
struct LaunchHistory: Sendable {
    private let scope: WindowScope
    private let book: ReceiptBook

    private var services: HostServices { scope.services }

    /// `book` takes the receipts.
    init(_ scope: WindowScope, book: ReceiptBook) {
        self.scope = scope
        self.book = book
    }

    // MARK: Receipts

    /// The record of a launch that begins now.
    func begin(_ launch: Int, of bundle: ExtensionBundle) -> LaunchRecord {
        scope.notes.begin(launch, of: bundle.id)
        return LaunchRecord(
            launch: launch,
            extensionID: bundle.id,
            name: bundle.manifest.ownName,
            device: scope.device.name,
            conversation: scope.conversation.name,
            launched: services.clock.now
        )
    }

    /// Has the state of a launch written down.
    func note(_ record: LaunchRecord) { book.note(record) }

    /// Keeps the receipt of a launch that failed. `hasProcess` is whether a worker was started for it; nobody reports its end.
    func noteFailure(_ record: LaunchRecord, _ error: MayflyError, hasProcess: Bool) {
        let isRefused = [.libraryMissing, .invalidLibrary, .invalidBundle, .loadFailed].contains(error.code)
        let cause: WorkerEnd.Cause =
            isRefused ? .refused(reason: error.message) : .notStarted(reason: error.message)
        var end = hasProcess ? WorkerEnd(unseen: cause) : WorkerEnd(withoutProcess: cause)
        end.notes = scope.notes.end(record.launch)
        noteEnd(LaunchRecord.Ending(end: end, at: services.clock.now), of: record)
    }

    private func noteEnd(_ ending: LaunchRecord.Ending, of record: LaunchRecord) {
        var record = record
        record.ending = ending
        book.note(record)
    }

    /// Announces the end of a worker. Gives the end, with what is learned of it from other programs: whether the person had the
    /// worker ended by one.
    func close(_ source: RunningExtension, _ end: WorkerEnd) async -> LaunchRecord.Ending {
        let id = source.bundle.id
        var end = end
        if case .crashed(signal: SIGKILL) = end.cause, await book.wasKilled(source.number) {
            end.cause = .killed
            scope.observer(.process(id, .killed, id: source.record.process))
        }
        switch end.cause {
        case .crashed: scope.observer(.process(id, .crashed, id: source.record.process))
        case .exited: scope.observer(.process(id, .exited, id: source.record.process))
        default: break
        }
        if end.times.reaped != nil { scope.observer(.process(id, .reaped, id: source.record.process)) }
        return LaunchRecord.Ending(end: end, at: services.clock.now)
    }

    /// The end with the names of the functions in which the worker crashed, or was late.
    ///
    /// It reads a file of the extension's maker, and the names may be found late: no window waits for it.
    func name(_ ending: LaunchRecord.Ending, of source: RunningExtension, by box: BlackBox) async -> LaunchRecord.Ending
    {
        var end = ending.end
        end.add(await services.names.convert(CrashNaming.report(box, of: source.bundle)))
        return LaunchRecord.Ending(end: end, at: ending.at)
    }

    /// Keeps the receipt of an end, and announces it. Gives the end with the notes of the launch.
    func keep(_ ending: LaunchRecord.Ending, of source: RunningExtension) -> WorkerEnd {
        var end = ending.end
        end.notes = scope.notes.end(source.number)
        // Who hears of the receipt can read it.
        noteEnd(LaunchRecord.Ending(end: end, at: ending.at), of: source.record)
        scope.observer(.receipt(source.bundle.id, end))
        return end
    }

    // MARK: Repeated failures

    /// Refuses an extension that rests because it failed again and again. True where it has failures on record that a good
    /// launch can make up for.
    func requireRested(_ bundle: ExtensionBundle) throws(MayflyError) -> Bool {
        let (store, crashLoop) = (services.store, services.policy.crashLoop)
        guard crashLoop.failures > 0, let record = try store.crashRecord(of: bundle.id) else { return false }
        // Where it is missing, the launch fails, and what failed before may come back.
        guard let library = FileStamp(path: bundle.libraryPath) else { return false }
        let now = services.clock.now
        guard library.bytes == record.library, !record.isAhead(of: now, crashLoop) else {
            try store.forgetCrashes(of: bundle.id)
            return false
        }
        guard let rest = record.rest(at: now) else { return record.rests > 0 }
        let refusal = record.refusal(for: rest, crashLoop)
        throw MayflyError(
            .resting,
            "\(SafeText.line(bundle.manifest.name)) \(refusal); `mayfly reset \(bundle.id)` clears it"
        )
    }

    /// Records a failure, or a good end, for the next launch.
    func remember(_ end: WorkerEnd, of source: RunningExtension) {
        do throws(MayflyError) {
            try record(end, of: source)
        } catch {
            scope.observer(.log(source.bundle.id, .warning, "its end is not remembered: \(error.message)"))
        }
    }

    private func record(_ end: WorkerEnd, of source: RunningExtension) throws(MayflyError) {
        let (store, crashLoop) = (services.store, services.policy.crashLoop)
        guard crashLoop.failures > 0 else { return }
        if end.countsAsFailure {
            // A library that was replaced meanwhile is not the one that failed.
            guard let library = source.library, FileStamp(path: source.bundle.libraryPath) == library else { return }
            try store.noteFailure(
                of: source.bundle.id,
                library: library.bytes,
                at: services.clock.now,
                launchedAt: source.record.launched,
                crashLoop
            )
        } else if case .finished = end.cause, end.phase == nil, source.isOnProbation {
            try store.noteGoodEnd(of: source.bundle.id, launchedAt: source.record.launched)
        }
    }
}
