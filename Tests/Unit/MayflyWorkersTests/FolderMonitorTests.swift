import Dispatch
import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyLinux
@testable import MayflyModel
@testable import MayflyWorkers

/// When a private folder is walked, and what it may hold: real folders, in virtual time.
@Suite struct FolderMonitorTests {
    private let folder: ScratchFolder
    /// Six entries.
    private let use: FolderUse
    private let start = Moment.now

    init() throws {
        folder = try ScratchFolder()
        for number in 0..<5 { try folder.write([UInt8](repeating: 1, count: 10_000), to: "d/\(number)") }
        use = try #require(FolderUse(of: folder.path, most: 100))
    }

    private func after(_ milliseconds: Int) -> Moment { start + .milliseconds(milliseconds) }

    private func monitor(_ change: (inout Policy) -> Void) -> FolderMonitor {
        var policy = Policy()
        policy.storageCheck = .seconds(1)
        change(&policy)
        return FolderMonitor(policy)
    }

    // MARK: When it is walked

    @Test func walksAgainOnlyAfterActivity() {
        var monitor = monitor { _ in }
        #expect(monitor.beginWalk(written: { 0 }, at: start) == true)
        monitor.noteActivity()
        #expect(monitor.beginWalk(written: { 0 }, at: after(9000)) == false, "a walk is under way")
        #expect(monitor.endWalk(use, age: .zero, at: after(9000)) == nil)
        #expect(monitor.beginWalk(written: { 0 }, at: after(10_000)) == true, "the process was active during the walk")
        #expect(monitor.endWalk(use, age: .zero, at: after(10_000)) == nil)

        var wasAsked = false
        let isDue = monitor.beginWalk(
            written: {
                wasAsked = true
                return 0
            },
            at: after(90_000)
        )
        #expect(!isDue)
        #expect(!wasAsked, "an idle process is not asked what it wrote")
    }

    /// A monitor of a folder with room for 1000 bytes, walked once at `start` by when 5000 bytes were written.
    private func walked() -> FolderMonitor {
        var monitor = monitor { $0.storageBytes = use.bytes + 1000 }
        #expect(monitor.beginWalk(written: { 5000 }, at: start) == true)
        #expect(monitor.endWalk(use, age: .zero, at: start) == nil)
        monitor.noteActivity()
        return monitor
    }

    @Test(arguments: [(999, 6000, false), (1000, 5000, true), (1, 6001, true)])
    func waitsBetweenWalksUnlessMoreWasWrittenThanThereWasRoom(milliseconds: Int, written: Int, isDue: Bool) {
        var monitor = walked()
        #expect(monitor.beginWalk(written: { written }, at: after(milliseconds)) == isDue)
    }

    @Test func countsWhatIsWrittenFromTheBeginningOfTheLastWalk() {
        var monitor = walked()
        #expect(monitor.beginWalk(written: { 6001 }, at: after(1)) == true)
        #expect(monitor.endWalk(use, age: .zero, at: after(1)) == nil)
        monitor.noteActivity()
        #expect(monitor.beginWalk(written: { 7001 }, at: after(2)) == false)
        #expect(monitor.beginWalk(written: { 7002 }, at: after(2)) == true)
    }

    // MARK: What was found

    @Test func endsOneThatHoldsTooManyBytesOrFiles() {
        var exact = monitor { ($0.storageBytes, $0.storedFiles) = (use.bytes, use.entries) }
        #expect(exact.endWalk(use, age: .zero) == nil)

        let (bytes, files) = (use.bytes - 1, use.entries - 1)
        var small = monitor { $0.storageBytes = bytes }
        #expect(small.endWalk(use, age: .zero) == .exceeded(.storage, used: use.bytes, limit: bytes))
        var few = monitor { $0.storedFiles = files }
        #expect(few.endWalk(use, age: .zero) == .exceeded(.files, used: use.entries, limit: files))
    }

    @Test func endsOneWithMoreFilesThanAreWalked() throws {
        var monitor = monitor { $0.storedFiles = 100 }
        let cut = try #require(FolderUse(of: folder.path, most: 2))
        #expect(monitor.endWalk(cut, age: .zero) == .exceeded(.files, used: 3, limit: 100))
    }

    @Test func judgesNothingWhereNothingWasFound() {
        var monitor = monitor { ($0.storageBytes, $0.storedFiles) = (0, 0) }
        #expect(monitor.beginWalk(written: { 0 }, at: start) == true)
        #expect(monitor.endWalk(nil, age: .zero, at: start) == nil)
        monitor.noteActivity()
        #expect(monitor.beginWalk(written: { 0 }, at: after(1000)) == true, "that walk is over too")
    }

    // MARK: What lay there before

    /// A monitor of a folder that holds more than it may, as it was found.
    private func tooFull() -> FolderMonitor {
        var monitor = monitor { ($0.storageBytes, $0.storedFiles) = (use.bytes - 1, use.entries - 1) }
        monitor.noteFound(use)
        return monitor
    }

