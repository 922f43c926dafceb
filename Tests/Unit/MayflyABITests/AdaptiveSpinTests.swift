import Testing

@testable import MayflyABI

/// When a thread looks for an answer before it sleeps.
@Suite struct AdaptiveSpinTests {
    /// Waits until the next spin, this one counted.
    private func waits(_ spin: inout AdaptiveSpin) -> Int {
        for count in 1...10_000 where spin.isDue() { return count }
        return .max
    }

    @Test func isKeptAsLongAsItPays() {
        var spin = AdaptiveSpin(processors: 2)
        for _ in 0..<100 {
            let isDue = spin.isDue()
            #expect(isDue)
            spin.learn(paid: true)
        }
    }

    @Test func isNeverKeptOnTheOnlyProcessor() {
        var spin = AdaptiveSpin(processors: 1)
        let wait = waits(&spin)
        #expect(wait == .max)
    }

    @Test func growsRareWhenItDoesNotPay() {
        var spin = AdaptiveSpin(processors: 2)
        var intervals: [Int] = []
        for _ in 0..<12 {
            intervals.append(waits(&spin))
            spin.learn(paid: false)
        }
        #expect(intervals == [1, 1, 4, 8, 16, 32, 64, 128, 256, 256, 256, 256])
    }

    @Test func comesBackStepByStepWhenItPaysAgain() {
        var spin = AdaptiveSpin(processors: 2)
        for _ in 0..<20 {
            _ = waits(&spin)
            spin.learn(paid: false)
        }
        var intervals: [Int] = []
        for _ in 0..<10 {
            intervals.append(waits(&spin))
            spin.learn(paid: true)
        }
        #expect(intervals == [256, 128, 64, 32, 16, 8, 4, 1, 1, 1])
    }
}
