internal import MayflyLinux

/// Limits the number of tests that have a host at the same time.
///
/// Six keep the processors of a small machine busy. More only compete for them: the tests take longer, and deadlines pass.
/// Every host holds some twenty descriptors and a worker or two. All tests at once would hold more than a thousand, and
/// Foundation's `Process` reads past a buffer when the list of them fills it (32 KiB, 24 bytes each).
package enum HostPermits {
    private static let semaphore = AsyncSemaphore(6)

    /// Whether this task has a permit: a test with two hosts takes one permit, since two could deadlock.
    @TaskLocal private static var hasPermit = false

    package static func withPermit<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard !hasPermit else { return try await body() }
        return try await semaphore.withPermit { try await $hasPermit.withValue(true) { try await body() } }
    }
}
