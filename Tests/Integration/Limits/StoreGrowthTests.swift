import Foundation
import GRDB
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTestSupport
import MayflyTesting
import Testing

/// How much of the home folder an extension can fill with what nobody sends.
@Suite struct StoreGrowthTests {
    private static let id = "test.mayfly.swapper"
    private static let path = Result { try PluginWorkshop.bundle("swapper", options: ["-pthread"]) }

    /// The bytes of the database that hold something.
    private static func use(of home: String) throws -> Int {
        let queue = try DatabaseQueue(path: HomeFolder(path: home).database)
        return try queue.read { db in
            func number(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            return (try number("page_count") - number("freelist_count")) * (try number("page_size"))
        }
    }

    /// Ten megabytes of messages, each in the place of the one before.
    @Test func messagesThatReplaceEachOtherDoNotFillTheDatabase() async throws {
        try await TestHost.with(bundles: [try Self.path.get()], policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("stage")
                let before = try Self.use(of: test.home)
                try await window.tap("flood")
                #expect(await window.draft.message?.brief == "flood 299")
                #expect(try Self.use(of: test.home) - before < 400_000)
                // The last one is there, and is sent whole.
                let draft = await window.draft
                try await window.send(draft.id)
                let sent = try test.messages(of: "bob")
                let sizes: [Int?] = sent.map { message in message.summaryText?.display { _ in "" }.utf8.count }
                #expect(sizes == [32 * 1024 - 1])
            }
            let log = try Store(home: HomeFolder(path: test.home))
            let chat = try log.conversation(named: test.conversation)
            let alice = try log.device(named: "alice")
            #expect(try log.log(of: chat.id, on: alice.id).count == 2, "sent and delivered")
        }
    }

    @Test func filesThatNobodySendsHaveALimitAndMakeRoomWhenTheyAreOld() async throws {
        var policy = Policy.immediate
        policy.unsentBytes = 250_000
        try await Inserter.with(policy: policy) { inserter in
            for number: UInt8 in 1...4 {
                try inserter.put(Data(repeating: 0x30 + number, count: 100_000), "\(number).txt")
            }
            let answers = try await inserter.order(
                "attachment|one|@1.txt",
                "attachment|two|@2.txt",
                "attachment|three|@3.txt"
            )
            #expect(answers.map(\.code) == [0, 0, Int(MessageErrorCode.quotaExceeded.rawValue)])
            #expect(
                answers.last?.line
                    == "attachment '3.txt': together with this file, those that nobody has sent would have more than 250,000 bytes"
            )
            // What the person sends does not count any more.
            try await inserter.window.send()
            #expect(try inserter.received().count == 2)
            let more = try await inserter.order("attachment|three|@3.txt", "attachment|four|@4.txt")
            #expect(more.map(\.code) == [0, 0])
            // The files that leave the field make room as soon as they are a minute old. Those that were sent stay.
            let media = inserter.test.home + "/media"
            let sent = try inserter.received().flatMap(\.files).map(\.storedName)
            try await inserter.window.clearField()
            for name in try FileManager.default.contentsOfDirectory(atPath: media) {
                let date = Date(timeIntervalSinceNow: -3600)
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(media)/\(name)")
            }
            try inserter.put(Data(repeating: 0x39, count: 100_000), "5.txt")
            #expect(try await inserter.order("attachment|five|@5.txt").map(\.code) == [0])
            let left = try FileManager.default.contentsOfDirectory(atPath: media)
            #expect(left.count == 3 && Set(left).isSuperset(of: sent), "\(left)")
        }
    }
}
