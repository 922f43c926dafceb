import Foundation
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// Copies of the database that a killed process leaves, in folders that only its user can read.
/// One after the other: each removes what the others leave.
@Suite(.serialized) struct DatabaseCopyTests {
    /// A copy as a killed process leaves it: in the first folder that takes one. That is seldom the one for temporary files, which
    /// may have more names than are looked at.
    private static func leave(_ name: String = "\(UUID())") throws -> String {
        let parent = try #require(DatabaseCopy.parents.first { access($0, W_OK) == 0 })
        let folder = "\(parent)/mayfly-copy-\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try "text".write(toFile: folder + "/database", atomically: false, encoding: .utf8)
        return folder
    }

    @Test func theNextStartRemovesWhatAKilledOneHasLeft() throws {
        let folder = try Self.leave()
        _ = try StoreFixture().open()
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func theNextCopyRemovesWhatAKilledOneHasLeft() throws {
        let folder = try Self.leave()
        let fixture = StoreFixture()
        _ = try fixture.open()
        try DatabaseCopy.with(fixture.home.database) { _ in }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func aFolderThatThePersonNamedLikeOneStays() throws {
        let folder = try Self.leave("backup-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try StoreFixture().open()
        #expect(FileManager.default.fileExists(atPath: folder + "/database"))
    }

    @Test func aCopyThatIsUsedStays() throws {
        let fixture = StoreFixture()
        _ = try fixture.open()
        let copy = try DatabaseCopy.with(fixture.home.database) { copy in
            DatabaseCopy.removeLeft()
            #expect(FileManager.default.fileExists(atPath: copy))
            return copy
        }
        #expect(!FileManager.default.fileExists(atPath: copy))
    }
}
