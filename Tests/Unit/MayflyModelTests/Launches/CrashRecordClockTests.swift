import MayflyModel
import Testing

/// Failures that were recorded while the clock was ahead.
@Suite struct CrashRecordClockTests {
    private let policy = Policy.CrashLoop()
    private let now = Timestamp(rawValue: 1_800_000_000_000)

    private func record(failures: Int, ahead: Duration) -> CrashRecord {
        var record = CrashRecord(library: [1])
        let then = now.advanced(by: ahead)
        for _ in 0..<failures { record.fail(at: then, launchedAt: then, policy) }
        return record
    }

    @Test func aRestThatEndsAfterTheLongestOneIsAhead() {
        let years = record(failures: 3, ahead: .seconds(10 * 365 * 86_400))
        #expect(years.isAhead(of: now, policy))
        #expect(record(failures: 3, ahead: .seconds(3571)).isAhead(of: now, policy))
        #expect(!record(failures: 3, ahead: .seconds(3570)).isAhead(of: now, policy))
        #expect(!record(failures: 3, ahead: .zero).isAhead(of: now, policy))
        #expect(!record(failures: 2, ahead: .seconds(86_400)).isAhead(of: now, policy))
    }

    @Test func failuresOfALaterTimeDoNotCount() {
        var record = record(failures: 2, ahead: .seconds(86_400))
        record.fail(at: now, launchedAt: now, policy)
        #expect(record.failures == [now] && record.rest(at: now) == nil)
        // Two programs may read the clock in another order than they write.
        record.fail(at: now.advanced(by: .seconds(-1)), launchedAt: now, policy)
        #expect(record.failures.count == 2)
    }
}
