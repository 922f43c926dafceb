internal import CMayflyLinux
internal import Glibc
internal import MayflyStore
internal import MayflyWorkers

/// Tells when any process has written to a conversation, so that a window sees what another program sent.
///
/// It watches the home folder (inotify) for writes to one file, which each such write touches. It does not watch the database,
/// which also changes with each receipt. An extension can have its host write hundreds of times in a second, and each write reaches
/// every program: after one that it told of, the watcher rests, and what is written meanwhile is told once after that. Without inotify
/// a window reads what others wrote with its next event.
actor HomeWatcher {
    private let home: HomeFolder
    private let loop: EventLoop
    private var descriptor: Int32 = -1
    private var token: EventLoop.Token?
    /// How long it rests.
    private let rest: Duration
    private var restToken: EventLoop.Token?
    private var changed: (@Sendable () -> Void)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A person takes a twentieth of a second for nothing.
    init(_ home: HomeFolder, loop: EventLoop, rest: Duration = .milliseconds(50)) {
        self.home = home
        self.loop = loop
        self.rest = rest
    }

    // It runs on the loop: the loop must stop watching the descriptor before its number can mean another file.
    isolated deinit {
        if let token { loop.unwatch(descriptor, token) }
        if let restToken { loop.cancel(restToken) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Calls the closure after each write from now on. Only the first call counts.
    func start(_ changed: @escaping @Sendable () -> Void) {
        guard descriptor < 0 else { return }
        descriptor = mayfly_watch_writes(home.path)
        guard descriptor >= 0 else { return }
        self.changed = changed
        watch()
    }

    private func watch() {
        token = loop.watch(descriptor) { [weak self] in
            self?.assumeIsolated { watcher in
                if watcher.takeEvents() { watcher.tell() }
            }
        }
    }

    /// What is written during the rest stays in the queue of the kernel, which merges equal events.
    private func tell() {
        if let token { loop.unwatch(descriptor, token) }
        token = nil
        // Nobody waits for it longer because this process did not run.
        restToken = loop.schedule(after: rest, isExcusable: false) { [weak self] in
            self?.assumeIsolated { $0.watch() }
        }
        changed?()
    }

    /// Reads all events of the descriptor. True when one of them is about the watched file.
    private func takeEvents() -> Bool {
        let watched = Array(home.changeFile.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed())
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { piece in
            var isWritten = false
            while true {
                let count = mayfly_read(descriptor, piece.baseAddress, piece.count)
                guard count > 0 else { return isWritten }
                let events = UnsafeRawBufferPointer(rebasing: piece[..<count])
                // Without a name: more has happened than the kernel keeps.
                let names = Self.names(in: events)
                if names.contains(where: { $0.isEmpty || $0.elementsEqual(watched) }) { isWritten = true }
            }
        }
    }

    /// The names in these events (inotify(7)). Each event has four numbers and a name; the last number is the length of the
    /// name, which is padded with zeros.
    private static func names(in events: UnsafeRawBufferPointer) -> [[UInt8]] {
        var names: [[UInt8]] = []
        var offset = 0
        while offset + 16 <= events.count {
            let length = Int(events.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard length <= events.count - offset - 16 else { break }
            names.append(Array(events[offset + 16..<offset + 16 + length].prefix { $0 != 0 }))
            offset += 16 + length
        }
        return names
    }
}
