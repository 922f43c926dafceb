import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyLinux

@Suite struct FairSemaphoreTests {
    /// Tasks of a semaphore that wait until they are told to end, and note when they run.
    private final class Crowd: Sendable {
        let semaphore: FairSemaphore<String>
        private let names = Mutex<[String]>([])
        private let gates = Mutex<[String: AsyncStream<Never>.Continuation]>([:])

        init(_ permits: Int) { semaphore = FairSemaphore(permits) }

        /// The tasks that have had a permit, in their order.
        var begun: [String] { names.withLock(\.self) }

        /// A task that has a permit until `end`, or is cancelled.
        func run(_ name: String, of owner: String) async -> Bool {
            await semaphore.withPermitUnlessCancelled(of: owner) { () async -> Void in
                let (stream, gate) = AsyncStream<Never>.makeStream()
                gates.withLock { $0[name] = gate }
                names.withLock { $0.append(name) }
                for await _ in stream {}
            } != nil
        }

        func end(_ name: String) { gates.withLock { $0[name] }?.finish() }
    }

    /// Adds a task, and returns when it has a permit or waits for one.
    private func add(_ name: String, _ crowd: Crowd, _ group: inout DiscardingTaskGroup) async throws {
        let before = crowd.begun.count + crowd.semaphore.waiting
        group.addTask { _ = await crowd.run(name, of: String(name.prefix(1))) }
        try await until { crowd.begun.count + crowd.semaphore.waiting > before }
    }

    @Test func anOwnerHasOnePermitAtATime() async throws {
        let crowd = Crowd(2)
        await withDiscardingTaskGroup { group in
            for name in ["a1", "a2", "b1"] { try? await add(name, crowd, &group) }
            #expect(crowd.begun == ["a1", "b1"])
            crowd.end("b1")
            crowd.end("a1")
            try? await until { crowd.begun.count == 3 }
            #expect(crowd.begun.last == "a2")
            crowd.end("a2")
        }
    }

    /// Who has many tasks waiting gets no more turns than who has one.
    @Test func thoseWhoWaitGetTheirTurnsOneAfterTheOther() async throws {
        let crowd = Crowd(1)
        await withDiscardingTaskGroup { group in
            for name in ["a1", "a2", "a3", "b1", "b2", "c1"] { try? await add(name, crowd, &group) }
            for count in 1...6 {
                try? await until { crowd.begun.count == count }
                crowd.end(crowd.begun[count - 1])
            }
        }
        #expect(crowd.begun == ["a1", "b1", "c1", "a2", "b2", "a3"])
        #expect(crowd.semaphore.waiting == 0)
    }

    @Test func aCancelledTaskGetsNoPermitAndLeavesTheOthersTheirs() async throws {
        let crowd = Crowd(1)
        await withDiscardingTaskGroup { group in
            try? await add("a1", crowd, &group)
            let cancelled = Task { await crowd.run("b1", of: "b") }
            try? await until { crowd.semaphore.waiting == 1 }
            try? await add("c1", crowd, &group)
            cancelled.cancel()
            #expect(await cancelled.value == false)
            crowd.end("a1")
            try? await until { crowd.begun.count == 2 }
            crowd.end("c1")
        }
        #expect(crowd.begun == ["a1", "c1"])
    }
}
