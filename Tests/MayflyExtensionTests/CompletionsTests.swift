import Synchronization
import Testing

@testable import MayflyExtension

@Suite struct CompletionsTests {
    @Test func isCalledOnceHoweverOftenTheHostAnswers() {
        let calls = Calls()
        let context = Completions.pending.add { _ in calls.count.withLock { $0 += 1 } }
        Completions.answer(context, nil)
        Completions.answer(context, nil)
        #expect(calls.count.withLock(\.self) == 1)
    }

    @Test func anUnknownContextIsIgnored() {
        #expect(Completions.pending.take(nil) == nil)
        #expect(Completions.pending.take(UnsafeMutableRawPointer(bitPattern: UInt.max)) == nil)
    }

    private final class Calls: Sendable {
        let count = Mutex(0)
    }
}
