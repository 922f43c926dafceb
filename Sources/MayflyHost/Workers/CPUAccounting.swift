internal import CMayflyLinux

/// The processor time that the host spends on what an extension asks for. Calls, and what hangs on them, cost a plugin far
/// less than the host, so they are on the plugin's account.
///
/// Only time that a thread computes counts: nobody pays for waiting, for a disk, or for what others do meanwhile.
enum CPUAccounting {
    /// For whom the current task works; nil where it is the person's affair, or is measured already.
    @TaskLocal static var account: Worker?

    /// Does something on the account of whom the task works for.
    static func charge<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try charge(account, body)
    }

    /// Does something on the account of that extension. What it does inside is not charged a second time.
    ///
    /// Reads a clock twice, which takes less than a microsecond.
    static func charge<Value, Failure: Error>(
        _ account: Worker?,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let account else { return try body() }
        let start = mayfly_thread_time()
        defer { account.noteHostTime(.nanoseconds(mayfly_thread_time() - start)) }
        return try $account.withValue(nil) { Result(catching: body) }.get()
    }
}

extension Worker {
    /// Whether the host has spent more on it than it may, and does nothing more for it.
    nonisolated var isOverBudget: Bool { hostAccount.isOverBudget }

    /// The host has spent so much on what the extension asked for. It may say so on any thread.
    nonisolated func noteHostTime(_ time: Duration) {
        guard let used = hostAccount.add(time) else { return }
        loop.run { [weak self] in self?.onLoop { $0.endForHostTime(used) } }
    }

    private func endForHostTime(_ used: Duration) {
        let limit = Int(policy.hostBudget.milliseconds)
        end(.exceeded(.hostTime, used: Int((used.microseconds + 999) / 1000), limit: limit))
    }
}
