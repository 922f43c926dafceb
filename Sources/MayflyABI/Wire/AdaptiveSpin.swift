/// Whether a thread spins for some microseconds before it sleeps.
///
/// Waking a thread on another processor costs more than everything else in a round trip. But a spin in which nothing comes is
/// lost time, for this thread and, where both share a processor, for the thread that it waits for. So a miss doubles the
/// number of waits without a spin that follow, and a hit halves it.
package struct AdaptiveSpin: Sendable {
    private var misses = 0
    private var sleeps = 0
    private let isAlone: Bool

    /// At most 2 to the power of this many waits go without a spin.
    package static let mostMisses = 8

    /// - Parameter processors: how many this process may run on. With one, a spin would keep the other thread from running.
    package init(processors: Int) { isAlone = processors < 2 }

    /// Whether the next wait begins with a spin. Where it is true, `learn` must be called afterwards.
    package mutating func isDue() -> Bool {
        guard !isAlone else { return false }
        guard sleeps == 0 else {
            sleeps -= 1
            return false
        }
        return true
    }

    /// Takes whether something came during the spin.
    package mutating func learn(paid: Bool) {
        misses = paid ? max(misses - 1, 0) : min(misses + 1, Self.mostMisses)
        // One miss may be chance.
        sleeps = misses > 1 ? (1 << misses) - 1 : 0
    }
}
