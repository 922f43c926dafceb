import Synchronization
import Testing

@testable import MayflyExtension

@Suite struct CompletionsTests {
    @Test func isCalledOnceHoweverOftenTheHostAnswers() {
        let calls = Calls()
        let context = Pending.calls.add { _ in calls.count.withLock { $0 += 1 } }
        Pending.answerCall(context, nil)
        Pending.answerCall(context, nil)
        #expect(calls.count.withLock(\.self) == 1)
    }

    @Test func anUnknownContextIsIgnored() {
        #expect(Pending.calls.take(nil) == nil)
        #expect(Pending.calls.take(UnsafeMutableRawPointer(bitPattern: UInt.max)) == nil)
    }

    private final class Calls: Sendable {
        let count = Mutex(0)
    }
}
