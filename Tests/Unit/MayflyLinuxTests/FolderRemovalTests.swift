import Foundation
import MayflyModel
import Testing

@testable import MayflyLinux

/// Folders as an extension may leave them.
@Suite struct FolderRemovalTests {
    private let folder = NSTemporaryDirectory() + "mayfly-removal-\(UUID())"

    @Test func foldersDeeperThanAnyPathAreRemoved() throws {
        try fill { root in
            var here = dup(root)
            let name = String(repeating: "d", count: 200)
            for _ in 0..<150 {
                try #require(mkdirat(here, name, 0o700) == 0)
                close(openat(here, "file", O_CREAT | O_WRONLY, 0o600))
                let next = openat(here, name, O_RDONLY | O_DIRECTORY)
                close(here)
                here = next
            }
            close(here)
        }
        try expectRemoved()
    }

    /// In a process of its own, which may open few descriptors.
    @Test func deepFoldersAreRemovedWithFewDescriptors() async {
        await #expect(processExitsWith: .success) {
            let tests = FolderRemovalTests()
            try tests.fill { root in
                var here = dup(root)
                for _ in 0..<60 {
                    try #require(mkdirat(here, "d", 0o700) == 0)
                    let next = openat(here, "d", O_RDONLY | O_DIRECTORY)
                    close(here)
                    here = next
                }
                close(here)
            }
            try #require(limitFreeDescriptors(to: 24))
            try tests.expectRemoved()
        }
    }

    @Test func closedFoldersAndNamesThatAreNoTextAreRemoved() throws {
        try fill { root in
            let name: [CChar] = [-1, -2, 10, 0]
            try #require(mkdirat(root, name, 0o700) == 0)
            let inner = openat(root, name, O_RDONLY | O_DIRECTORY)
            try #require(mkdirat(inner, name, 0o700) == 0)
            try #require(mkdirat(inner, "mayfly-removed-0", 0o700) == 0)
            try #require(mkfifoat(inner, "fifo", 0o600) == 0)
            close(inner)
            try #require(mkdirat(root, "mayfly-removed-0", 0o700) == 0)
            try #require(fchmodat(root, name, 0, 0) == 0 && fchmod(root, 0) == 0)
        }
        try expectRemoved()
    }

    @Test func whatLinksLeadToStays() throws {
        let kept = folder + "-kept"
        try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: kept) }
        try Data().write(to: URL(filePath: kept + "/file"))
        try fill { root in
            try #require(mkdirat(root, "inner", 0o700) == 0)
            try #require(symlinkat(kept, root, "link") == 0 && symlinkat(kept, root, "inner/link") == 0)
        }
        try expectRemoved()
        #expect(FileManager.default.fileExists(atPath: kept + "/file"))
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: kept)
        defer { unlink(folder) }
        #expect(throws: MayflyError.self) { try FolderRemoval.remove(folder) }
        #expect(FileManager.default.fileExists(atPath: kept + "/file"))
    }

    @Test func aFolderThatIsNotThereIsAsGoodAsRemoved() throws { try FolderRemoval.remove(folder) }

    private func fill(_ body: (Int32) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let root = open(folder, O_RDONLY | O_DIRECTORY)
        defer { close(root) }
        try body(root)
    }

    private func expectRemoved() throws {
        try FolderRemoval.remove(folder)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
