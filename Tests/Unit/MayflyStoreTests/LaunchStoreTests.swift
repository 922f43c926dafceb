import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyLinux
@testable import MayflyStore

@Suite struct LaunchStoreTests {
    private func record(_ launch: Int, ending cause: WorkerEnd.Cause? = nil) throws -> LaunchRecord {
        var record = LaunchRecord(
            launch: launch,
            extensionID: try #require(ExtensionID(rawValue: "org.example.tally")),
            name: "Tally",
            device: "alice",
            conversation: "chat",
            launched: Timestamp(rawValue: Int64(launch)),
            process: getpid()
        )
        record.ending = cause.map { LaunchRecord.Ending(end: WorkerEnd(unseen: $0), at: Timestamp(rawValue: 9)) }
        return record
    }

    @Test func oneRowIsALaunchAndThenItsReceipt() async throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        let numbers = try await store.keep([try record(7)], numbers: [:])
        #expect(numbers == [7: 1])
        #expect(try store.liveLaunches().map(\.worker) == [ProcessIdentity.own].compactMap(\.self))
        #expect(try store.receipts(of: nil, last: 10).isEmpty)
        let none = try await store.keep([try record(7, ending: .crashed(signal: 11))], numbers: numbers)
        #expect(none.isEmpty)
        #expect(try store.liveLaunches().isEmpty)
        let receipt = try #require(try store.receipt(1))
        #expect(receipt.end.cause == .crashed(signal: 11))
        #expect(receipt.launched.rawValue == 7)
        #expect(try store.receipts(of: receipt.extensionID, last: 10) == [receipt])
        #expect(try store.receipts(of: ExtensionID(rawValue: "org.example.other"), last: 10).isEmpty)
    }

    @Test func aThousandReceiptsAreKeptAndEveryLiveLaunch() async throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        _ = try await store.keep([try record(0)], numbers: [:])
        for start in [1, 601] {
            let records = try (start..<start + 600).map { try record($0, ending: .finished) }
            _ = try await store.keep(records, numbers: [:])
        }
        let kept = try store.receipts(of: nil, last: 5000)
        #expect(kept.count == Store.receiptLimit)
        #expect(kept.last?.id == 1201)
        #expect(kept.first?.id == 202)
        #expect(try store.liveLaunches().map(\.number) == [1])
    }

    @Test func launchesOfAHostThatIsGoneBecomeReceipts() async throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        _ = try await store.keep([try record(1), try record(2), try record(3)], numbers: [:])
        // The number of a live process with another start time, and a text that cannot be read.
        try await store.pool.write { db in
            let own = try #require(ProcessIdentity.own).description.split(separator: " ")
            let other = "\(own[0]) 1 \(own[2])"
            try db.execute(sql: "UPDATE launch SET host = ?, seat = NULL WHERE number = 1", arguments: [other])
            try db.execute(sql: "UPDATE launch SET host = 'x', seat = NULL WHERE number = 2")
        }
        try store.endOrphans(at: Timestamp(rawValue: 50))
        let receipts = try store.receipts(of: nil, last: 10)
        #expect(receipts.map(\.id) == [1, 2])
        #expect(receipts.allSatisfy { $0.end.cause == .hostEnded && $0.ended.rawValue == 50 })
        #expect(try store.liveLaunches().map(\.number) == [3])
        for end in receipts.map(\.end) {
            #expect(end.lifetimeMicroseconds == nil && end.cpuMicroseconds == nil && end.peakMemoryKiB == nil)
            #expect(end.callbacks == nil && end.calls == nil && end.bytesSent == nil && end.bytesReceived == nil)
        }
        // What is written: a reader leaves out zeros of an end that nobody saw.
        #expect(try ends(in: store).map { Set($0.keys) } == [Self.unmeasured, Self.unmeasured])
    }

    /// The members of an end of which nothing was measured.
    private static let unmeasured: Set = ["cause", "times", "refusedCalls", "output", "notes"]

    /// The column `end` of all receipts as it is in the database.
    private func ends(in store: Store) throws -> [[String: Any]] {
        let texts = try store.pool.read { db in
            try String.fetchAll(db, sql: "SELECT end FROM launch WHERE end IS NOT NULL ORDER BY number")
        }
        return try texts.map { text in
            try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
    }

    /// For a launch without a process, nothing is unknown but what only a process has.
    @Test func onlyKnownNumbersAreWritten() async throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        var ended = try record(1)
        let end = WorkerEnd(withoutProcess: .notStarted(reason: "why"))
        ended.ending = LaunchRecord.Ending(end: end, at: Timestamp(rawValue: 9))
        _ = try await store.keep([ended, try record(2, ending: .killed)], numbers: [:])
        let known = ["lifetimeMicroseconds", "cpuMicroseconds", "callbacks", "calls", "bytesSent", "bytesReceived"]
        let ends = try ends(in: store)
        #expect(ends.map { Set($0.keys) } == [Self.unmeasured.union(known), Self.unmeasured])
        #expect(known.map { ends.first?[$0] as? Int } == known.map { _ in 0 })
    }

    @Test func aHostOfAnotherPIDNamespaceLivesAsLongAsItsLock() async throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        var other: Store? = try fixture.open()
        _ = try await other?.keep([try record(1)], numbers: [:])
        _ = try await store.keep([try record(2)], numbers: [:])
        // In this PID namespace the identity denotes no process or another one.
        let elsewhere = "1 1 another"
        try await store.pool.write { db in
            try db.execute(sql: "UPDATE launch SET host = ?, worker = ?", arguments: [elsewhere, elsewhere])
        }
        try store.endOrphans(at: Timestamp(rawValue: 50))
        #expect(try store.liveLaunches().map(\.number) == [1, 2])
        #expect(try store.liveLaunches().allSatisfy(\.isElsewhere))
        other = nil
        try store.endOrphans(at: Timestamp(rawValue: 50))
        #expect(try store.receipts(of: nil, last: 10).map(\.end.cause) == [.hostEnded])
        #expect(try store.liveLaunches().map(\.number) == [2])
    }

    @Test func aHostWhoseLockIsFreeIsGoneWhateverProcessHasItsNumber() async throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        _ = try await store.keep([try record(1), try record(2)], numbers: [:])
        try await store.pool.write { db in
            try db.execute(sql: "UPDATE launch SET seat = 7 WHERE number = 1")
        }
        try store.endOrphans(at: Timestamp(rawValue: 50))
        #expect(try store.receipts(of: nil, last: 10).map(\.id) == [1])
        #expect(try store.liveLaunches().allSatisfy { !$0.isElsewhere })
    }

    @Test func aReceiptNotifiesNoWindow() async throws {
        let fixture = StoreFixture()
        let store = try fixture.open()
        let before =
            try FileManager.default.attributesOfItem(atPath: fixture.home.changeFile)[.modificationDate] as? Date
        _ = try await store.keep([try record(1, ending: .finished)], numbers: [:])
        let after =
            try FileManager.default.attributesOfItem(atPath: fixture.home.changeFile)[.modificationDate] as? Date
        #expect(before == after)
    }

    @Test func anOlderDatabaseGetsTheTable() async throws {
        let fixture = StoreFixture()
        let old = try fixture.open()
        try await old.pool.write { db in
            try db.execute(sql: "DROP TABLE launch")
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier IN ('6-exit-receipts', '8-host-seats')"
            )
        }
        #expect(try fixture.open().receipts(of: nil, last: 1).isEmpty)
    }
}
