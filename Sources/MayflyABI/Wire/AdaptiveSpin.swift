/// Whether a thread should look for what it waits for, for some microseconds, before it sleeps.
///
/// To wake a thread on another processor costs more than all else in a round trip. But a look that finds nothing is time
/// lost, to this thread and, where both share a processor, to the one that is waited for. So with each of them the thread
/// sleeps at once for a longer run of waits, and with each that paid for a shorter one.
package struct AdaptiveSpin: Sendable {
    private var misses = 0
    private var sleeps = 0
    private let isAlone: Bool

    /// The runs of sleeps, each twice as long as the one before, grow no further than to two to the power of this.
    package static let mostMisses = 8

    /// - Parameter processors: how many this process may run on. With one, whoever is waited for needs this very one.
    package init(processors: Int) { isAlone = processors < 2 }

    /// Asks for the next wait. `learn` must follow where it is true.
    package mutating func isDue() -> Bool {
        guard !isAlone else { return false }
        guard sleeps == 0 else {
            sleeps -= 1
            return false
        }
        return true
    }

    /// Whether it came before the thread had to sleep.
    package mutating func learn(paid: Bool) {
        misses = paid ? max(misses - 1, 0) : min(misses + 1, Self.mostMisses)
        // One miss may be chance.
        sleeps = misses > 1 ? (1 << misses) - 1 : 0
    }
}
