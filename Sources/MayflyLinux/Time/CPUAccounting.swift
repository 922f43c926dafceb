internal import CMayflyLinux

/// An account that the host's processor time is charged to.
package protocol CPUAccount: AnyObject, Sendable {
    /// The host has spent so much on what the extension asked for. It may say so on any thread.
    func noteHostTime(_ time: Duration)
}

/// The processor time that the host spends on what an extension asks for. A call costs a plugin far less than the host, so
/// the host's part of it is charged to the extension.
///
/// Only the processor time of a thread counts: waiting for a lock, for a disk or for other threads is charged to no account.
package enum CPUAccounting {
    /// The account that the current task works for; nil where it works for the person, or where its time is measured already.
    @TaskLocal package static var account: (any CPUAccount)?

    /// Runs `body` and charges it to the account of the current task.
    package static func charge<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try charge(account, body)
    }

    /// Runs `body` and charges it to that account. What runs inside is not charged a second time.
    ///
    /// Reads a clock twice, which takes less than a microsecond.
    package static func charge<Value, Failure: Error>(
        _ account: (any CPUAccount)?,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let account else { return try body() }
        let start = mayfly_thread_time()
        defer { account.noteHostTime(.nanoseconds(mayfly_thread_time() - start)) }
        return try $account.withValue(nil) { Result(catching: body) }.get()
    }
}
