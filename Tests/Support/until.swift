import Glibc

/// Waits for a state that nothing announces. It looks every two milliseconds, and leaves the processors to others between two
/// looks; how long the state takes does not change what a test finds.
package func until(
    isolation: isolated (any Actor)? = #isolation,
    _ isTrue: () async throws -> Bool
) async throws {
    while try await !isTrue() { try await Task.sleep(for: .milliseconds(2)) }
}

/// The same, for a thread that may wait.
package func blockUntil(_ isTrue: () throws -> Bool) rethrows {
    while try !isTrue() { usleep(2_000) }
}
