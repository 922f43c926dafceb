import CMayflyLinux
import Glibc
import Testing

@testable import MayflyLinux
@testable import MayflyWorkers

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

    /// Sockets of which the loop holds one end of each, and what it saw.
    private final class Scene: @unchecked Sendable {
        // Safe because only the loop's thread touches what changes.
        let loop: EventLoop
        private var pairs: [[Int32]] = []
        private var seen: [String] = []

        init(_ loop: EventLoop) throws {
            self.loop = loop
            for _ in 0..<3 {
                var ends: [Int32] = [-1, -1]
                try #require(mayfly_socket_pair(&ends) == 0)
                pairs.append(ends)
            }
        }

        deinit { for end in pairs.joined() { close(end) } }

        func say(_ number: Int) { _ = write(pairs[number][1], "x", 1) }

        private func listen(_ number: Int, _ body: @escaping () -> Void) {
            let end = pairs[number][0]
            var token: EventLoop.Token?
            token = loop.watch(end) { [self] in
                if let token { loop.unwatch(end, token) }
                seen.append("socket \(number)")
                body()
            }
        }

        /// The loop does not come round until a timer is that late; by then socket 1 can be read, and what it says has socket 2
        /// say something. Gives in which order the loop saw it.
        func hold(up late: Duration) async -> [String] {
            await withCheckedContinuation { continuation in
                loop.run { [self] in
                    let due = Moment.now + .milliseconds(20)
                    _ = loop.schedule(after: .milliseconds(20)) { [self] in
                        seen.append("timer")
                        continuation.resume(returning: seen)
                    }
                    listen(1) { [self] in say(2) }
                    listen(2) {}
                    // The alarm is set before the loop waits for this one.
                    listen(0) { [self] in
                        while Moment.now < due + late {}
                        say(1)
                    }
                    say(0)
                }
            }
        }
    }

    /// The kernel refuses to watch an ordinary file (EPERM, epoll_ctl, man 2), as it refuses any when the user has too many watches.
    @Test(.timeLimit(.minutes(1))) func looksAtWhatTheKernelRefusesToWatch() async throws {
        let loop = try EventLoop.running()
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        await withCheckedContinuation { continuation in
            loop.run {
                var token: EventLoop.Token?
                token = loop.watch(file) {
                    if let token { loop.unwatch(file, token) }
                    continuation.resume()
                }
            }
        }
    }

    @Test func whatCanBeReadComesBeforeATimerThatIsDue() async throws {
        let seen = try await Scene(EventLoop()).hold(up: .milliseconds(2))
        #expect(seen.prefix(2) == ["socket 0", "socket 1"])
        #expect(seen.contains("timer"))
    }

    @Test func afterATimeInWhichTheLoopDidNotRunWhatFollowsComesFirstAsWell() async throws {
        let seen = try await Scene(EventLoop()).hold(up: .milliseconds(150))
        #expect(seen == ["socket 0", "socket 1", "socket 2", "timer"])
    }
}
