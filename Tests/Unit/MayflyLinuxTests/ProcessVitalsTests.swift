import Glibc
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
}
