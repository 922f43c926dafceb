import Testing

@testable import MayflyLinux
@testable import MayflyWorkers

/// What is due when, and what happens to deadlines while the host does not run.
@Suite struct TimerListTests {
    private let start = Moment.now

    private func after(_ milliseconds: Int) -> Moment { start + .milliseconds(milliseconds) }

    /// A list whose timers have the numbers 1 and up.
    private func list(_ deadlines: [Int]) -> TimerList {
        var list = TimerList()
        for (index, deadline) in deadlines.enumerated() { list.add(UInt64(index + 1), at: after(deadline)) {} }
        return list
    }

    private func countDue(_ list: inout TimerList, at moment: Int) -> Int {
        var count = 0
        while list.takeDue(at: after(moment)) != nil { count += 1 }
        return count
    }

    @Test func aLoopThatIsBusyForAMomentPutsNothingOff() {
        var list = list([200, 50])
        list.excuse(at: after(150), upTo: 2)
        #expect(list.first == after(50))
        #expect(countDue(&list, at: 150) == 1)
        #expect(countDue(&list, at: 199) == 0)
        #expect(countDue(&list, at: 200) == 1)
    }

    @Test func timeInWhichTheHostDidNotRunCountsForNoTimer() {
        var list = list([2000, 3000])
        list.excuse(at: after(5000), upTo: 2)
        // Three seconds too late: they did not pass, and as many more are given.
        #expect(countDue(&list, at: 7999) == 0)
        #expect(countDue(&list, at: 8000) == 1)
        #expect(countDue(&list, at: 9000) == 1)
    }

    @Test func nobodyGetsMoreThanFiveSecondsOfGrace() {
        var list = list([1000])
        list.excuse(at: after(3_601_000), upTo: 1)
        #expect(list.first == after(3_606_000))
    }

    @Test func whatWasSetAfterwardsIsNotPutOff() {
        var list = list([1000, 6000])
        list.excuse(at: after(5000), upTo: 1)
        #expect(list.first == after(6000))
        #expect(countDue(&list, at: 6000) == 1)
        #expect(list.first == after(9000))
    }

    /// As that of the next check of what a worker uses: it has used it, whether the host has run or not.
    @Test func aTimerThatWaitsForNobodyIsNotPutOff() {
        var list = list([1000])
        list.add(2, at: after(1100), isExcusable: false) {}
        list.excuse(at: after(5000), upTo: 2)
        #expect(list.first == after(1100))
        #expect(countDue(&list, at: 5000) == 1)
        #expect(list.first == after(9000))
    }

    @Test func aMachineThatIsAlwaysLatePutsATimerOffOnlyForMoreThanBefore() {
        var list = list([1000])
        list.excuse(at: after(1400), upTo: 1)
        #expect(list.first == after(1800))
        list.excuse(at: after(2200), upTo: 1)
        #expect(countDue(&list, at: 2200) == 1, "it was excused for these 400 ms")

        list.add(2, at: after(3000)) {}
        list.excuse(at: after(3200), upTo: 2)
        #expect(list.first == after(3400))
        list.excuse(at: after(4400), upTo: 2)
        #expect(list.first == after(5400), "a stop is not excused by a shorter one")
    }

    @Test func aTimerThatWasPutOffIsFoundByItsFirstDeadline() {
        var list = list([1000, 1001, 1002])
        list.excuse(at: after(3000), upTo: 3)
        #expect(list.remove(2, setFor: after(1001))?.deadline == after(5001))
        #expect(list.remove(2, setFor: after(1001)) == nil)
        #expect(countDue(&list, at: 6000) == 2)
        #expect(list.remove(1, setFor: after(1000)) == nil)
    }
}
