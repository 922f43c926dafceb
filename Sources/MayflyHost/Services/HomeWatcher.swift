internal import CMayflyLinux
internal import Glibc
internal import MayflyStore
internal import MayflyWorkers

/// Says when any process has written to the database, so that a window sees what another program sent.
///
/// It watches the home folder (inotify) for writes to the bell alone: the database also changes when a receipt is kept, which
/// no window shows. A machine without inotify only loses the
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

    /// Empties the descriptor. Whether the bell was rung.
    private func takeEvents() -> Bool {
        let bell = Array(home.writeBell.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed())
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { piece in
            var isRung = false
            while true {
                let count = mayfly_read(descriptor, piece.baseAddress, piece.count)
                guard count > 0 else { return isRung }
                let events = UnsafeRawBufferPointer(rebasing: piece[..<count])
                if Self.names(in: events).contains(where: { $0.elementsEqual(bell) }) { isRung = true }
            }
        }
    }

    /// The files that the kernel tells of (inotify, man 7): in each event four numbers, the last of which is the length of the
    /// name behind them, which is filled up with zeros.
    private static func names(in events: UnsafeRawBufferPointer) -> [[UInt8]] {
        var names: [[UInt8]] = []
        var place = 0
        while place + 16 <= events.count {
            let length = Int(events.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
            guard length <= events.count - place - 16 else { break }
            names.append(Array(events[place + 16..<place + 16 + length].prefix { $0 != 0 }))
            place += 16 + length
        }
        return names
    }
}
