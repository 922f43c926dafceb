import Testing

@testable import MayflyModel
@testable import MayflyWorkers

/// When a worker that reports too much stops, and when it goes on.
@Suite struct ReportTrayTests {
    private func tray(reports: Int, bytes: Int) -> ReportQueue {
        var policy = Policy()
        (policy.waitingReports, policy.waitingBytes) = (reports, bytes)
        return ReportQueue(policy)
    }

    @Test func holdsBackFromTheLastPlaceToTheHalf() {
        let tray = tray(reports: 8, bytes: 1_000)
        for _ in 0..<7 { tray.add(1) }
        #expect(!tray.holdsBack())
        tray.add(1)
        #expect(tray.holdsBack())
        #expect((0..<3).allSatisfy { _ in !tray.take() })
        #expect(tray.holdsBack())
        #expect(tray.take())
        #expect(!tray.holdsBack())
    }

    @Test func saysOnlyOnceThatItMayGoOn() {
        let tray = tray(reports: 4, bytes: 1_000)
        for _ in 0..<4 { tray.add(1) }
        _ = tray.holdsBack()
        #expect((0..<6).filter { _ in tray.take() }.count == 1)
    }

    @Test func saysNothingToOneThatWasNotHeldBack() {
        let tray = tray(reports: 4, bytes: 1_000)
        for _ in 0..<4 { tray.add(1) }
        #expect((0..<4).allSatisfy { _ in !tray.take() })
    }

    @Test func oneThatIsTooLargeIsWaitedForAlone() {
        let tray = tray(reports: 1, bytes: 10)
        tray.add(1_000)
        #expect(tray.holdsBack())
        #expect(tray.take())
        #expect(!tray.holdsBack())
    }
}
