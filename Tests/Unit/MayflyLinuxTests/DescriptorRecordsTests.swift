import CMayflyLinux
import Foundation
import MayflyTestSupport
import Testing

@testable import MayflyLinux

/// What the kernel keeps for the descriptors of a process.
@Suite struct DescriptorRecordsTests {
    private static let noLimit = DescriptorRecords(locks: .max, watches: .max)

    /// As the kernel writes them, for a file with two locks, an epoll instance with three watches, and a pipe.
    private static let descriptors = [
        """
        pos:\t0
        flags:\t0100002
        mnt_id:\t27
        ino:\t2531452
        lock:\t1: POSIX  ADVISORY  WRITE 3568 fd:00:2531452 0 EOF
        lock:\t2: POSIX  ADVISORY  READ 3568 fd:00:2531452 4 4

        """,
        """
        pos:\t0
        flags:\t02000002
        tfd:        5 events:       19 data:                5  pos:0 ino:2052 sdev:f
        tfd:        6 events:       19 data:                6  pos:0 ino:2052 sdev:f
        tfd:        6 events:       19 data:                7  pos:0 ino:2052 sdev:f

        """,
        "pos:\t0\nflags:\t00\n",
    ]

    private func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (number, text) in Self.descriptors.enumerated() { try folder.write(text, to: "\(number)") }
        return folder
    }

    @Test func countsLocksAndWatches() throws {
        let folder = try folder()
        let found = DescriptorRecords.count(in: folder.path, most: Self.noLimit, within: .seconds(60))
        #expect(found == DescriptorRecords(locks: 2, watches: 3))
    }

    @Test func endsAfterOneDescriptorWhenTheTimeIsUp() throws {
        let folder = try folder()
        let found = DescriptorRecords.count(in: folder.path, most: Self.noLimit, within: .zero)
        let each = [DescriptorRecords(locks: 2), DescriptorRecords(watches: 3), DescriptorRecords()]
        #expect(try each.contains(#require(found)))
    }

    @Test func countsNothingWhereTheKernelReportsNothing() throws {
        let folder = try ScratchFolder()
        let found = DescriptorRecords.count(in: folder.at("nowhere"), most: Self.noLimit, within: .seconds(60))
        #expect(found == nil)
    }

    /// They take more than one read. A descriptor of the same file adds none.
    @Test func countsLocksOfTheKernel() throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "file")
        let files = (0..<2).map { _ in open(folder.at("file"), O_RDWR | O_CLOEXEC) }
        defer { for file in files { close(file) } }
        let before = try #require(DescriptorRecords.count(of: getpid(), most: Self.noLimit, within: .seconds(60)))
        for number in 0..<1500 {
            var lock = flock()
            (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
            (lock.l_start, lock.l_len) = (off_t(number) * 2, 1)
            try #require(fcntl(files[number % 2], F_SETLK, &lock) == 0)
        }
        let after = try #require(DescriptorRecords.count(of: getpid(), most: Self.noLimit, within: .seconds(60)))
        // Other tests may set or free theirs meanwhile.
        #expect((1400..<1700).contains(after.locks - before.locks))
    }

    /// A file that has several numbers is watched under each of them.
    @Test func countsWatchesOfTheKernel() throws {
        let epoll = mayfly_epoll_create()
        let first = mayfly_eventfd()
        let numbers = [first] + (0..<200).map { _ in dup(first) }
        defer { for number in numbers + [epoll] { close(number) } }
        let before = try #require(DescriptorRecords.count(of: getpid(), most: Self.noLimit, within: .seconds(60)))
        for number in numbers { try #require(mayfly_epoll_add(epoll, number, 1) == 0) }
        let after = try #require(DescriptorRecords.count(of: getpid(), most: Self.noLimit, within: .seconds(60)))
        #expect(after.watches - before.watches > 150)
        let most = DescriptorRecords(locks: .max, watches: 100)
        #expect(try #require(DescriptorRecords.count(of: getpid(), most: most, within: .seconds(60))).watches > 100)
    }
}
