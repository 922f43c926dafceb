import MayflyModel
import Testing

@testable import MayflyCommands

/// The causes that scripts and scenarios may name are those that receipts have.
@Suite struct ExpectedCauseTests {
    private static let all: [WorkerEnd.Cause] =
        [
            .finished, .crashed(signal: 6), .exited(status: 1), .unresponsive(callback: "a", milliseconds: 1),
            .launchTimeout(milliseconds: 1), .refused(reason: "a"), .protocolViolation("a"), .channelClosed, .killed,
            .evicted(.workers), .sandbox(reason: "a"), .hostEnded, .notStarted(reason: "a"),
        ] + Resource.allCases.map { .exceeded($0, used: nil, limit: 1) }

    /// A new cause does not compile here, and is then to be added above.
    private static func isListed(_ cause: WorkerEnd.Cause) -> Bool {
        switch cause {
        case .finished, .crashed, .exited, .unresponsive, .launchTimeout, .refused, .protocolViolation, .channelClosed,
            .killed, .evicted, .sandbox, .hostEnded, .notStarted, .exceeded:
            Expectation.Fact.causes.contains(cause.name)
        }
    }

    @Test func everyCauseCanBeExpected() {
        #expect(Self.all.allSatisfy(Self.isListed))
        #expect(Self.all.map(\.name) == Expectation.Fact.causes)
        #expect(Expectation.Fact.cause.problem(of: "melted") != nil)
    }
}
