import Foundation
import Synchronization
import Testing

@testable import MayflyWorkers

/// The kernel's account of waiting for memory, in a file of the test's own and in the real one.
@Suite struct PressureFileTests {
    @Test func aFileThatIsReadTellsOfAShortageOnce() async throws {
        let path = NSTemporaryDirectory() + "mayfly-pressure-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        @Sendable func write(_ total: Int) throws {
            let text = "some avg10=0.00 avg60=0.00 avg300=0.00 total=\(total)\nfull avg10=0.00 total=0\n"
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        }
        try write(1_000_000)
        let loop = try EventLoop.running()
        let (shortages, told) = AsyncStream<Int>.makeStream()
        let file = PressureFile(path: path, triggers: [], interval: .milliseconds(5))
        let watcher = Watcher(loop: loop)
        #expect(await watcher.start(file) { told.yield(1) })
        try write(1_149_000)
        try write(1_400_000)
        var iterator = shortages.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        await watcher.stop()
    }

    @Test func aMachineThatDoesNotSayIsTakenAsItIs() async throws {
        let watcher = Watcher(loop: try EventLoop.running())
        #expect(await !watcher.start(PressureFile(path: "/nonexistent/memory")) {})
        #expect(await !watcher.start(PressureFile(path: "/proc/version", triggers: [])) {})
    }

    @Test(.enabled(if: access("/proc/pressure/memory", R_OK) == 0))
    func theRealFileIsWatchedByTheKernelOrRead() async throws {
        let watcher = Watcher(loop: try EventLoop.running())
        #expect(await watcher.start(PressureFile()) {})
        if getuid() == 0 { #expect(await watcher.hasCost == false) }
        await watcher.stop()
    }

    /// Data out of band is what makes a socket as remarkable as a pressure file.
    @Test func theLoopTellsWhatIsOutOfTheOrdinary() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let watcher = Watcher(loop: try EventLoop.running())
        let (signals, told) = AsyncStream<Int>.makeStream()
        let isWatched = await watcher.watch(ends[0]) { told.yield(1) }
        try #require(isWatched)
        try #require(send(ends[1], "x", 1, 0) == 1)
        guard send(ends[1], "!", 1, Int32(MSG_OOB)) == 1 else { return await watcher.stop() }
        var iterator = signals.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        await watcher.stop()
    }

    /// What is done on the loop.
    private actor Watcher {
        private let loop: EventLoop
        private var watch: MemoryPressureWatch?

        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(loop: EventLoop) { self.loop = loop }

        var hasCost: Bool? { watch?.hasCost }

        func start(_ file: PressureFile, _ isShort: @escaping @Sendable () -> Void) -> Bool {
            watch = file.watch(on: loop, isShort)
            return watch != nil
        }

        /// Until it is told for the first time: what is out of the ordinary stays so.
        func watch(_ descriptor: Int32, _ body: @escaping @Sendable () -> Void) -> Bool {
            let token = loop.watchPriority(descriptor) { [weak self] in
                body()
                self?.assumeIsolated { $0.stop() }
            }
            guard let token else { return false }
            let loop = loop
            watch = MemoryPressureWatch(hasCost: false) { loop.unwatch(descriptor, token) }
            return true
        }

        func stop() {
            watch?.stop()
            watch = nil
        }
    }
}
