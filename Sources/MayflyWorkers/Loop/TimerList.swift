internal import MayflyLinux

/// The timers of an event loop, by the time at which they are due.
///
/// A timer that is found far too late shows that this process did not run: it was stopped, or the machine had no processor for
/// it. The deadlines that were set by then move by the length of the stall, plus as much again, up to 5 s: what arrived during
/// the stall, and what follows from it, is then still in time.
struct TimerList {
    private struct Timer {
        var deadline: Moment
        let number: UInt64
        /// How late the list was when this timer was last put off.
        var excuse = Duration.zero
        let fire: () -> Void
    }

    /// A loop that is this late was busy. One that is later did not run.
    private static let tolerance = Duration.milliseconds(100)
    /// The most that a deadline moves beyond the length of the stall.
    private static let longestGrace = Duration.seconds(5)

    /// By their deadlines, and those of one moment by their numbers.
    private var timers: [Timer] = []
    /// The deadlines of timers that were put off, by their numbers: the token of a timer has its first deadline only.
    private var moved: [UInt64: Moment] = [:]

    /// When the first is due; nil where there is none.
    var first: Moment? { timers.first?.deadline }

    mutating func add(_ number: UInt64, at deadline: Moment, _ fire: @escaping () -> Void) {
        insert(Timer(deadline: deadline, number: number, fire: fire))
    }

    /// Removes the timer that was set for that deadline. Gives when it would have been due and what it would have done; nil
    /// where it is gone.
    @discardableResult
    mutating func remove(_ number: UInt64, setFor deadline: Moment) -> (deadline: Moment, fire: () -> Void)? {
        let deadline = takeMoved(number) ?? deadline
        let index = index(deadline, number)
        guard timers.indices.contains(index), timers[index].number == number else { return nil }
        let timer = timers.remove(at: index)
        return (timer.deadline, timer.fire)
    }

    /// Takes what is due next.
    mutating func takeDue(at now: Moment) -> (() -> Void)? {
        guard let first = timers.first, first.deadline <= now else { return nil }
        _ = takeMoved(first.number)
        return timers.removeFirst().fire
    }

    /// Puts timers off where the first is far too late. `newest` is the last one that was set before the loop waited: later ones are
    /// not affected by the stall.
    ///
    /// A machine that is always late must not move a deadline for ever: a timer is put off again only for a longer stall than
    /// before.
    mutating func excuse(at now: Moment, upTo newest: UInt64) {
        guard let late = first?.duration(to: now), late > Self.tolerance else { return }
        let delay = late + min(late, Self.longestGrace)
        for index in timers.indices where timers[index].number <= newest && timers[index].excuse < late {
            timers[index].deadline = timers[index].deadline + delay
            timers[index].excuse = late
            moved[timers[index].number] = timers[index].deadline
        }
        timers.sort { Self.isBefore($0, $1.deadline, $1.number) }
    }

    /// Every callback asks, and nearly always no timer was put off.
    private mutating func takeMoved(_ number: UInt64) -> Moment? {
        moved.isEmpty ? nil : moved.removeValue(forKey: number)
    }

    private mutating func insert(_ timer: Timer) { timers.insert(timer, at: index(timer.deadline, timer.number)) }

    /// The position of a timer, or the one where it belongs. There are several for each worker, and each callback sets one.
    private func index(_ deadline: Moment, _ number: UInt64) -> Int {
        var (low, high) = (0, timers.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.isBefore(timers[middle], deadline, number) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private static func isBefore(_ timer: Timer, _ deadline: Moment, _ number: UInt64) -> Bool {
        timer.deadline < deadline || timer.deadline == deadline && timer.number < number
    }
}
