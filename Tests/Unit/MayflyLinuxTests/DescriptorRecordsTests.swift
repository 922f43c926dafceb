import Foundation
import MayflyTestSupport
import Testing

@testable import MayflyLinux

/// How many locks the kernel keeps for a process.
@Suite struct RecordLocksTests {
    /// As the kernel writes them, with a lock that waits, one of an open file and one of a whole file.
    private static let locks = """
        1: POSIX  ADVISORY  WRITE 3568 fd:00:2531452 0 EOF
        1: -> POSIX  ADVISORY  WRITE 3569 fd:00:2531452 0 0
        2: FLOCK  ADVISORY  WRITE 3568 00:16:28457 0 EOF
        3: OFDLCK ADVISORY  READ -1 00:06:1028 0 EOF
        4: POSIX  ADVISORY  READ 3568 fd:00:3548663 4 4

        """

    @Test(arguments: [(3568, 9, 3), (3569, 9, 1), (1, 9, 0), (3568, 1, 2)] as [(Int32, Int, Int)])
    func countsThoseOfAProcess(process: Int32, most: Int, count: Int) throws {
        let folder = try ScratchFolder()
        try folder.write(Self.locks, to: "locks")
        #expect(RecordLocks.count(of: process, most: most, in: folder.at("locks")) == count)
    }

    @Test func countsNothingWhereTheKernelReportsNothing() throws {
        let folder = try ScratchFolder()
        #expect(RecordLocks.count(of: 1, most: 9, in: folder.at("nowhere")) == nil)
    }

    /// They take more than one read.
    @Test func countsThoseOfTheKernel() throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "file")
        let file = open(folder.at("file"), O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let before = try #require(RecordLocks.count(of: getpid(), most: 100_000))
        for number in 0..<500 {
            var lock = flock()
            (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
            (lock.l_start, lock.l_len) = (off_t(number) * 2, 1)
            try #require(fcntl(file, F_SETLK, &lock) == 0)
        }
        let after = try #require(RecordLocks.count(of: getpid(), most: 100_000))
        // Other tests may free theirs meanwhile.
        #expect(after - before > 400)
        #expect(RecordLocks.count(of: getpid(), most: 100) == 101)
    }
}
