internal import CMayflyLinux
internal import Glibc

/// Says when any process has written to the database, so that a window sees what another program sent.
///
/// It watches the home folder (inotify), in which every write changes a file. A machine without inotify only loses the
/// promptness: a window takes up what it missed with its next step.
actor HomeWatcher {
    private let home: HomeFolder
    private let loop: EventLoop
    private var descriptor: Int32 = -1
    private var token: EventLoop.Token?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ home: HomeFolder, loop: EventLoop) {
        self.home = home
        self.loop = loop
    }

    // On the loop, which otherwise would go on to watch a number that soon means another file.
    isolated deinit {
        if let token { loop.unwatch(descriptor, token) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Calls the closure after each write from now on. Only the first call counts.
    func start(_ changed: @escaping @Sendable () -> Void) {
        guard descriptor < 0 else { return }
        descriptor = mayfly_watch_writes(home.path)
        guard descriptor >= 0 else { return }
        token = loop.watch(descriptor) { [weak self] in
            self?.assumeIsolated { watcher in
                if watcher.takeEvents() { changed() }
            }
        }
    }

    /// Empties the descriptor; what exactly changed does not matter.
    private func takeEvents() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { piece in
            var isAny = false
            while mayfly_read(descriptor, piece.baseAddress, piece.count) > 0 { isAny = true }
            return isAny
        }
    }
}
