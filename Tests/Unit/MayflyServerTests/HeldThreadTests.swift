import Foundation
import MayflyLinux
import MayflyModel
import Synchronization
import Testing

@testable import MayflyServer

/// Threads that are few serve all clients: what waits for one client does not hold them.
@Suite struct HeldThreadTests {
    /// More than there are threads that carry out tasks.
    private static let many = 4 * max(4, ProcessInfo.processInfo.activeProcessorCount)

    /// Without a free thread, nobody would read, and nothing would end.
    @Test(.timeLimit(.minutes(2))) func clientsThatDoNotReadHoldNoThreads() async {
        let pipes = (0..<Self.many).map { _ in Pipe() }
        let outputs = pipes.map(\.fileHandleForReading)
        let queues = pipes.map { OutputQueue(to: $0.fileHandleForWriting.fileDescriptor) { _ in } }
        let line = String(repeating: "x", count: 1 << 18)
        for queue in queues { queue.write(line, overflow: "") }
        let closed = Counter()
        await withDiscardingTaskGroup { group in
            for queue in queues {
                group.addTask {
                    await queue.close()
                    closed.enter()
                }
            }
            group.addTask {
                #expect(closed.all == 0)
                for output in outputs {
                    var rest = line.utf8.count + 1
                    while rest > 0 { rest -= output.availableData.count }
                }
            }
        }
        #expect(closed.all == Self.many)
    }

    @Test func aWaitEndsAtItsLimit() async {
        let gate = Gate()
        await gate.wait(within: .milliseconds(1))
        await gate.wait(within: .zero)
        gate.open()
        await gate.wait()
        await gate.wait(within: .seconds(60))
    }

    /// What is waited for is in use until then.
    @Test func aCancelledTaskWaits() async {
        let gate = Gate()
        let isOpen = Mutex(false)
        let wait = Task {
            await gate.wait()
            #expect(isOpen.withLock { $0 })
        }
        wait.cancel()
        for _ in 0..<1_000 { await Task.yield() }
        isOpen.withLock { $0 = true }
        gate.open()
        await wait.value
    }

    @Test(.timeLimit(.minutes(2))) func workThatBlocksHoldsNoThreads() async throws {
        let (work, lock) = (WorkThread(), DispatchSemaphore(value: 0))
        let running = Counter()
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<Self.many {
                group.addTask {
                    try await work.run { _ in
                        running.enter()
                        lock.wait()
                        running.leave()
                    }
                }
            }
            group.addTask { for _ in 0..<Self.many { lock.signal() } }
        }
        #expect(running.most == 1)
        #expect(running.all == Self.many)
    }

    @Test func workThatFailsIsTold() async {
        let error = await #expect(throws: MayflyError.self) {
            try await WorkThread().run { _ -> Int in throw MayflyError(.files, "no") }
        }
        #expect(error?.message == "no")
    }

    /// What a cancelled task has begun is told, and what waits is not begun, though nothing before it has ended.
    @Test(.timeLimit(.minutes(2))) func cancelledWorkIsToldOrNotBegun() async throws {
        let (work, begun) = (WorkThread(), Gate())
        let first = Task {
            try await work.run { stop in
                begun.open()
                while !stop.isSet { usleep(1_000) }
            }
        }
        await begun.wait()
        let second = Task { try await work.run { _ in Issue.record("it was begun") } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        first.cancel()
        try await first.value
        #expect(try await work.run { _ in 7 } == 7)
    }
}

/// How many do something.
private final class Counter: Sendable {
    private let state = Mutex((now: 0, most: 0, all: 0))

    /// How many did it at once.
    var most: Int { state.withLock { $0.most } }
    /// How many have begun.
    var all: Int { state.withLock { $0.all } }

    func enter() { state.withLock { ($0.now, $0.most, $0.all) = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) } }

    func leave() { state.withLock { $0.now -= 1 } }
}
