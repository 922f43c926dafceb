import CMayflyLinux
import Foundation
import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyLinux

/// What a private folder holds, told without being led astray.
@Suite struct FolderUseTests {
    private func with(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "mayfly-use-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func write(_ size: Int, to path: String) throws {
        try Data(repeating: 1, count: size).write(to: URL(filePath: path))
    }

    @Test func countsFilesAndFoldersAtAnyDepth() throws {
        try with { folder in
            // Deeper than there are descriptors, and than a path may be long.
            let depth = 3_000
            try #require(chdirAndMakeFolders(folder, depth))
            try write(100_000, to: folder + "/file")
            try write(100_000, to: folder + "/d/file")
            let use = try #require(FolderUse(of: folder, most: 100_000))
            #expect(use.entries == depth + 2)
            #expect(use.bytes >= 200_000)
            #expect(!use.isCut)
            try #require(removeFolders(folder, depth))
        }
    }

    /// In a process of its own, which may open few descriptors.
    @Test func countsDeepFoldersWithFewDescriptors() async {
        await #expect(processExitsWith: .success) {
            let tests = FolderUseTests()
            try tests.with { folder in
                try #require(tests.chdirAndMakeFolders(folder, 60))
                try #require(limitFreeDescriptors(to: 12))
                let use = try #require(FolderUse(of: folder, most: 1_000))
                #expect(use.entries == 60)
                #expect(!use.isCut)
                try #require(limitFreeDescriptors(to: 200))
            }
        }
    }

    @Test func saysThatAFolderCouldNotBeOpened() async {
        await #expect(processExitsWith: .success) {
            let tests = FolderUseTests()
            try tests.with { folder in
                try #require(tests.chdirAndMakeFolders(folder, 60))
                try #require(limitFreeDescriptors(to: 4))
                #expect(FolderUse(of: folder, most: 1_000)?.isCut == true)
                try #require(limitFreeDescriptors(to: 200))
            }
        }
    }

    /// By the descriptor of one folder after another, as no path reaches so deep.
    private func chdirAndMakeFolders(_ folder: String, _ depth: Int) -> Bool {
        var here = open(folder, O_RDONLY | O_DIRECTORY)
        for _ in 0..<depth {
            guard mkdirat(here, "d", 0o700) == 0 else { return false }
            let next = openat(here, "d", O_RDONLY | O_DIRECTORY)
            close(here)
            here = next
        }
        close(here)
        return here >= 0
    }

    private func removeFolders(_ folder: String, _ depth: Int) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/rm")
        process.arguments = ["-r", folder + "/d"]
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// A folder that is moved to and fro while it is walked must not keep what lies beside it from being counted.
    @Test func aFolderThatIsMovedHidesNothingBesideIt() throws {
        try with { folder in
            for name in ["here", "there", "here/moved"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            for number in 0..<1_000 { try write(0, to: "\(folder)/here/moved/\(number)") }
            for name in 0..<20 {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
                try write(1 << 16, to: "\(folder)/\(name)/file")
            }
            let isOver = Mutex(false)
            let mover = Thread {
                while !isOver.withLock({ $0 }) {
                    rename("\(folder)/here/moved", "\(folder)/there/moved")
                    rename("\(folder)/there/moved", "\(folder)/here/moved")
                }
            }
            mover.start()
            for _ in 0..<200 {
                let use = try #require(FolderUse(of: folder, most: 100_000))
                #expect(use.bytes >= 20 << 16)
            }
            isOver.withLock { $0 = true }
            while !mover.isFinished { sched_yield() }
        }
    }

    @Test func leavesOutFilesThatAreNewer() throws {
        try with { folder in
            try FileManager.default.createDirectory(atPath: folder + "/d", withIntermediateDirectories: true)
            try write(100_000, to: folder + "/d/file")
            var changed = stat()
            try #require(stat(folder + "/d/file", &changed) == 0)
            let moment = FileTime(seconds: changed.st_ctim.tv_sec, nanoseconds: changed.st_ctim.tv_nsec)
            let use = try #require(FolderUse(of: folder, most: 10, until: moment))
            #expect(use.entries == 2 && use.bytes >= 100_000)
            let before = FileTime(seconds: moment.seconds - 1, nanoseconds: moment.nanoseconds)
            let older = try #require(FolderUse(of: folder, most: 10, until: before))
            #expect(older.entries == 1 && older.bytes < 100_000)
        }
    }

    @Test func followsNoLink() throws {
        try with { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/all", withDestinationPath: "/")
            try FileManager.default.createSymbolicLink(atPath: folder + "/up", withDestinationPath: "..")
            let use = try #require(FolderUse(of: folder, most: 1_000))
            #expect(use.entries == 2)
        }
        #expect(FolderUse(of: "/proc/self/cwd", most: 1) == nil)
    }

    @Test func aFileOfHolesTakesNoRoom() throws {
        try with { folder in
            try write(0, to: folder + "/holes")
            try #require(truncate(folder + "/holes", 1 << 32) == 0)
            let use = try #require(FolderUse(of: folder, most: 10))
            #expect(use.bytes < 1 << 16)
        }
    }

    @Test func stopsWhereThereAreTooMany() throws {
        try with { folder in
            for number in 0..<50 { try write(0, to: "\(folder)/\(number)") }
            let use = try #require(FolderUse(of: folder, most: 20))
            #expect(use.isCut)
            #expect(use.entries == 21)
        }
    }

    /// With each of the modes that lets its owner do less than everything.
    @Test(.asAnOrdinaryUser, arguments: [mode_t](0..<7).map { $0 << 6 }, ["", "/d"])
    func closedFoldersHideNothing(mode: mode_t, which: String) throws {
        try with { folder in
            try FileManager.default.createDirectory(atPath: folder + "/d", withIntermediateDirectories: true)
            try write(100_000, to: folder + "/d/file")
            try #require(chmod(folder + which, mode) == 0)
            let use = try #require(FolderUse(of: folder, most: 10))
            #expect(use.entries == 2)
            #expect(use.bytes >= 100_000)
        }
    }

    @Test func countsWhatLiesUnderNamesThatAreNoText() throws {
        try with { folder in
            let root = open(folder, O_RDONLY | O_DIRECTORY)
            defer { close(root) }
            let name: [CChar] = [-1, -2, 0]
            try #require(mkdirat(root, name, 0o700) == 0)
            let inner = openat(root, name, O_RDONLY | O_DIRECTORY)
            defer { close(inner) }
            close(openat(inner, "file", O_CREAT | O_WRONLY, 0o600))
            #expect(FolderUse(of: folder, most: 10)?.entries == 2)
            try #require(unlinkat(inner, "file", 0) == 0 && unlinkat(root, name, AT_REMOVEDIR) == 0)
        }
    }
}
