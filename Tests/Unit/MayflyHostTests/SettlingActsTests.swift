import Testing

@testable import MayflyHost

@Suite struct SettlingActsTests {
    private let start = ContinuousClock.now

    @Test func aQuietWindowEndsAllActsTheOldestFirst() {
        var acts = SettlingActs<String>()
        acts.add("first", at: start)
        acts.add("second", at: start + .seconds(1))
        #expect(
            acts.takeSettled(isQuiet: true, at: start + .seconds(1), patience: .seconds(10)) == ["first", "second"]
        )
        #expect(acts.takeAll().isEmpty)
    }

    @Test func aBusyWindowEndsOnlyActsBeyondThePatience() {
        var acts = SettlingActs<String>()
        acts.add("first", at: start)
        acts.add("second", at: start + .seconds(5))
        func settled(after seconds: Int) -> [String] {
            acts.takeSettled(isQuiet: false, at: start + .seconds(seconds), patience: .seconds(10))
        }
        #expect(settled(after: 10).isEmpty)
        #expect(settled(after: 11) == ["first"])
        #expect(settled(after: 15).isEmpty)
        #expect(settled(after: 16) == ["second"])
    }

    /// The names of functions for a receipt may come late. What the person does after the end of the worker is not held up.
    @Test func onlyTheActsBeforeAnEndWaitForItsReceipt() {
        var acts = SettlingActs<String>()
        acts.add("before", at: start)
        acts.add("after", at: start + .seconds(2))
        func settled(namesSince: ContinuousClock.Instant?, after seconds: Int) -> [String] {
            let now = start + .seconds(seconds)
            return acts.takeSettled(isQuiet: true, namesSince: namesSince, at: now, patience: .seconds(10))
        }
        #expect(settled(namesSince: start + .seconds(1), after: 3) == ["after"])
        #expect(settled(namesSince: start + .seconds(1), after: 4).isEmpty)
        #expect(settled(namesSince: nil, after: 5) == ["before"])
    }

    @Test func theEndOfTheWindowEndsAllActsOnce() {
        var acts = SettlingActs<String>()
        acts.add("first", at: start)
        acts.add("second", at: start)
        let all = acts.takeAll()
        #expect(all == ["first", "second"])
        let left = acts.takeAll()
        #expect(left.isEmpty)
    }
}
