import Glibc

/// How long a state may take: a test that waits for what never comes fails, and is named.
private let patience = Duration.seconds(300)

/// A state has not come.
package struct NeverTrue: Error, CustomStringConvertible {
    let line: UInt
    let file: String
    package var description: String { "what \(file):\(line) waits for has not come within \(patience)" }
}

/// Waits for a state that nothing announces. It looks every two milliseconds, and leaves the processors to others between two
/// looks; how long the state takes does not change what a test finds. Throws after five minutes.
package func until(
    isolation: isolated (any Actor)? = #isolation,
    file: String = #fileID,
    line: UInt = #line,
    _ isTrue: () async throws -> Bool
) async throws {
    let limit = ContinuousClock.now + patience
    while try await !isTrue() {
        guard .now < limit else { throw NeverTrue(line: line, file: file) }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// The same, for a thread that may wait.
package func blockUntil(file: String = #fileID, line: UInt = #line, _ isTrue: () throws -> Bool) throws {
    let limit = ContinuousClock.now + patience
    while try !isTrue() {
        guard .now < limit else { throw NeverTrue(line: line, file: file) }
        usleep(2_000)
    }
}
