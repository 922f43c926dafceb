internal import Glibc
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

extension ConversationWindow {
    /// A launch that begins now.
    func newRecord(_ launch: Int, of bundle: ExtensionBundle) -> LaunchRecord {
        LaunchRecord(
            launch: launch,
            extensionID: bundle.id,
            name: bundle.manifest.name,
            device: device.name,
            conversation: conversation.name,
            launched: host.clock.now
        )
    }

    /// A launch that came to nothing has a receipt too.
    func noteFailedLaunch(_ record: LaunchRecord, _ error: MayflyError) {
        let isRefused = [.libraryMissing, .invalidLibrary, .invalidBundle, .loadFailed].contains(error.code)
        let cause: WorkerEnd.Cause =
            isRefused ? .refused(reason: error.message) : .notStarted(reason: error.message)
        var record = record
        record.ending = LaunchRecord.Ending(end: WorkerEnd(unseen: cause), at: host.clock.now)
        book.note(record)
    }

    /// The end of a worker with all that can be learned of it from outside: the names of the functions in which it crashed, and
    /// whether the person had it ended by another program.
    func explained(_ end: WorkerEnd, _ box: BlackBox?, of source: RunningExtension) async -> WorkerEnd {
        var end = end
        if case .crashed(signal: SIGKILL) = end.cause, await book.wasKilled(source.number) {
            end.cause = .killed
            observer(.process(source.bundle.id, .killed, id: source.processID))
        }
        if let box { end.crash = await Self.report(box, of: source.bundle) }
        return end
    }

    /// Away from the window's turn: it reads a library.
    @concurrent
    private static func report(_ box: BlackBox, of bundle: ExtensionBundle) async -> CrashReport {
        let library = try? bundle.openLibrary()
        defer { if let library { close(library.descriptor) } }
        return CrashReport(box, library: library?.descriptor, named: bundle.libraryName)
    }
}
