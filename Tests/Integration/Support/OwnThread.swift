import Foundation

/// Runs what blocks on a thread of its own: the tests' few threads are needed by the hosts of other tests meanwhile. What is expected
/// there counts for the test.
enum OwnThread {
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        // A task, which knows its test; a bare thread would not.
        try await Task(executorPreference: NewThread()) { try body() }.value
    }

    private final class NewThread: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
