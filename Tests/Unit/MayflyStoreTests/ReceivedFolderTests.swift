import Foundation
import MayflyLinux
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// The copies that an extension may read: which there are, and what the host never follows.
@Suite struct ReceivedFolderTests {
    private let shared = SharedStoreFixture()
    private let media: MediaStore
    private let path: String

    init() throws {
        media = MediaStore(home: shared.home)
        let folders = ExtensionFolders(named: "own", in: shared.home)
        try folders.make()
        path = folders.received
    }

    /// A stored file of so many bytes, which differs from the others.
    private func stored(_ number: UInt8, bytes: Int = 100) throws -> MediaFile {
        try media.save([UInt8](repeating: number, count: bytes), name: "\(number).png", type: .png)
    }

    private var names: Set<String> { get throws { Set(try FileManager.default.contentsOfDirectory(atPath: path)) } }

    /// Lets the file appear as old as that.
    private func age(_ file: MediaFile, seconds: Double) throws {
        let date = Date(timeIntervalSinceNow: -seconds)
        let copy = path + "/" + file.storedName
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: copy)
    }

    @Test func aFileIsCopiedForTheOwnerAlone() throws {
        let file = try stored(1)
        #expect(ReceivedFolder(path).add(file, from: media))
        let copy = path + "/" + file.storedName
        #expect(FileManager.default.contents(atPath: copy).map { [UInt8]($0) } == (try media.read(file)))
        #expect(try shared.fixture.mode(of: copy) == 0o600)
        #expect(try shared.fixture.mode(of: path) == 0o700)
    }

    @Test(arguments: [(300, 100), (1_000_000, 3)])
    func theOldestGoesWhereThereIsNoRoom(bytes: Int, files: Int) throws {
        let folder = ReceivedFolder(path, mostBytes: bytes, mostFiles: files)
        let all = try (1...4).map { try stored($0) }
        for (index, file) in all.prefix(3).enumerated() {
            #expect(folder.add(file, from: media))
            try age(file, seconds: Double(100 - index))
        }
        // Handed over again, the first is the newest.
        #expect(folder.add(all[0], from: media))
        #expect(folder.add(all[3], from: media))
        #expect(try names == Set([all[0], all[2], all[3]].map(\.storedName)))
    }

    @Test func theLargestFilesOfOneCallbackHaveRoom() {
        #expect(ReceivedFolder.mostBytes >= 2 * PictureRules.maximumBytes)
    }

    @Test func aLinkInPlaceOfAFileIsReplacedAndNeverFollowed() throws {
        let file = try stored(1)
        let (copy, outside) = (path + "/" + file.storedName, shared.home.path + "/outside")
        for target in [outside, "/etc/passwd", shared.home.path + "/missing"] {
            try Data("not the extension's".utf8).write(to: URL(filePath: outside))
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: target)
            #expect(ReceivedFolder(path).add(file, from: media))
            #expect(DurableFile.isRegular(copy, size: file.byteCount))
            #expect(FileManager.default.contents(atPath: outside) == Data("not the extension's".utf8))
        }
    }

    @Test func aFileOfAnotherSizeIsReplaced() throws {
        let file = try stored(1)
        try Data("cut".utf8).write(to: URL(filePath: path + "/" + file.storedName))
        #expect(ReceivedFolder(path).add(file, from: media))
        #expect(DurableFile.isRegular(path + "/" + file.storedName, size: file.byteCount))
    }

    @Test func nothingIsWrittenThroughALinkInPlaceOfTheFolder() throws {
        let outside = shared.home.path + "/outside"
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside)
        #expect(!ReceivedFolder(path).add(try stored(1), from: media))
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    }

    @Test func aFileThatTheHostHasLostIsNotNamed() throws {
        let file = try stored(1)
        try FileManager.default.removeItem(atPath: media.path(of: file))
        #expect(!ReceivedFolder(path).add(file, from: media))
        #expect(try names.isEmpty)
    }
}
