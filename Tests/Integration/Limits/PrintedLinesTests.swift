import MayflyModel
import MayflyWorkers
import Synchronization
import Testing

/// What an extension prints reaches the owner of its worker whole, and no faster than the owner takes it.
@Suite struct PrintedLinesTests {
    /// Counts the lines that the owner was told of and has not taken.
    private final class Account: Sendable {
        private struct State {
            var waiting = 0
            var most = 0
        }

        private let state = Mutex(State())

        func add() {
            state.withLock {
                $0.waiting += 1
                $0.most = max($0.most, $0.waiting)
            }
        }

        func take() { state.withLock { $0.waiting -= 1 } }

        var most: Int { state.withLock { $0.most } }
    }

    /// Runs the printer with nobody above it, and ends it once it is open.
    private func play(_ policy: Policy, options: [String] = []) async throws
        -> (lines: [String], end: WorkerEnd?, most: Int)
    {
        let bundle = try PluginWorkshop.bundle("printer", options: options)
        let account = Account()
        let note: @Sendable (WorkerEvent) -> Void = { if case .printed = $0 { account.add() } }
        return try await BareWorker.with(bundle, policy: policy, observer: note) { worker, events in
            var lines: [String] = []
            for await event in events {
                switch event {
                case .printed(let line):
                    lines.append(line)
                    account.take()
                    worker.reportTaken()
                case .opened: await worker.finish()
                case .ended(let end, _): return (lines, end, account.most)
                default: break
                }
            }
            return (lines, nil, account.most)
        }
    }

    @Test func noMoreLinesWaitThanMayAndNoneIsLost() async throws {
        var policy = Policy.immediate
        policy.waitingReports = 8
        let (lines, end, most) = try await play(policy)
        #expect(lines == (0..<3_000).map { "\($0)" } + ["the last"])
        // The last line, which has no end, is told of with the end.
        #expect(most <= 9)
        #expect(end?.cause == .finished)
        #expect(end?.output.hasSuffix("\n2999\nthe last") == true)
    }

    @Test func ofLineFeedsThatAnEndedProcessLeavesOnlySoManyAreTold() async throws {
        var policy = Policy.immediate
        // However slow the machine is, little more comes with time.
        policy.output = Policy.Rate(burst: 1 << 18, perSecond: 1 << 10)
        let (lines, end, most) = try await play(policy, options: ["-DFEEDS", "-D_GNU_SOURCE"])
        let cause = end?.cause
        #expect(cause == .exited(status: 0) || cause?.name == "output", "\(String(describing: cause))")
        #expect(lines.count < 20_000)
        #expect(most <= 1_025)
        #expect(end?.output.isEmpty == false)
    }
}
