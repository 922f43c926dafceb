import Testing

@testable import MayflyABI

/// When a thread looks for an answer before it sleeps.
@Suite struct VigilTests {
    /// Waits until the next vigil, this one counted.
    private func waits(_ vigil: inout Vigil) -> Int {
        for count in 1...10_000 where vigil.isDue() { return count }
        return .max
    }

    @Test func isKeptAsLongAsItPays() {
        var vigil = Vigil(processors: 2)
        for _ in 0..<100 {
            let isDue = vigil.isDue()
            #expect(isDue)
            vigil.learn(paid: true)
        }
    }

    @Test func isNeverKeptOnTheOnlyProcessor() {
        var vigil = Vigil(processors: 1)
        let wait = waits(&vigil)
        #expect(wait == .max)
    }

    @Test func growsRareWhenItDoesNotPay() {
        var vigil = Vigil(processors: 2)
        var intervals: [Int] = []
        for _ in 0..<12 {
            intervals.append(waits(&vigil))
            vigil.learn(paid: false)
        }
        #expect(intervals == [1, 1, 4, 8, 16, 32, 64, 128, 256, 256, 256, 256])
    }

    @Test func comesBackStepByStepWhenItPaysAgain() {
        var vigil = Vigil(processors: 2)
        for _ in 0..<20 {
            _ = waits(&vigil)
            vigil.learn(paid: false)
        }
        var intervals: [Int] = []
        for _ in 0..<10 {
            intervals.append(waits(&vigil))
            vigil.learn(paid: true)
        }
        #expect(intervals == [256, 128, 64, 32, 16, 8, 4, 1, 1, 1])
    }
}
