import MayflyHost
import Testing

@Suite struct WaitingReportsTests {
    private var policy: Policy {
        var policy = Policy()
        policy.waitingReports = 3
        policy.waitingBytes = 100
        return policy
    }

    @Test func soManyMayWait() {
        var reports = WaitingReports()
        for _ in 0..<2 { reports.add(1) }
        #expect(!reports.isFull(within: policy))
        reports.add(0)
        #expect(reports.isFull(within: policy))
        reports.remove()
        #expect(!reports.isFull(within: policy))
    }

    @Test func soManyBytesMayWait() {
        var reports = WaitingReports()
        reports.add(99)
        #expect(!reports.isFull(within: policy))
        reports.add(1)
        #expect(reports.isFull(within: policy))
        reports.remove()
        #expect(!reports.isFull(within: policy))
    }

    @Test func aLargeOneAloneIsTakenAndHoldsUpTheNext() {
        var reports = WaitingReports()
        #expect(!reports.isFull(within: policy))
        reports.add(1 << 20)
        #expect(reports.isFull(within: policy))
        reports.remove()
        #expect(!reports.isFull(within: policy))
    }

    @Test func removingMoreThanThereIsChangesNothing() {
        var reports = WaitingReports()
        reports.remove()
        reports.add(100)
        #expect(reports.isFull(within: policy))
    }
}
