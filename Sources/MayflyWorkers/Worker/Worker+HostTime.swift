internal import MayflyLinux
internal import MayflyModel

extension Worker: CPUAccount {
    /// Whether the host has spent more on it than it may, and does nothing more for it.
    package nonisolated var isOverBudget: Bool { hostBudget.isOverBudget }

    package nonisolated func noteHostTime(_ time: Duration) {
        guard let used = hostBudget.add(time) else { return }
        loop.run { [weak self] in self?.onLoop { $0.endForHostTime(used) } }
    }

    private func endForHostTime(_ used: Duration) {
        let limit = Int(policy.hostBudget.milliseconds)
        end(.exceeded(.hostTime, used: Int((used.microseconds + 999) / 1000), limit: limit))
    }
}
