import Testing

@testable import MayflyHost

@Suite struct EventLoopTests {
    /// Something that lives on the loop, as all that sets timers does.
    private actor Resident {
        private let loop: EventLoop
        private var fired: [Int] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(_ loop: EventLoop) { self.loop = loop }

        /// Sets a timer for each number of milliseconds, cancels some, and gives what fired up to the last.
        func fire(_ delays: [Int], without cancelled: (Int) -> Bool) async -> [Int] {
            let last = delays.max() ?? 0
            return await withCheckedContinuation { continuation in
                var tokens: [(Int, EventLoop.Token)] = []
                for delay in delays {
                    let token = loop.schedule(after: .milliseconds(delay)) {
                        self.assumeIsolated { $0.fired.append(delay) }
                    }
                    tokens.append((delay, token))
                }
                for (delay, token) in tokens where cancelled(delay) {
                    loop.cancel(token)
                    loop.cancel(token)
                }
                _ = loop.schedule(after: .milliseconds(last + 1)) {
                    self.assumeIsolated { continuation.resume(returning: $0.fired) }
                }
            }
        }
    }

    @Test func firesTimersInTheOrderOfTheirDeadlinesAndNoneThatWasCancelled() async throws {
        let delays = (1...40).map { ($0 * 17) % 41 }
        let fired = await Resident(try EventLoop.running()).fire(delays) { $0 % 3 == 0 }
        #expect(fired == (1...40).filter { $0 % 3 != 0 })
    }
}
