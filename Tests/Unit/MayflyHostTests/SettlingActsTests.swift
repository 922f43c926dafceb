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
