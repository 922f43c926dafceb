import CMayflyLinux
import Foundation
import Glibc
import Synchronization
import Testing

@testable import MayflyLinux

@Suite struct ProcessVitalsTests {
    private static let gibibyte = 1 << 30

    /// The part of a page table that leads to 2 MiB takes a page of the kernel's memory. All pages that are only read are the same one.
    @Test func tablesOfPagesAreMemoryOfTheProcess() throws {
        let size = 32 * Self.gibibyte
        let kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let pages = try #require(mmap(nil, size, PROT_READ, kind, -1, 0))
        try #require(pages != MAP_FAILED)
        defer { munmap(pages, size) }
        try #require(madvise(pages, size, MADV_NOHUGEPAGE) == 0)
        let read = stride(from: 0, to: size, by: 2 << 20).map { pages.load(fromByteOffset: $0, as: UInt8.self) }
        try #require(read.allSatisfy { $0 == 0 })

        let tables = size / (2 << 20) * 4
        let resident = ["RssAnon:", "RssShmem:", "VmSwap:"]
        let others = KernelFile.numbers(after: resident, in: "/proc/self/status").reduce(0, +)
        // Half: other tests of this process use memory between the two looks.
        #expect(try #require(ProcessVitals.privateKiB(of: getpid())) - others > tables / 2)
    }

    /// Two threads that want the same processor: each waits while the other one has it.
    @Test func countsTheWaitForAProcessor() async throws {
        let contest = Contest()
        async let first = contest.compete()
        async let second = contest.compete()
        let waited = await [first, second]
        #expect(waited.contains { $0 ?? .zero >= Contest.enough }, "\(waited)")
    }

    private final class Contest: Sendable {
        static let enough = Duration.milliseconds(20)
        private let isDone = Mutex(false)

        /// Computes on one processor, in a thread of its own, until a thread has waited for it long enough. Gives how long this one has; nil
        /// where that is not known.
        func compete() async -> Duration? {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: self.computeOnOneProcessor()) }
            }
        }

        private func computeOnOneProcessor() -> Duration? {
            let thread = mayfly_thread_id()
            guard mayfly_pin_thread(thread, mayfly_processor(0)) == 0,
                let before = ProcessVitals.waitForProcessor(of: thread)
            else { return nil }
            var waited = Duration.zero
            let limit = ContinuousClock.now + .seconds(60)
            while !isDone.withLock({ $0 }), waited < Self.enough, ContinuousClock.now < limit {
                waited = (ProcessVitals.waitForProcessor(of: thread) ?? before) - before
            }
            isDone.withLock { $0 = true }
            return waited
        }
    }

    @Test func countsDescriptorsAndWakeUps() throws {
        let process = getpid()
        let before = try #require(ProcessVitals.wakeUps(of: process))
        // Each sleep gives up the processor.
        for _ in 0..<20 { usleep(1000) }
        #expect(try #require(ProcessVitals.wakeUps(of: process)) >= before + 20)
        let files = (0..<8).map { _ in open("/proc/self/stat", O_RDONLY) }
        defer { for file in files { close(file) } }
        #expect(try #require(ProcessVitals.descriptors(of: process)) >= files.count)
        #expect(ProcessVitals.descriptors(of: .max) == nil)
        #expect(ProcessVitals.wakeUps(of: .max) == nil)
        #expect(ProcessVitals.waitForProcessor(of: .max) == nil)
    }
}
