import Testing

@testable import MayflyLinux
@testable import MayflyWorkers

/// Which reads are charged to an extension.
@Suite struct ReadAccountingTests {
    private let account = CountingAccount()

    /// Makes reads that take so many microseconds by the clock, and no processor time worth mentioning.
    private func charged(_ reads: Int64...) -> Duration {
        var accounting = ReadAccounting()
        var time: Int64 = 0
        for read in reads {
            accounting.charge(account, now: { Moment(nanoseconds: time * 1000) }) { time += read }
        }
        return account.total
    }

    @Test func shortReadsAreFree() {
        #expect(charged(1, 49, 10) == .zero)
    }

    @Test func theFirstLongReadIsCharged() {
        #expect(charged(50) == .microseconds(50))
        #expect(charged(1, 3_000) == .microseconds(3_050))
    }

    /// The thread may have been stopped meanwhile.
    @Test func theClockChargesALimitedTime() {
        #expect(charged(60_000_000) == ReadAccounting.longest)
    }

    @Test func theReadsAfterALongOneAreChargedByProcessorTime() {
        var accounting = ReadAccounting()
        var time: Int64 = 0
        func read(_ microseconds: Int64, _ body: () -> Void = {}) {
            accounting.charge(account, now: { Moment(nanoseconds: time * 1000) }) {
                time += microseconds
                body()
            }
        }
        read(50)
        for _ in 1..<ReadAccounting.attention { read(1_000) }
        #expect(account.total < .milliseconds(ReadAccounting.attention - 1))
        let before = account.total
        read(1) {
            let start = CPUAccounting.threadTime
            while CPUAccounting.threadTime - start < .milliseconds(2) {}
        }
        #expect(account.total - before >= .milliseconds(2))
        read(70)
        #expect(account.total - before >= .microseconds(2_070))
    }
}
