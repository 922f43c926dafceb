import Testing

@testable import MayflyTracing

/// How long a replay waits: by its rules, without a clock.
@Suite struct ReplayPatienceTests {
    private static func progress(_ left: Int, isCalling: Bool = false) -> ReplayPlan.Progress {
        .init(left: left, isCalling: isCalling)
    }

    @Test func aWaitBeginsWithProgressAndWithNothingElse() {
        var patience = ReplayPatience()
        let states = [Self.progress(5)] + Array(repeating: Self.progress(5), count: 100)
        let waits = (states + [Self.progress(4), Self.progress(4, isCalling: true)]).map { patience.begin(at: $0) }
        #expect(waits == [1] + Array(repeating: nil, count: 100) + [2, 3])
    }

    @Test func onlyTheLastWaitIsGivenUpAndNoneInACallback() throws {
        var patience = ReplayPatience()
        let first = try patience.begun(Self.progress(5))
        let second = try patience.begun(Self.progress(4))
        let areOver = [first, second].map { patience.isOver($0, at: Self.progress(4)) }
        #expect(areOver == [false, true])
        let calling = Self.progress(3, isCalling: true)
        let third = try patience.begun(calling)
        let isOver = patience.isOver(third, at: calling)
        #expect(!isOver)
        // With its end a wait begins.
        _ = try patience.begun(Self.progress(3))
    }

    @Test func aReplayWaitsInVainForALimitedTime() throws {
        var patience = ReplayPatience()
        for left in (0..<ReplayPatience.mostWaits).reversed() {
            #expect(!patience.isAtEnd)
            let number = try patience.begun(Self.progress(left))
            let isOver = patience.isOver(number, at: Self.progress(left))
            #expect(isOver)
        }
        #expect(patience.isAtEnd)
    }
}

extension ReplayPatience {
    /// The number of a wait that must begin.
    fileprivate mutating func begun(_ progress: ReplayPlan.Progress) throws -> Int {
        let number = begin(at: progress)
        return try #require(number)
    }
}
