internal import MayflyLinux

/// Charges to an extension what the host reads from it.
///
/// A read takes a microsecond, and so does asking for the processor time of a thread. But a worker may have prepared its files so that
/// a read takes milliseconds in the kernel. So a clock that costs little is looked at around each read, and the first read that takes
/// long is charged by it. The next reads are charged by their processor time.
struct ReadAccounting {
    /// What takes less is charged with the rounds of the loop, if at all.
    static let short = Duration.microseconds(50)
    /// The most that one read is charged by the clock, which does not stop when the thread is interrupted.
    static let longest = Duration.milliseconds(10)
    /// How many reads are charged by processor time after a long one.
    static let attention = 64

    private var rest = 0

    /// Runs `body`, which reads, and charges it.
    mutating func charge<Value>(
        _ account: any CPUAccount,
        now: () -> Moment = { .now },
        _ body: () -> Value
    ) -> Value {
        guard rest == 0 else {
            rest -= 1
            return CPUAccounting.charge(account, body)
        }
        let start = now()
        let value = body()
        let time = start.duration(to: now())
        guard time >= Self.short else { return value }
        rest = Self.attention
        account.noteHostTime(min(time, Self.longest))
        return value
    }
}
