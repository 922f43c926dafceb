import Testing

@testable import MayflyLinux
@testable import MayflyModel

/// What the host spends on an extension, and when it is too much.
@Suite struct HostAccountTests {
    private let beginning = Moment.now

    private func account() -> CPUBudget {
        var policy = Policy()
        policy.hostBudget = .seconds(2)
        policy.hostWindow = .seconds(10)
        return CPUBudget(policy, from: beginning)
    }

    private func after(_ seconds: Double) -> Moment { beginning + .seconds(seconds) }

    @Test func saysOnceThatMoreWasSpentThanMayBe() {
        let account = account()
        #expect(account.add(.milliseconds(1500), at: after(1)) == nil)
        #expect(account.add(.milliseconds(500), at: after(2)) == nil)
        #expect(!account.isOverBudget)
        #expect(account.add(.milliseconds(1), at: after(3)) == .milliseconds(2001))
        #expect(account.isOverBudget)
        #expect(account.add(.milliseconds(1), at: after(4)) == nil)
    }

    @Test func whatWasSpentLongAgoIsForgotten() {
        let account = account()
        for round in 0..<10 {
            #expect(account.add(.milliseconds(1900), at: after(Double(round) * 11 + 1)) == nil)
        }
        #expect(!account.isOverBudget)
    }

    @Test func aSingleStretchThatIsTooLongCountsAfterALongSilence() {
        let account = account()
        #expect(account.add(.milliseconds(1), at: after(1)) == nil)
        #expect(account.add(.milliseconds(2100), at: after(100)) == .milliseconds(2100))
    }
}
