import Glibc

/// The least processor time of this thread that one of three runs of the body takes, in nanoseconds. It does not grow with what else the
/// machine does, so that two of them can be compared.
package func processorTime(_ body: () -> Void) -> Int {
    func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let times = (0..<3).map { _ in
        let start = now()
        body()
        return now() - start
    }
    return max(1, times.min() ?? 0)
}
