import MayflyModel
import Testing

@testable import MayflyHost
@testable import MayflyLinux

@Suite struct ReadingPaceTests {
    private let policy: Policy = {
        var policy = Policy()
        policy.hostBudget = .seconds(2)
        policy.hostWindow = .seconds(10)
        return policy
    }()

    @Test func aReadingWaitsWhenTheEarlierOnesTookMoreThanTheBudget() {
        let (pace, start) = (ReadingPace(policy), Moment.now)
        #expect(pace.pause(at: start) == nil)
        pace.noteHostTime(.seconds(2), at: start)
        #expect(pace.pause(at: start) == nil)
        pace.noteHostTime(.seconds(1), at: start)
        // A fifth of a second of time is given back in each second.
        #expect(pace.pause(at: start) == .seconds(5))
        #expect(pace.pause(at: start + .seconds(4)) == .seconds(1))
        #expect(pace.pause(at: start + .seconds(5)) == nil)
    }

    @Test func aCancelledWaitEnds() async {
        let pace = ReadingPace(policy)
        pace.noteHostTime(.seconds(1_000_000))
        let wait = Task { try await pace.wait() }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }
}
