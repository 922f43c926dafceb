import MayflyModel
import Testing

@testable import MayflyWorkers

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

    @Test func manyGoInTheirOrder() {
        var reports = WaitingReports()
        for size in 1...1_000 { reports.add(size) }
        for size in 1...900 {
            reports.remove()
            reports.add(size)
        }
        #expect(reports.count == 1_000)
        // What waits now is 901 to 1,000 and 1 to 900.
        for _ in 1...999 { reports.remove() }
        #expect(!reports.isHalfEmpty(within: policy) && reports.isFull(within: policy))
        reports.remove()
        #expect(reports.count == 0 && reports.isHalfEmpty(within: policy))
    }

    @Test func removingMoreThanThereIsChangesNothing() {
        var reports = WaitingReports()
        reports.remove()
        reports.add(100)
        #expect(reports.isFull(within: policy))
    }
}
