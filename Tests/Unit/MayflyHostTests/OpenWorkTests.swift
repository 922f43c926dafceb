import Testing

@testable import MayflyHost

@Suite struct OpenWorkTests {
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
        #expect(!work.takeDrained(1))
        work.returnCompletion()
        #expect(!work.takeDrained(1), "its call has no answer yet")
        work.endCall(of: 1)
        #expect(work.takeDrained(1))
        #expect(!work.takeDrained(1), "it is told once")
    }

    @Test func doesNotDrainForTheCallsOfAWorkerThatLingers() {
        var work = OpenWork()
        work.beginCall(of: 1)
        work.beginDraining()
        #expect(work.takeDrained(2))
    }

    @Test func isNotDrainedUnlessTheLifeCycleWaits() {
        var work = OpenWork()
        #expect(!work.takeDrained(1))
    }

    @Test func dropsCompletionsAndTheWaitWithTheCurrentExtensionButNotItsCalls() {
        var work = OpenWork()
        work.sendCompletion()
        work.beginCall(of: 1)
        work.beginDraining()
        work.dropCurrent()
        #expect(work.calls(of: 1) == 1)
        work.endCall(of: 1)
        #expect(work.isEmpty)
        #expect(!work.takeDrained(1))
    }
}
