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

    package static func < (left: FileTime, right: FileTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
