import Testing

@testable import MayflyModel
@testable import MayflyWorkers

/// When a worker that reports too much stops, and when it goes on.
@Suite struct ReportQueueTests {
    private func queue(reports: Int, bytes: Int) -> ReportQueue {
        var policy = Policy()
        (policy.waitingReports, policy.waitingBytes) = (reports, bytes)
        return ReportQueue(policy)
    }

    @Test func holdsBackFromTheLimitDownToTheHalf() {
        let queue = queue(reports: 8, bytes: 1_000)
        for _ in 0..<7 { queue.add(1) }
        #expect(!queue.holdsBack())
        queue.add(1)
        #expect(queue.holdsBack())
        #expect((0..<3).allSatisfy { _ in !queue.take() })
        #expect(queue.holdsBack())
        #expect(queue.take())
        #expect(!queue.holdsBack())
    }

    @Test func holdsBackFromTheLimitOfBytesDownToTheHalf() {
        let queue = queue(reports: 100, bytes: 100)
        for size in [40, 20, 39] { queue.add(size) }
        #expect(!queue.holdsBack())
        queue.add(1)
        #expect(queue.holdsBack())
        #expect(!queue.take())
        #expect(queue.take())
        #expect(!queue.holdsBack())
    }

    @Test func saysOnlyOnceThatTheWorkerMayGoOn() {
        let queue = queue(reports: 4, bytes: 1_000)
        for _ in 0..<4 { queue.add(1) }
        _ = queue.holdsBack()
        #expect((0..<6).filter { _ in queue.take() }.count == 1)
    }

    @Test func saysNothingWhereNoWorkerWasHeldBack() {
        let queue = queue(reports: 4, bytes: 1_000)
        for _ in 0..<4 { queue.add(1) }
        #expect((0..<4).allSatisfy { _ in !queue.take() })
    }

    @Test func aReportThatIsTooLargeIsTakenAlone() {
        let queue = queue(reports: 3, bytes: 10)
        #expect(!queue.holdsBack())
        queue.add(1_000)
        #expect(queue.holdsBack())
        #expect(queue.take())
        #expect(!queue.holdsBack())
    }

    @Test func takesManyInTheirOrder() {
        let queue = queue(reports: 100_000, bytes: 2_000)
        for size in 1...1_000 { queue.add(size) }
        for size in 1...900 {
            _ = queue.take()
            queue.add(size)
        }
        // What waits now is 901 to 1,000 and then 1 to 900: half of the limit is reached with the last one, of 900 bytes.
        #expect(queue.holdsBack())
        #expect((1...1_000).first { _ in queue.take() } == 999)
        #expect(!queue.holdsBack())
    }

    @Test func takingMoreThanThereIsChangesNothing() {
        let queue = queue(reports: 3, bytes: 100)
        #expect(!queue.take())
        queue.add(100)
        #expect(queue.holdsBack())
    }
}
