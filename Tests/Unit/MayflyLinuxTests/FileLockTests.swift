import Dispatch
import Foundation
import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyLinux
@testable import MayflyModel

/// Locks between real processes, which use the command `flock` of the system.
@Suite struct FileLockTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Starts a shell with these arguments, `$0` and up.
    private static func shell(_ script: String, _ arguments: [String], _ change: (Process) -> Void = { _ in })
        throws -> Process
    {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script] + arguments
        change(process)
        try process.run()
        return process
    }

    /// Another process, which holds a lock until it is killed.
    private final class Holder {
        private let process: Process
        /// The process ends with it at the latest.
        private let input = Pipe()

        init(of path: String) throws {
            let output = Pipe()
            process = try FileLockTests.shell("exec 9<\"$0\"; flock 9; echo held; exec cat", [path]) { [input] in
                ($0.standardInput, $0.standardOutput) = (input, output)
            }
            #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        }

        func end() {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Whether another process gets the lock.
    ///
    /// - Parameter option: how `flock` waits for it.
    private func isTaken(_ path: String, _ option: String) throws -> Bool {
        let process = try Self.shell("flock $1 \"$0\" true", [path, option])
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Whether no other process gets it, not even to share it.
    private func isHeld(_ path: String) throws -> Bool { try !isTaken(path, "-sn") }

    /// It waits, because a process that another test starts has a copy of each descriptor until it runs its program.
    private func isFree(_ path: String) throws -> Bool { try isTaken(path, "-w60") }

    /// Whether this process can lock the folder at once.
    private func canLock(_ path: String, owner: UInt32 = geteuid()) -> Bool {
        guard let lock = FileLock(ofFolder: path, owner: owner) else { return false }
        extendLifetime(lock)
        return true
    }

    // MARK: A file

    @Test func isHeldAsLongAsTheValueLives() throws {
        let path = folder.at("lock")
        do {
            let lock = try FileLock(waitingFor: path)
            #expect(try isHeld(path))
            extendLifetime(lock)
        }
        #expect(try isFree(path))
        #expect(folder.has("lock"), "others may wait for this file")
    }

    @Test func theFileIsForItsOwnerOnly() throws {
        extendLifetime(try FileLock(waitingFor: folder.at("lock")))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.at("lock"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func refusesALink() throws {
        try folder.link("lock", to: "elsewhere")
        do throws(MayflyError) {
            extendLifetime(try FileLock(waitingFor: folder.at("lock")))
            Issue.record("the link was followed")
        } catch {
            #expect(error.code == .files)
            #expect(error.message.hasPrefix("cannot open '\(folder.at("lock"))': "))
        }
        #expect(!folder.has("elsewhere"))
    }

    @Test func isHeldDuringABodyAndFreeAfterItsError() throws {
        struct Failure: Error {}
        let path = folder.at("lock")
        #expect(try FileLock.holding(path) { try isHeld(path) })
        #expect(throws: Failure.self) { try FileLock.holding(path) { throw Failure() } }
        #expect(try isFree(path))
    }

    @Test func waitsForAnotherProcessToReleaseIt() throws {
        let path = try folder.write("", to: "lock")
        let holder = try Holder(of: path)
        let hasLock = Atomic(false)
        let isDone = DispatchSemaphore(value: 0)
        // Other tests may hold all threads of a queue.
        Thread.detachNewThread {
            try? FileLock.holding(path) { hasLock.store(true, ordering: .relaxed) }
            isDone.signal()
        }
        var wasEarly = false
        while try !wasEarly && !isWaitedFor(path) { wasEarly = hasLock.load(ordering: .relaxed) }
        #expect(!wasEarly)
        holder.end()
        isDone.wait()
        let gotIt = hasLock.load(ordering: .relaxed)
        #expect(gotIt)
    }

    /// Whether the kernel lists a process that waits for the lock of this file: a line with an arrow (proc_locks, man 5).
    private func isWaitedFor(_ path: String) throws -> Bool {
        let file = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        let inode = ":\(try #require(file)) "
        return try kernelText(of: "/proc/locks").split(separator: "\n")
            .contains { $0.contains("->") && $0.contains(inode) }
    }

    // MARK: A folder

    @Test func aFolderThatIsHeldIsFreeAgainWhenItsHolderDies() throws {
        let holder = try Holder(of: folder.path)
        #expect(!canLock(folder.path))
        holder.end()
        #expect(canLock(folder.path))
    }

    @Test func aFolderIsHeldAsLongAsTheValueLives() throws {
        do {
            let lock = FileLock(ofFolder: folder.path, owner: geteuid())
            #expect(try isHeld(folder.path))
            extendLifetime(lock)
        }
        #expect(try isFree(folder.path))
    }

    @Test func locksOnlyAFolderOfThatUser() throws {
        try folder.write("", to: "file")
        try folder.makeFolder("folder")
        try folder.link("link", to: "folder")
        #expect(canLock(folder.at("folder")))
        #expect(!canLock(folder.at("folder"), owner: geteuid() + 1))
        for name in ["file", "link", "nowhere"] { #expect(!canLock(folder.at(name))) }
    }
}