    @Test func leavesTenSecondsToTidyUp() {
        var monitor = tooFull()
        #expect(monitor.beginWalk(written: { 0 }, at: start) == true)
        #expect(monitor.endWalk(use, age: .milliseconds(9999), at: start) == nil)
        #expect(monitor.beginWalk(written: { 0 }, at: after(1000)) == true, "it is walked again, active or not")
        let excess = monitor.endWalk(use, age: .seconds(10), at: after(1000))
        #expect(excess == .exceeded(.storage, used: use.bytes, limit: use.bytes - 1))
    }

    @Test func theFolderMustNotGrowMeanwhile() throws {
        try folder.write("", to: "one more")
        let more = try #require(FolderUse(of: folder.path, most: 100))
        var monitor = tooFull()
        #expect(monitor.endWalk(more, age: .zero) == .exceeded(.files, used: use.entries + 1, limit: use.entries - 1))

        try folder.remove("one more")
        try folder.write([UInt8](repeating: 1, count: 30_000), to: "d/0")
        let larger = try #require(FolderUse(of: folder.path, most: 100))
        #expect(larger.entries == use.entries)
        var other = tooFull()
        #expect(other.endWalk(larger, age: .zero) == .exceeded(.storage, used: larger.bytes, limit: use.bytes - 1))
    }

    @Test func anUnknownBeginningExcusesNothing() {
        var monitor = tooFull()
        monitor.noteFound(nil)
        #expect(monitor.endWalk(use, age: .zero) != nil)
    }

    @Test func namesTheLimitOfAFolderThatHeldFarTooMuch() {
        var monitor = monitor { ($0.storageBytes, $0.rewrites) = (use.bytes / 2, 2) }
        #expect(monitor.excessFound == nil && monitor.bytesFoundAbove == 0, "nothing is known")
        monitor.noteFound(use)
        #expect(monitor.excessFound == nil)
        #expect(monitor.bytesFoundAbove == use.bytes - use.bytes / 2)

        var full = self.monitor { ($0.storageBytes, $0.rewrites) = (use.bytes / 2 - 1, 2) }
        full.noteFound(use)
        #expect(full.excessFound == .exceeded(.storage, used: use.bytes, limit: use.bytes / 2 - 1))
        var many = self.monitor { ($0.storedFiles, $0.rewrites) = (2, 2) }
        many.noteFound(use)
        #expect(many.excessFound == .exceeded(.files, used: 6, limit: 2))
        #expect(many.bytesFoundAbove == 0)
    }

    // MARK: The walk

    /// What a walk gives, and whether it gives it on the loop.
    private func walk(_ path: String, until moment: FileTime? = nil, _ monitor: FolderMonitor) async throws
        -> (use: FolderUse?, isOnLoop: Bool?)
    {
        let loop = try EventLoop.running()
        return await withCheckedContinuation { continuation in
            monitor.walk(path, until: moment, on: loop) { use in
                continuation.resume(returning: (use, loop.isIsolatingCurrentContext()))
            }
        }
    }

    @Test func givesWhatAFolderHoldsOnTheLoop() async throws {
        let walk = try await walk(folder.path, monitor { _ in })
        #expect(walk.use?.entries == use.entries)
        #expect((walk.use?.bytes ?? 0) >= 50_000)
        #expect(walk.isOnLoop == true)
    }

    /// The queue stands still until the loop has run what was given to it after the walk.
    @Test func doesNotHoldUpTheLoop() async throws {
        let loop = try EventLoop.running()
        let (path, monitor) = (folder.path, monitor { _ in })
        let wasLoopFree = Atomic(false)
        FolderMonitor.walks.suspend()
        let wasFirst = await withCheckedContinuation { continuation in
            loop.run {
                monitor.walk(path, on: loop) { _ in
                    continuation.resume(returning: wasLoopFree.load(ordering: .relaxed))
                }
                loop.run {
                    wasLoopFree.store(true, ordering: .relaxed)
                    FolderMonitor.walks.resume()
                }
            }
        }
        #expect(wasFirst, "work of the loop runs while the walk has not begun")
    }

    /// Deep folders make a walk long, and only the extension has made them.
    @Test func chargesTheTimeOfTheWalk() async throws {
        let loop = try EventLoop.running()
        let (path, monitor, account) = (folder.path, monitor { _ in }, CountingAccount())
        await withCheckedContinuation { continuation in
            monitor.walk(path, on: loop, charging: account) { _ in continuation.resume() }
        }
        #expect(account.total > .zero)
    }

    @Test func givesNothingForAFolderThatIsNotThere() async throws {
        let walk = try await walk(folder.at("nowhere"), monitor { _ in })
        #expect(walk.use == nil)
        #expect(walk.isOnLoop == true)
    }

    @Test func leavesOutWhatIsNewer() async throws {
        let walk = try await walk(folder.path, until: FileTime(seconds: 0, nanoseconds: 0), monitor { _ in })
        #expect(walk.use?.entries == 1, "only the folder in it")
    }

    @Test func stopsAtSixteenTimesTheFiles() async throws {
        for number in 0..<20 { try folder.write("", to: "e\(number)") }
        let walk = try await walk(folder.path, monitor { $0.storedFiles = 1 })
        #expect(walk.use?.isCut == true)
        #expect(walk.use?.entries == 17)
    }
}
