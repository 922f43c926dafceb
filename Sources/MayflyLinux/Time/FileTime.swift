internal import Glibc

/// A time of the clock that the kernel uses for files (CLOCK_REALTIME), since the beginning of 1970.
package struct FileTime: Sendable, Comparable {
    let seconds: Int
    let nanoseconds: Int

    /// The present moment.
    package static var now: FileTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return FileTime(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// The time that is `duration` later.
    package func advanced(by duration: Duration) -> FileTime {
        let (more, attoseconds) = duration.components
        let sum = nanoseconds + Int(attoseconds / 1_000_000_000)
        let carry = sum >= 1_000_000_000 ? 1 : sum < 0 ? -1 : 0
        return FileTime(seconds: seconds + Int(more) + carry, nanoseconds: sum - carry * 1_000_000_000)
    }

    package static func < (left: FileTime, right: FileTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
