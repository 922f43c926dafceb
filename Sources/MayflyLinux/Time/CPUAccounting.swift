internal import CMayflyLinux

/// An account that the host's processor time is charged to.
package protocol CPUAccount: AnyObject, Sendable {
    /// Adds processor time that the host has spent for the extension. It may be called on any thread.
    func noteHostTime(_ time: Duration)
}

/// The processor time that the host spends for an extension. A call costs an extension far less than the host, so the
/// host's part is charged to the extension.
///
/// Only the processor time of a thread counts: waiting for a lock, for a disk or for other threads is charged to no account.
package enum CPUAccounting {
    @TaskLocal private static var current: (any CPUAccount)?

    /// The account of the current task; nil if it works for the person, or if its time is already being measured.
    package static var account: (any CPUAccount)? { current }

    /// The processor time that the calling thread has used.
    package static var threadTime: Duration { .nanoseconds(mayfly_thread_time()) }

    /// Runs `body` and charges it to the account of the current task.
    package static func charge<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try charge(account, body)
    }

    /// Runs `body` and charges it to that account. Nested calls are not charged a second time.
    ///
    /// Reads a clock twice, which takes less than a microsecond.
    package static func charge<Value, Failure: Error>(
        _ account: (any CPUAccount)?,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let account else { return try body() }
        let start = mayfly_thread_time()
        defer { account.noteHostTime(.nanoseconds(mayfly_thread_time() - start)) }
        return try $current.withValue(nil) { Result(catching: body) }.get()
    }

    /// Runs `body` as a task of that account, or of none, so that `charge` charges it.
    ///
    /// `body` runs on the actor of the caller. The closure that `TaskLocal.withValue` takes would not, where the caller is
    /// `nonisolated(nonsending)`.
    package static func with<Value>(
        _ account: (any CPUAccount)?,
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async -> Value
    ) async -> Value {
        await $current.withValue(account) {
            // A closure is isolated to a parameter only if it captures it (SE-0420).
            _ = isolation
            return await body()
        }
    }
}
