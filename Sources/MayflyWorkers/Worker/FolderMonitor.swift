internal import CMayflyLinux
internal import Dispatch
internal import Glibc
internal import MayflyLinux
internal import MayflyModel

extension Worker {
    /// What is known of the private folder.
    struct FolderWatch {
        /// Whether the process may have written since the folder was looked at.
        var isStale = true
        var isUnderWay = false
        var last: Moment?
        /// How much more there was room for at the last look, and what the process had written when that began.
        var room = 0
        var writtenThen = 0
    }

    /// One folder is walked at a time, whichever extension's it is, and none on the event loop.
    private static let walks = DispatchQueue(label: "org.mayfly.folders", qos: .utility)
    /// A folder with more than so many times the files that it may hold is not walked to its end.
    private static let mostTimes = 16
    /// How long after its start an extension may hold more than it may, if it does not grow.
    private static let timeToTidyUp = Duration.seconds(10)

    /// Looks at what lies in the private folder before the extension's code runs, while its process is started. Who finds more
    /// than it may have has some time to make it less. A look that takes longer leaves out what was written meanwhile.
    func lookAtFoundFiles(in path: String) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        walk(path, until: now) { $0.found = $1 }
    }

    /// Looks into a folder beside the event loop, and gives what it holds to `body`.
    private func walk(
        _ path: String,
        until moment: timespec? = nil,
        _ body: @escaping @Sendable (isolated Worker, FolderUse?) -> Void
    ) {
        let (most, loop) = (policy.storedFiles * Self.mostTimes, loop)
        Self.walks.async { [weak self] in
            let use = FolderUse(of: path, most: most, until: moment)
            loop.run { [weak self] in self?.onLoop { body($0, use) } }
        }
    }

    /// Looks at the private folder, if it is time to, or if the process has written more since than there was room for.
    func weighFolder() {
        guard let folder = vitals?.folder, folder.isStale, !folder.isUnderWay else { return }
        let written = ownID.flatMap(ProcessVitals.writtenBytes) ?? 0
        if let last = folder.last, last.duration(to: .now) < policy.storageCheck,
            written - folder.writtenThen <= folder.room
        {
            return
        }
        vitals?.folder.isUnderWay = true
        vitals?.folder.writtenThen = written
        vitals?.folder.isStale = false
        walk(privateFolder) { $0.take($1) }
    }

    private func take(_ use: FolderUse?) {
        vitals?.folder.isUnderWay = false
        vitals?.folder.last = .now
        guard let use, let started = process?.started, !isFrozen else { return }
        let found = started.duration(to: .now) < Self.timeToTidyUp ? found : nil
        let (bytes, files) = (policy.storageBytes, policy.storedFiles)
        let mostBytes = max(bytes, found?.bytes ?? 0)
        vitals?.folder.room = mostBytes - use.bytes
        if use.bytes > mostBytes {
            end(.exceeded(.storage, used: use.bytes, limit: bytes))
        } else if use.isCut || use.entries > max(files, found?.entries ?? 0) {
            end(.exceeded(.files, used: use.entries, limit: files))
        } else if use.bytes > bytes || use.entries > files {
            vitals?.folder.isStale = true
        }
    }
}
