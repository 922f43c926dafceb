internal import MayflyLinux

/// The timers of an event loop, sorted by their deadlines.
///
/// A timer that is found far too late shows that this process did not run: it was stopped, or the machine was
/// overloaded. All deadlines that were set by then are extended by the length of the stall, plus the same again, up to
/// 5 s more. What arrived during the stall, and what follows from it, is then still in time. Only timers that wait for
/// nobody, such as that of the next check of a worker, are not extended.
struct TimerList {
    private struct Timer {
        var deadline: Moment
        let number: UInt64
        /// Whether a stall moves it.
        let isExcusable: Bool
        /// The length of the stall for which this timer was last extended.
        var excuse = Duration.zero
        let fire: () -> Void
    }

    /// A loop that is late by at most this was only busy. A longer delay is a stall.
    private static let tolerance = Duration.milliseconds(100)
    /// The longest extension beyond the length of the stall.
    private static let longestGrace = Duration.seconds(5)

    /// Sorted by deadline, then by number.
    private var timers: [Timer] = []
    /// The deadlines of extended timers, by number: the token of a timer has its first deadline only.
    private var moved: [UInt64: Moment] = [:]

    /// The deadline of the first timer; nil if there is none.
    var first: Moment? { timers.first?.deadline }

    /// - Parameter isExcusable: false for a timer that a stall does not extend.
    mutating func add(
        _ number: UInt64,
        at deadline: Moment,
        isExcusable: Bool = true,
        _ fire: @escaping () -> Void
    ) {
        insert(Timer(deadline: deadline, number: number, isExcusable: isExcusable, fire: fire))
    }

    /// Removes the timer that was set for that deadline. Returns its present deadline and its closure; nil if it has
    /// fired or was removed.
    @discardableResult
    mutating func remove(_ number: UInt64, setFor deadline: Moment) -> (deadline: Moment, fire: () -> Void)? {
        let deadline = takeMoved(number) ?? deadline
        let index = index(deadline, number)
        guard timers.indices.contains(index), timers[index].number == number else { return nil }
        let timer = timers.remove(at: index)
        return (timer.deadline, timer.fire)
    }

    /// Removes the next timer that is due, and returns its closure.
    mutating func takeDue(at now: Moment) -> (() -> Void)? {
        guard let first = timers.first, first.deadline <= now else { return nil }
        _ = takeMoved(first.number)
        return timers.removeFirst().fire
    }

    /// Extends deadlines after a stall. `newest` is the last timer that was set before the loop waited: the stall does
    /// not affect later ones.
    ///
    /// On a machine that is always late, a deadline must not move for ever: a timer is extended again only for a longer
    /// stall than before.
    mutating func excuse(at now: Moment, upTo newest: UInt64) {
        guard let late = first?.duration(to: now), late > Self.tolerance else { return }
        let delay = late + min(late, Self.longestGrace)
        for index in timers.indices
        where timers[index].isExcusable && timers[index].number <= newest && timers[index].excuse < late {
            timers[index].deadline = timers[index].deadline + delay
            timers[index].excuse = late
            moved[timers[index].number] = timers[index].deadline
        }
        timers.sort { Self.isBefore($0, $1.deadline, $1.number) }
    }

    /// Called for every callback; almost always no timer was extended.
    private mutating func takeMoved(_ number: UInt64) -> Moment? {
        moved.isEmpty ? nil : moved.removeValue(forKey: number)
    }

    private mutating func insert(_ timer: Timer) { timers.insert(timer, at: index(timer.deadline, timer.number)) }

    /// The position of a timer in the list, or the one at which to insert it. The list is short, but every callback
    /// sets a timer.
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
