import Dispatch
import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import Synchronization
import Testing

@testable import MayflyHost
@testable import MayflyStore

/// The transport between the devices of one home folder.
@Suite struct LoopbackTransportTests {
    /// While another write takes its time, deliveries wait; of the threads that all tasks share, they take one.
    @Test func deliveriesThatWaitLeaveThreadsToOthers() async throws {
        let shared = SharedStoreFixture()
        let chat = try shared.fixture.chat()
        let transport = LoopbackTransport(store: chat.store)
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        let envelopes = try (0..<count).map { number in
            try chat.store.send([chat.text("text \(number)", from: chat.alice)], in: chat.id, from: chat.alice).envelope
        }
        let store = chat.store
        let (isHeld, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? store.pool.write { _ in
                isHeld.signal()
                isFree.wait()
            }
        }
        await withCheckedContinuation { continuation in
            // Other tests may hold all threads of a queue.
            Thread.detachNewThread {
                isHeld.wait()
                continuation.resume()
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for envelope in envelopes { group.addTask { try await transport.deliver(envelope) } }
            // Tasks that come later are done while the deliveries wait.
            for _ in 0..<count { await Task.detached {}.value }
            #expect(try chat.rows(chat.bob).isEmpty)
            isFree.signal()
            try await group.waitForAll()
        }
        #expect(try chat.rows(chat.bob).count == count)
    }

    /// A long text to many members is given up between two parts; what is left is done later.
    @Test func aDeliveryThatIsCancelledIsDoneLater() async throws {
        let shared = SharedStoreFixture()
        let chat = try shared.fixture.chat(["alice", "bob"] + (0..<8).map { "member \($0)" })
        let text = String(repeating: "x", count: 400_000)
        let envelope = try chat.store.send([chat.text(text, from: chat.alice)], in: chat.id, from: chat.alice).envelope
        let transport = LoopbackTransport(store: chat.store)
        let delivery = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await transport.deliver(envelope)
        }
        await #expect(throws: CancellationError.self) { try await delivery.value }
        #expect(try chat.store.isPending(envelope.id))
        #expect(try chat.rows(chat.bob) == [text])
        #expect(try chat.rows(try #require(chat.devices.last).id).isEmpty)
        try await transport.deliver(envelope)
        for device in chat.devices.dropFirst() { #expect(try chat.rows(device.id) == [text]) }
        #expect(try !chat.store.isPending(envelope.id))
    }
}
