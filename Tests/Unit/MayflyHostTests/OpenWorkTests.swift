import MayflyConformance
import Testing

@testable import MayflyHost

@Suite struct OpenWorkTests {
    /// Whether the worker is drained, outside of `#expect`, which takes no mutating call.
    private func isDrained(_ work: inout OpenWork, _ worker: Int) -> Bool { work.takeDrained(worker) }

    @Test func countsTheCallsOfEachWorker() {
        var work = OpenWork()
        for worker in [1, 1, 2] { work.beginCall(of: worker) }
        #expect([1, 2, 3].map(work.calls(of:)) == [2, 1, 0])
        for worker in [1, 2] { work.endCall(of: worker) }
        #expect(work.calls(of: 1) == 1 && work.hasCalls && !work.isEmpty)
        work.endCall(of: 1)
        #expect(!work.hasCalls && work.isEmpty)
    }

    @Test func isDrainedWhenCallsAndCompletionsOfTheCurrentWorkerAreDone() {
        var work = OpenWork()
        work.beginCall(of: 1)
        work.sendCompletion()
        work.beginDraining()
        #expect(!isDrained(&work, 1))
        work.returnCompletion()
        #expect(!isDrained(&work, 1), "its call has no answer yet")
        work.endCall(of: 1)
        #expect(isDrained(&work, 1))
        #expect(!isDrained(&work, 1), "it is told once")
    }

    @Test func doesNotDrainForTheCallsOfAWorkerThatLingers() {
        var work = OpenWork()
        work.beginCall(of: 1)
        work.beginDraining()
        #expect(isDrained(&work, 2))
    }

    @Test func isNotDrainedUnlessTheLifeCycleWaits() {
        var work = OpenWork()
        #expect(!isDrained(&work, 1))
    }

    @Test(.proves("C-044")) func dropsCompletionsAndTheWaitWithTheCurrentExtensionButNotItsCalls() {
        var work = OpenWork()
        work.sendCompletion()
        work.beginCall(of: 1)
        work.beginDraining()
        work.dropCurrent()
        #expect(work.calls(of: 1) == 1)
        work.endCall(of: 1)
        #expect(work.isEmpty)
        #expect(!isDrained(&work, 1))
    }

    @Test func aCallThatTheWindowHasYetToShowIsUnderWay() {
        var work = OpenWork()
        work.beginCall(of: 1)
        work.prepareWaiting(of: 1)
        #expect(work.waitsForPerson && !work.isEmpty)
        work.beginWaiting(of: 1)
        #expect(work.waitsForPerson && work.isEmpty && work.hasCalls)
        work.endWaiting()
        #expect(!work.waitsForPerson && !work.isEmpty)
    }
}
