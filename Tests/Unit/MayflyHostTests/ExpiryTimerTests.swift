import MayflyModel
import Testing

@testable import MayflyHost

@Suite struct ExpiryTimerTests {
    private let clock = HandClock()
    private let fired: AsyncStream<Void>
    private let fire: AsyncStream<Void>.Continuation
    private let early = Timestamp(rawValue: 1)
    private let late = Timestamp(rawValue: 2)

    init() { (fired, fire) = AsyncStream<Void>.makeStream() }

    private func timer() -> ExpiryTimer { ExpiryTimer(clock: clock) { [fire] in fire.yield() } }

    @Test func firesWhenTheMomentComesAndCanWaitForItAgain() async {
        let timer = timer()
        var waits = clock.waits.makeAsyncIterator()
        var firings = fired.makeAsyncIterator()
        for _ in 0..<2 {
            timer.wait(until: early)
            #expect(await waits.next() == early)
            clock.reach(early)
            #expect(await firings.next() != nil)
        }
        await timer.stop()
    }

    @Test func waitsOnlyForTheLatestMoment() async {
        let timer = timer()
        var waits = clock.waits.makeAsyncIterator()
        timer.wait(until: late)
        #expect(await waits.next() == late)
        // The same moment again starts no other wait.
        timer.wait(until: late)
        timer.wait(until: early)
        let next = [await waits.next(), await waits.next()]
        #expect(next.contains(.some(early)) && next.contains(.some(nil)))
        await timer.stop()
        #expect(await waits.next() == .some(nil), "stop has cancelled the second wait")
    }

    @Test func takesNoMomentAfterItIsClosed() async {
        let timer = timer()
        timer.close()
        timer.wait(until: early)
        await timer.stop()
        clock.finish()
        var waits = clock.waits.makeAsyncIterator()
        #expect(await waits.next() == nil)
    }
}
