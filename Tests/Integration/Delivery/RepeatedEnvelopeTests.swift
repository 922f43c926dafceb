import Foundation
import GRDB
import MayflyBundles
import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyStore
import MayflyTestSupport
import Synchronization
import Testing

/// What a peer can have the host do again and again, with envelopes that are sent in an instant.
@Suite struct RepeatedEnvelopeTests {
    private struct Peer {
        let host: ExtensionHost
        let home: HomeFolder
        let alice: DeviceID
        let chat: ConversationID

        func envelope(_ items: [Item]) -> Envelope { Envelope(conversation: chat, sender: alice, items: items) }

        func items(_ files: [MediaFile]) -> [Item] {
            files.map { Item(sender: alice.ownPerson, content: .attachment(Attachment(file: $0))) }
        }

        /// Another program that has the database of the home folder open, and can keep a transaction open in it.
        func otherProgram() throws -> DatabaseQueue {
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            return try DatabaseQueue(path: home.database, configuration: configuration)
        }
    }

    private static func with(_ body: (Peer) async throws -> Void) async throws {
        let home = HomeFolder(path: NSTemporaryDirectory() + "mayfly-peer-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        let host = try ExtensionHost(
            home: home,
            searchPath: SearchPath(folders: []),
            worker: Bundle.main.bundlePath + "/mayfly-worker",
            mediaWorker: Bundle.main.bundlePath + "/mayfly-media-worker"
        )
        let alice = try host.createDevice("alice").id
        try host.createDevice("bob")
        let chat = try host.createConversation("chat", with: ["alice", "bob"]).id
        try await body(Peer(host: host, home: home, alice: alice, chat: chat))
        _ = await host.endHelpers()
    }

    private static func file(_ bytes: [UInt8], type: MediaType, size: MediaFile.PixelSize? = nil) throws -> MediaFile {
        let digest = try #require(ContentDigest(bytes: SHA256.hash(bytes)))
        return MediaFile(digest: digest, name: "a", type: type, byteCount: bytes.count, pixelSize: size)
    }

    /// Neither for the items that are here, nor for new ones that name files which are here.
    @Test func noFileIsReadTwice() async throws {
        try await Self.with { peer in
            let picture = try SampleFiles.bytes("palette.png")
            let contents = [Array("some words".utf8), Array("other words".utf8), picture]
            let size = try MediaProbe.picture(picture).size
            let texts = try contents.dropLast().map { try Self.file($0, type: .text) }
            let files = texts + [try Self.file(picture, type: .png, size: size)]
            let asked = Mutex(0)
            func receive(_ items: [Item]) async throws {
                try await peer.host.receive(peer.envelope(items), on: "bob") { file in
                    asked.withLock { $0 += 1 }
                    return try #require(zip(files, contents).first { $0.0.digest == file.digest }).1
                }
            }
            let first = peer.items(files)
            try await receive(first)
            #expect(asked.withLock(\.self) == 3 && peer.host.media.reads == 0)
            for _ in 0..<3 {
                try await receive(first)
                try await receive(peer.items(files))
            }
            let wide = try Self.file(picture, type: .png, size: .init(width: size.width * 2, height: size.height))
            // Stored under the same name as a still picture.
            let moving = try Self.file(picture, type: .apng, size: size)
            for lie in [wide, moving] {
                await #expect(throws: MayflyError.self) { try await receive(peer.items([files[0], lie])) }
            }
            #expect(asked.withLock(\.self) == 3 && peer.host.media.reads == 0)
            #expect(try peer.host.look(at: "chat", as: "bob").transcript.count == 12)
        }
    }

    /// As one that the person of this device has staged, and of which nothing was noted. It is read once, also where its item is refused.
    @Test func aFileOfThisHostIsReadOnce() async throws {
        try await Self.with { peer in
            let picture = try SampleFiles.bytes("palette.png")
            let size = try MediaProbe.picture(picture).size
            let file = try peer.host.media.save(picture, name: "a.png", type: .png, pixelSize: size)
            let lie = try Self.file(picture, type: .png, size: .init(width: size.width * 2, height: size.height))
            func receive(_ file: MediaFile) async throws {
                try await peer.host.receive(peer.envelope(peer.items([file])), on: "bob") { _ in
                    Issue.record("the content is here")
                    return []
                }
            }
            for _ in 0..<3 {
                let error = await #expect(throws: MayflyError.self) { try await receive(lie) }
                #expect(error?.message.contains("another one than the item names") == true)
            }
            for _ in 0..<3 { try await receive(file) }
            #expect(peer.host.media.reads == 1)
        }
    }

    /// Another program holds the write lock, and the row of the item cannot be decoded.
    @Test func whatIsHereNeedsNeitherTheLockNorItsRow() async throws {
        try await Self.with { peer in
            let item = Item(sender: peer.alice.ownPerson, content: .text("once"))
            func receive(_ text: String) async throws {
                let again = Item(id: item.id, sender: item.sender, content: .text(text))
                try await peer.host.receive(peer.envelope([again]), on: "bob") { _ in [] }
            }
            try await receive("once")
            let other = try peer.otherProgram()
            try await other.writeWithoutTransaction { db in
                try db.execute(sql: "UPDATE row SET payload = '{bad'")
                try db.beginTransaction(.immediate)
            }
            try await receive("again")
            try await other.writeWithoutTransaction { try $0.rollback() }
        }
    }

    /// More envelopes than there are threads that carry out tasks wait for another program. It lets go only when a task gets its turn
    /// after them.
    @Test func envelopesThatWaitHoldNoThreads() async throws {
        let many = 4 * max(4, ProcessInfo.processInfo.activeProcessorCount)
        try await Self.with { peer in
            let other = try peer.otherProgram()
            try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            try await withThrowingDiscardingTaskGroup { group in
                for number in 0..<many {
                    let item = Item(sender: peer.alice.ownPerson, content: .text("\(number)"))
                    group.addTask { try await peer.host.receive(peer.envelope([item]), on: "bob") { _ in [] } }
                }
                group.addTask { try await other.writeWithoutTransaction { try $0.rollback() } }
            }
            #expect(try peer.host.look(at: "chat", as: "bob").transcript.count == many)
        }
    }
}
