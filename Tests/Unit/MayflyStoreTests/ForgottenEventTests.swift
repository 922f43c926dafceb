import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import MayflyTestSupport
import Testing

@testable import MayflyStore

/// What left the input field leaves the log, too: an extension can replace what it staged without end.
@Suite struct ForgottenEventTests {
    private let shared = SharedStoreFixture()
    private let chat: Chat

    init() throws { chat = try shared.fixture.chat() }

    private func append(_ events: ConversationEvent...) throws {
        _ = try chat.store.append(events, to: chat.id, on: chat.alice)
    }

    private func log() throws -> [ConversationEvent] { try chat.store.log(of: chat.id, on: chat.alice) }

    /// The bytes of all events.
    private func size() throws -> Int {
        try chat.store.read { try Int.fetchOne($0, sql: "SELECT coalesce(sum(length(payload)), 0) FROM event") ?? 0 }
    }

    /// The pages of the database that hold something.
    private func pages() throws -> Int {
        try chat.store.read { db in
            let all = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return all - (try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0)
        }
    }

    private func message(_ bytes: Int = 10_000) throws -> Item {
        try chat.message(String(repeating: "x", count: bytes), in: nil, from: chat.alice)
    }

    @Test func messagesThatReplaceEachOtherTakeTheSpaceOfOne() throws {
        try append(.staged(message()))
        let (size, pages) = (try size(), try pages())
        for _ in 0..<200 { try append(.staged(message())) }
        #expect(try self.size() <= size + 100)
        #expect(try self.pages() <= pages + 8)
        #expect(try log().count == 1)
        #expect(try chat.store.look(at: chat.id, on: chat.alice).lastSeq == 201)
    }

    @Test func textAndMediaThatLeftTheFieldAreForgotten() throws {
        let texts = (0..<3).map { chat.text("\($0)", from: chat.alice) }
        let attachments = try (0..<2).map { number in
            let digest = try #require(ContentDigest(bytes: Array(repeating: UInt8(number), count: 32)))
            let file = MediaFile(digest: digest, name: "x", type: .text, byteCount: 1)
            return Item(sender: chat.alice.ownPerson, content: .attachment(Attachment(file: file)))
        }
        try append(.staged(texts[0]), .staged(attachments[0]), .staged(attachments[1]), .staged(texts[1]))
        try append(.removed(attachments[0].id))
        #expect(
            try log() == [
                .staged(texts[0]), .staged(attachments[1]), .staged(texts[1]), .removed(attachments[0].id),
            ]
        )
        try append(.replacedText(texts[2]))
        #expect(try log() == [.staged(attachments[1]), .removed(attachments[0].id), .replacedText(texts[2])])
        try append(.cleared)
        #expect(try log() == [.removed(attachments[0].id), .cleared])
    }

    @Test func whatWasSentIsInTheLogOnce() throws {
        let (item, late) = (try message(1_000), chat.text("late", from: chat.alice))
        try append(.staged(item), .staged(late))
        _ = try chat.store.send([item], in: chat.id, from: chat.alice)
        #expect(try log() == [.staged(late), .sent([item.settingOff])])
        #expect(try chat.rows(chat.alice).count == 1)
    }

    /// An extension can insert an empty text as often as it likes.
    @Test func whatChangesNothingIsNotWritten() throws {
        try append(.staged(chat.text("x", from: chat.alice)))
        try append(
            .staged(chat.text("", from: chat.alice)),
            .removed(ItemID()),
            .cancelledMessage(ItemID()),
            .replacedText(try message())
        )
        #expect(try log().count == 1)
        #expect(try chat.store.look(at: chat.id, on: chat.alice).lastSeq == 1)
    }

    /// The numbers go on where the log has lost its newest event.
    @Test func noNumberIsGivenTwice() throws {
        try append(.staged(message()), .cleared)
        try chat.store.change(chat.id, on: chat.alice) { try $0.refold() }
        try append(.staged(chat.text("x", from: chat.alice)))
        let numbers = try chat.store.read { try Int.fetchAll($0, sql: "SELECT seq FROM event ORDER BY seq") }
        #expect(numbers == [2, 3])
    }

    /// A log of an earlier version has every event. Opening the database folds it.
    @Test func logsOfEarlierVersionsAreFolded() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let old = Checkout.folder.appending(path: "Tests/Unit/MayflyStoreTests/Databases/version-1.sqlite")
        try FileManager.default.copyItem(at: old, to: URL(filePath: fixture.home.database))
        let store = try fixture.open()
        let trio = try store.conversation(named: "trio")
        for device in try store.members(of: trio.id) {
            let draft = try store.look(at: trio.id, on: device.id).draft
            let staged = try store.log(of: trio.id, on: device.id).compactMap(\.stagedItem)
            #expect(staged.sorted() == draft.items.map(\.id).sorted())
        }
        #expect(try store.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    }
}
