import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

/// The records of extensions that fail.
@Suite struct CrashRecordTests {
    private let policy = Policy.CrashLoop()

    private func moment(_ seconds: Int64) -> Timestamp { Timestamp(rawValue: seconds * 1000) }

    /// Launches that fail immediately.
    private func fail(_ record: inout CrashRecord, at seconds: Int64...) {
        for second in seconds { record.fail(at: moment(second), launchedAt: moment(second), policy) }
    }

    @Test func restsDoubleUpToTheLongest() {
        var record = CrashRecord(library: [1])
        var now = moment(0)
        for _ in 0..<3 { record.fail(at: now, launchedAt: now, policy) }
        var rests: [Duration] = []
        for _ in 0..<9 {
            let rest = record.rest(at: now) ?? .zero
            rests.append(rest)
            now = now.advanced(by: rest)
            #expect(record.rest(at: now) == nil)
            record.fail(at: now, launchedAt: now, policy)
        }
        #expect(rests == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map { .seconds($0) })
        let refusal = record.refusal(for: .seconds(3600), policy)
        #expect(refusal == "is resting for 60 minutes: it failed again after a rest of 60 minutes")
    }

    @Test func onlyALaunchAfterTheRestMakesUpForIt() {
        var record = CrashRecord(library: [1])
        fail(&record, at: 0, 1, 2)
        #expect(!record.isMended(byLaunchAt: moment(31)))
        #expect(record.isMended(byLaunchAt: moment(32)))
    }

    @Test func launchesThatFailTogetherAreFollowedByOneRest() {
        var record = CrashRecord(library: [1])
        for second in [0, 1, 2, 2, 3, 3, 3, 29, 40] as [Int64] {
            record.fail(at: moment(second), launchedAt: moment(0), policy)
        }
        #expect(record.restsUntil == moment(32))
        let refusal = record.refusal(for: .seconds(30), policy)
        #expect(refusal == "is resting for 30 s: it failed 3 times within 5 minutes")
    }

    @Test func onlyALaunchAfterTheRestMakesItLonger() {
        var record = CrashRecord(library: [1])
        fail(&record, at: 0, 1, 2)
        record.fail(at: moment(33), launchedAt: moment(31), policy)
        #expect(record.restsUntil == moment(32))
        record.fail(at: moment(33), launchedAt: moment(32), policy)
        #expect(record.restsUntil == moment(93))
        record.fail(at: moment(34), launchedAt: moment(32), policy)
        #expect(record.restsUntil == moment(93))
    }

    private func note(_ id: ExtensionID, _ library: [UInt8], _ second: Int, in store: Store) throws {
        let moment = moment(Int64(second))
        try store.noteFailure(of: id, library: library, at: moment, launchedAt: moment, policy)
    }

    @Test func isKeptForOtherProgramsUntilTheLibraryChanges() throws {
        let fixture = StoreFixture()
        let (one, other) = (try fixture.open(), try fixture.open())
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        #expect(try one.crashRecord(of: id) == nil)
        for second in 0..<3 {
            let store = second == 1 ? other : one
            try note(id, [7, 8], second, in: store)
        }
        let record = try #require(try other.crashRecord(of: id))
        #expect(record.rest(at: moment(2)) == .seconds(30))
        #expect(record.library == [7, 8])
        try one.noteGoodEnd(of: id, launchedAt: moment(31))
        #expect(try other.crashRecord(of: id) == record)
        try one.noteGoodEnd(of: id, launchedAt: moment(32))
        #expect(try other.crashRecord(of: id) == nil)

        for second in 0..<2 { try note(id, [7], second, in: one) }
        try note(id, [9], 2, in: one)
        #expect(try other.crashRecord(of: id)?.failures == [moment(2)])
        #expect(try other.forgetCrashes(of: id))
        #expect(try !one.forgetCrashes(of: id))
    }
}
