import MayflyModel
import Testing

@testable import MayflyHost

/// What is remembered of extensions that fail.
@Suite struct CrashRecordTests {
    private let policy = Policy.CrashLoop()

    private func moment(_ seconds: Int64) -> Timestamp { Timestamp(rawValue: seconds * 1000) }

    @Test func restsDoubleUpToTheLongest() {
        var record = CrashRecord(library: [1])
        var now = moment(0)
        for _ in 0..<3 { record.fail(at: now, policy) }
        var rests: [Duration] = []
        for _ in 0..<9 {
            let rest = record.rest(at: now) ?? .zero
            rests.append(rest)
            now = now.advanced(by: rest)
            #expect(record.rest(at: now) == nil)
            record.fail(at: now, policy)
        }
        #expect(rests == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map { .seconds($0) })
        let refusal = record.refusal(for: .seconds(3600), policy)
        #expect(refusal == "is resting for 60 minutes: it failed again after a rest of 60 minutes")
    }

    @Test func onlyALaunchAfterTheRestMakesUpForIt() {
        var record = CrashRecord(library: [1])
        for second in 0..<3 { record.fail(at: moment(Int64(second)), policy) }
        #expect(!record.isMended(byLaunchAt: moment(31)))
        #expect(record.isMended(byLaunchAt: moment(32)))
    }

    @Test func isKeptForOtherProgramsUntilTheLibraryChanges() throws {
        let fixture = StoreFixture()
        let (one, other) = (try fixture.open(), try fixture.open())
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        #expect(try one.crashRecord(of: id) == nil)
        for second in 0..<3 {
            let store = second == 1 ? other : one
            try store.noteFailure(of: id, library: [7, 8], at: moment(Int64(second)), policy)
        }
        let record = try #require(try other.crashRecord(of: id))
        #expect(record.rest(at: moment(2)) == .seconds(30))
        #expect(record.library == [7, 8])
        try one.noteGoodEnd(of: id, launchedAt: moment(31))
        #expect(try other.crashRecord(of: id) == record)
        try one.noteGoodEnd(of: id, launchedAt: moment(32))
        #expect(try other.crashRecord(of: id) == nil)

        for second in 0..<2 { try one.noteFailure(of: id, library: [7], at: moment(Int64(second)), policy) }
        try one.noteFailure(of: id, library: [9], at: moment(2), policy)
        #expect(try other.crashRecord(of: id)?.failures == [moment(2)])
        #expect(try other.forgetCrashes(of: id))
        #expect(try !one.forgetCrashes(of: id))
    }
}
