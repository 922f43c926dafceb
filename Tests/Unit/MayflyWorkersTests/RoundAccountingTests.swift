import Testing

@testable import MayflyLinux
@testable import MayflyWorkers

/// Which rounds of the loop are charged, and to whom: in virtual time.
@Suite struct RoundAccountingTests {
    private let first = CountingAccount()
    private let second = CountingAccount()

    /// What each account was charged after these rounds, which take a millisecond each. A round has the accounts of the descriptors
    /// that had few bytes, and the number of descriptors that were handled.
    private func charged(_ rounds: [(accounts: [CountingAccount], handled: Int?)]) -> [Duration] {
        var accounting = RoundAccounting()
        for (number, round) in rounds.enumerated() {
            for account in round.accounts { accounting.add(account) }
            accounting.endRound(handled: round.handled) { .milliseconds(number) }
        }
        return [first.total, second.total]
    }

    @Test func aSingleRoundIsFree() {
        #expect(charged([([first], 1)]) == [.zero, .zero])
    }

    @Test func roundsThatFollowEachOtherAreChargedWhole() {
        #expect(charged(Array(repeating: ([first], 1), count: 4)) == [.milliseconds(3), .zero])
    }

    @Test func accountsThatShareRoundsShareTheirTime() {
        #expect(
            charged(Array(repeating: ([first, second], 2), count: 3)) == [.milliseconds(1), .milliseconds(1)]
        )
    }

    /// A call, a job or a timer is not paid by who sends few bytes at the same time.
    @Test(arguments: [2, nil]) func aRoundThatDidOtherWorkIsNotCharged(handled: Int?) {
        #expect(charged([([first], 1), ([first], handled), ([first], 1)]) == [.milliseconds(1), .zero])
    }

    @Test func otherRoundsBetweenThemAreNotCharged() {
        let other: (accounts: [CountingAccount], handled: Int?) = ([], 1)
        #expect(charged([([first], 1), other, ([first], 1)]) == [.milliseconds(1), .zero])
    }

    @Test func theClockIsNotReadWhereNobodySendsFewBytes() {
        var accounting = RoundAccounting()
        var readings = 0
        accounting.add(first)
        for _ in 0..<100 {
            accounting.endRound(handled: 1) {
                readings += 1
                return .zero
            }
        }
        #expect(readings == 8)
    }
}
