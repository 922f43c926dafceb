import Dispatch
import Foundation
import Synchronization
import Testing

@testable import MayflyHost

@Suite struct SharedReaderTests {
    /// They are more than there are threads that carry out tasks: without a free one, nobody would let the reading go on.
    @Test(.timeLimit(.minutes(2))) func readsOnceForAllWhoWaitAndHoldsNoThreads() async {
        let threads = max(4, ProcessInfo.processInfo.activeProcessorCount)
        let many = 4 * threads
        let (begun, readings, lock) = (Count(), Count(), DispatchSemaphore(value: 0))
        let reader = SharedReader {
            lock.wait()
            _ = readings.next()
        }
        await withDiscardingTaskGroup { group in
            for _ in 0..<many {
                group.addTask {
                    begun.next()
                    _ = await reader.value()
                }
            }
            group.addTask {
                while begun.last < many { await Task.yield() }
                for _ in 0..<many { lock.signal() }
            }
        }
        // One for the first, one for those who came meanwhile, and one for each that had a thread and did not wait yet.
        #expect(readings.last <= 2 + threads)
    }

    /// What somebody has written is in what they read then.
    @Test func whoComesDuringAReadingGetsTheNextOne() async {
        let written = Count()
        let reader = SharedReader { written.last }
        await withDiscardingTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    let mine = written.next()
                    #expect(await reader.value() >= mine)
                }
            }
        }
    }
}

private final class Count: Sendable {
    private let number = Mutex(0)

    var last: Int { number.withLock { $0 } }

    @discardableResult func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}
