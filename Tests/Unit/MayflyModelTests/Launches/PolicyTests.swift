import MayflyModel
import Testing

/// The defaults, written out: a test that took them from the product could not see them change. `Documentation/embedding.md`
/// names them, too.
@Suite struct PolicyTests {
    private let policy = Policy()

    /// D-11.
    @Test func callbacksHaveTheDeadlinesOfTheSpecification() {
        #expect(policy.callback == .seconds(2))
        #expect(policy.resign == .milliseconds(250))
        #expect(policy.linger == .seconds(5))
    }

    @Test func otherActsHaveTheirTimes() {
        #expect(policy.launch == .seconds(5))
        #expect(policy.transition == .milliseconds(100))
        #expect(policy.closing == .seconds(10))
        #expect(policy.stackReport == .milliseconds(250))
        #expect(policy.ending == .seconds(5))
        #expect(policy.debugging == nil)
        #expect(Policy.Debugging().wait == .zero)
        #expect(policy.moreTime == .seconds(2))
        #expect(policy.patience == .seconds(5))
        #expect(policy.service == .seconds(10))
        #expect(policy.conversion == .seconds(10))
    }

    /// D-26, K-10.
    @Test func messagesExpireAfterTwoMinutesAndLeaveNothing() {
        #expect(policy.expiry == .seconds(120))
        #expect(policy.summaryFallback == .remove)
    }

    @Test func workersHaveTheirNumbers() {
        #expect(policy.lingerers == 3)
        #expect(policy.liveWorkers == 32)
        #expect(policy.openCalls == 64)
        #expect(policy.person == .seconds(600))
        #expect(policy.touch == .seconds(10))
        #expect(policy.requests == Policy.Rate(burst: 30, perSecond: 1))
        #expect(policy.waitingReports == 1024)
        #expect(policy.waitingBytes == 4_194_304)
        #expect(policy.calls == Policy.Rate(burst: 10_000, perSecond: 1_000))
        #expect(policy.transfer == Policy.Rate(burst: 134_217_728, perSecond: 1_048_576))
        #expect(policy.output == Policy.Rate(burst: 4_194_304, perSecond: 1_048_576))
        #expect(policy.outputPatience == .seconds(1))
    }

    @Test func workersHaveTheirShareOfTheMachine() {
        #expect(policy.memoryLimitKiB == 131_072)
        #expect(policy.cpuBudget == .seconds(4) && policy.cpuWindow == .seconds(10))
        #expect(policy.hostBudget == .seconds(2) && policy.hostWindow == .seconds(10))
        #expect(policy.threads == 64)
        #expect(policy.locks == 4_096)
        #expect(policy.watches == 256)
        #expect(policy.storageBytes == 67_108_864)
        #expect(policy.rewrites == 4)
        #expect(policy.reads == Policy.Rate(burst: 1_073_741_824, perSecond: 33_554_432))
        #expect(policy.storedFiles == 10_000)
        #expect(policy.unsentBytes == 268_435_456)
        #expect(policy.vitalSigns == .milliseconds(100))
        #expect(policy.storageCheck == .seconds(1))
    }

    @Test func whatFailsThreeTimesInFiveMinutesRests() {
        #expect(policy.crashLoop.failures == 3)
        #expect(policy.crashLoop.window == .seconds(300))
        #expect(policy.crashLoop.rest == .seconds(30))
        #expect(policy.crashLoop.longestRest == .seconds(3600))
    }
}
