import MayflyModel
import Testing

@Suite struct RecentQueueTests {
    private final class Thing: Sendable {}

    @Test func dropsTheOldestForTheNumberAndTheBytes() {
        var queue = RecentQueue<Int>(mostElements: 4, mostBytes: 100)
        let dropped = [10, 10, 10, 10, 10, 80, 101, 1].map { queue.append($0, bytes: $0) }
        #expect(dropped == [0, 0, 0, 0, 1, 2, 3, 1])
        #expect((0..<queue.count).map { queue[$0] } == [1] && queue.bytes == 1)
        #expect(queue[-1] == nil && queue[1] == nil)
    }

    @Test func keepsTheNewestHoweverLarge() {
        var queue = RecentQueue<Int>(mostElements: 0, mostBytes: 0)
        #expect(queue.append(7, bytes: .max) == 0)
        #expect(queue.popFirst() == 7)
        #expect(queue.popFirst() == nil && queue.isEmpty && queue.bytes == 0)
    }

    /// Elements that come while others go wrap around the end of the ring, also where it grows.
    @Test func keepsTheOrder() {
        var queue = RecentQueue<Int>(mostElements: 1_000, mostBytes: .max)
        var (next, taken) = (0, [Int]())
        for turn in 1...60 {
            for _ in 0..<turn {
                #expect(queue.append(next, bytes: 1) == 0)
                next += 1
            }
            for _ in 0..<turn * 2 / 3 { taken += [queue.popFirst()].compactMap(\.self) }
            #expect(queue[0] == taken.count && queue.bytes == queue.count)
        }
        while let element = queue.popFirst() { taken.append(element) }
        #expect(taken == Array(0..<next))
    }

    /// What was dropped or taken is not held by the queue.
    @Test(arguments: [false, true]) func freesWhatItDoesNotHaveAnyMore(isTaken: Bool) {
        var queue = RecentQueue<Thing>(mostElements: 3, mostBytes: .max)
        var thing: Thing? = Thing()
        weak let held = thing
        _ = thing.map { queue.append($0, bytes: 1) }
        thing = nil
        for _ in 0..<2 { _ = queue.append(Thing(), bytes: 1) }
        #expect(held != nil)
        if isTaken { _ = queue.popFirst() } else { _ = queue.append(Thing(), bytes: 1) }
        #expect(held == nil)
    }
}
