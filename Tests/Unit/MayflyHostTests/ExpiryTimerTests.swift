import MayflyModel
import Synchronization
import Testing

@testable import MayflyHost

@Suite struct ExpiryTimerTests {
    /// A clock whose waits end when the test says so.
    private final class HandClock: HostClock {
        let now = Timestamp(rawValue: 0)
        /// The moments that are waited for, in the order of the waits; nil for a wait that was cancelled.
        let waits: AsyncStream<Timestamp?>
        private let seen: AsyncStream<Timestamp?>.Continuation
        private let waiters = Mutex<[Timestamp: CheckedContinuation<Bool, Never>]>([:])

        init() { (waits, seen) = AsyncStream<Timestamp?>.makeStream() }

        func wait(until moment: Timestamp) async throws {
            let hasCome = await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    // Under the lock, so that a cancellation finds the waiter or is seen here.
                    let isCancelled = waiters.withLock { waiters in
                        if Task.isCancelled { return true }
                        waiters[moment] = waiter
                        return false
                    }
                    if isCancelled { return waiter.resume(returning: false) }
                    seen.yield(moment)
                }
            } onCancel: {
                end(moment, with: false)
            }
            guard !hasCome else { return }
            seen.yield(nil)
            throw CancellationError()
        }

        /// No wait will follow.
        func finish() { seen.finish() }

        func reach(_ moment: Timestamp) { end(moment, with: true) }

        private func end(_ moment: Timestamp, with hasCome: Bool) {
            waiters.withLock { $0.removeValue(forKey: moment) }?.resume(returning: hasCome)
        }
    }

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
