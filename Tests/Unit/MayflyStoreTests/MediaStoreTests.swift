import Foundation
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyLinux
@testable import MayflyStore

@Suite struct MediaStoreTests {
    private let bytes = Array("some bytes".utf8)

    @Test func namesAFileByItsContent() throws {
        let fixture = StoreFixture()
        let media = MediaStore(home: fixture.home)
        let file = try media.save(bytes, name: "/tmp/a/photo.png", type: .png, pixelSize: .init(width: 3, height: 4))
        let digest = "0d22cdcc10e6d049dbe1af5123d50873fdfc1a4f58306e58cb6241be9472014d"
        #expect(file.digest.rawValue == digest)
        #expect(file.name == "photo.png")
        #expect(file.byteCount == bytes.count)
        #expect(media.path(of: file) == fixture.home.path + "/media/\(file.digest).png")
        #expect(try media.read(file) == bytes)
        #expect(try fixture.mode(of: media.path(of: file)) == 0o600)
    }

    @Test func writesTheSameContentOnce() throws {
        let fixture = StoreFixture()
        let media = MediaStore(home: fixture.home)
        let first = try media.save(bytes, name: "a.png", type: .png)
        let inode = try number(of: media.path(of: first))
        let second = try media.save(bytes, name: "b.png", type: .png)
        #expect(second.digest == first.digest)
        #expect(second.name == "b.png")
        #expect(try number(of: media.path(of: second)) == inode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.home.media).count == 1)
    }

    @Test func replacesACutCopyAndNeverWritesThroughALink() throws {
        let fixture = StoreFixture()
        let media = MediaStore(home: fixture.home)
        let file = try media.save(bytes, name: "a.png", type: .png)
        let path = media.path(of: file)
        let outside = fixture.home.path + "/outside"
        try Data(bytes).write(to: URL(filePath: outside))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside)
        _ = try media.save(bytes, name: "a.png", type: .png)
        #expect(DurableFile.isRegular(path, size: bytes.count))
        try Data("cut".utf8).write(to: URL(filePath: path))
        _ = try media.save(bytes, name: "a.png", type: .png)
        #expect(try media.read(file) == bytes)
    }

    @Test func refusesToReadWhatIsGoneOrChanged() throws {
        let fixture = StoreFixture()
        let media = MediaStore(home: fixture.home)
        let file = try media.save(bytes, name: "a.png", type: .png)
        try Data("same size!".utf8).write(to: URL(filePath: media.path(of: file)))
        #expect(throws: MayflyError.self) { try media.read(file) }
        try FileManager.default.removeItem(atPath: media.path(of: file))
        #expect(throws: MayflyError.self) { try media.read(file) }
    }

    @Test func saysWhichFolderCannotBeWritten() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        try Data().write(to: URL(filePath: fixture.home.media))
        do {
            _ = try MediaStore(home: fixture.home).save(bytes, name: "a", type: .text)
            Issue.record("a file was taken for a folder")
        } catch {
            #expect(error.code == .files)
            #expect(error.message.contains(fixture.home.media))
        }
    }

    private func number(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
}
